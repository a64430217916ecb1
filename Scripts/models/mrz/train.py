"""Trains one net on one CPU core: train.py reader|finder STEPS OUT.npz [--from W.npz] [--lr 3e-3] [--seed 0] [--batch 16] [--fresh 8]

Deterministic: every step makes FRESH new samples, puts them over the oldest of a buffer and trains on BATCH samples drawn from the buffer."""
import argparse, os, time
os.environ.update(TF_NUM_INTRAOP_THREADS="1", TF_NUM_INTEROP_THREADS="1", TF_CPP_MIN_LOG_LEVEL="3")
import cv2, numpy as np, tensorflow as tf
import nets, synth
cv2.setNumThreads(1)
tf.config.threading.set_intra_op_parallelism_threads(1)
tf.config.threading.set_inter_op_parallelism_threads(1)

p = argparse.ArgumentParser()
p.add_argument("net", choices=["reader", "finder"]); p.add_argument("steps", type=int); p.add_argument("out")
p.add_argument("--start", default=""); p.add_argument("--lr", type=float, default=3e-3); p.add_argument("--seed", type=int, default=0)
p.add_argument("--batch", type=int, default=16); p.add_argument("--fresh", type=int, default=8); p.add_argument("--buffer", type=int, default=2000)
a = p.parse_args()
r = np.random.default_rng(a.seed)
fonts, weights = synth.load_fonts()

if a.net == "reader":
    make, modes = lambda r, mode=0: synth.strip(r, fonts, weights), 1
    def inputs(s): return synth.normalise_strip(np.stack([x for x, _ in s]))[..., None], np.stack([y for _, y in s]).astype(np.int32)
    def loss_of(o, y):
        m = tf.cast(y < 255, tf.float32)
        y = tf.where(y < 255, y, 0)
        ce = tf.nn.sparse_softmax_cross_entropy_with_logits(y, o)
        return tf.reduce_sum(ce * m) / tf.reduce_sum(m)
    def score(o, y):                                          # greedy reading after collapsing, characters wrong per character
        bad = n = 0
        for q, t in zip(o.argmax(-1), y):
            q = np.where(t == 255, 0, q); t = np.where(t == 255, 0, t)
            cut = lambda s: [int(v) for i, v in enumerate(s) if v and (i == 0 or s[i - 1] != v)]
            q, t = cut(q), cut(t)
            d = list(range(len(t) + 1))
            for i, c in enumerate(q):
                e = [i + 1]
                for j, k in enumerate(t): e.append(min(d[j] + (c != k), d[j + 1] + 1, e[j] + 1))
                d = e
            bad += d[-1]; n += len(t)
        return bad / n
    shape = (1, 32, 416, 1)
else:
    import scenes
    S = scenes.Maker(fonts, weights)
    make, modes = S.scene, 2
    def inputs(s): return scenes.normalise(np.stack([x for x, _ in s]))[..., None], np.stack([y for _, y in s]).astype(np.float32)
    def loss_of(o, y):
        bce = tf.nn.sigmoid_cross_entropy_with_logits(y[..., :2], o[..., :2])
        p = tf.sigmoid(o[..., :2])
        dice = 1 - (2 * tf.reduce_sum(p * y[..., :2], (0, 1, 2)) + 50) / (tf.reduce_sum(p + y[..., :2], (0, 1, 2)) + 50)
        m = y[..., 1:2]                                       # direction and height count inside the zone only
        reg = tf.reduce_sum(m * tf.abs(o[..., 2:5] - y[..., 2:5]) * [1., 1., 1.5]) / (tf.reduce_sum(m) + 1)
        return 4 * tf.reduce_mean(bce) + .5 * tf.reduce_mean(dice) + .3 * reg
    def score(o, y):                                          # 1 - IoU of the line cores, of the zones, and the mean direction error
        i = [1 - ((o[..., k] > 0) & (y[..., k] > .5)).sum() / max(1, ((o[..., k] > 0) | (y[..., k] > .5)).sum()) for k in (0, 1)]
        m = y[..., 1] > .5
        return np.round([*i, np.abs(o[m][:, 2:4] - y[m][:, 2:4]).mean(), np.abs(o[m][:, 4] - y[m][:, 4]).mean()], 4)
    shape = (1, 384, 384, 1)

b = nets.TF(a.seed)
f = getattr(nets, a.net)
f(b, tf.zeros(shape))
if a.start: b.load(a.start)
vs = list(b.w.values())
decay = [v for k, v in b.w.items() if k.endswith(".w")]
warm = 100
lr = lambda i: a.lr * min(1, (i + 1) / warm) * .5 * (1 + np.cos(np.pi * min(1, i / a.steps)))
opt = tf.keras.optimizers.Adam(1e-3, clipnorm=None, global_clipnorm=5.)
opt.build(vs)

@tf.function
def step(x, y):
    with tf.GradientTape() as t:
        l = loss_of(f(b, x), y)
    opt.apply_gradients(zip(t.gradient(l, vs), vs))
    return l

rv = np.random.default_rng(987654)
val = [inputs([make(rv, m) for _ in range(128 if a.net == "reader" else 24)]) for m in range(modes)]
bufs, ks = [[make(r, m) for _ in range(48)] for m in range(modes)], [0] * modes
t0, run = time.time(), 0
for i in range(a.steps):
    m = i % modes
    buf = bufs[m]
    for _ in range(a.fresh):
        s = make(r, m)
        if len(buf) < a.buffer: buf.append(s)
        else: buf[ks[m] % a.buffer] = s
        ks[m] += 1
    x, y = inputs([buf[j] for j in r.integers(0, len(buf), a.batch)])
    opt.learning_rate.assign(lr(i))
    l = float(step(tf.constant(x), tf.constant(y)))
    run = l if i == 0 else .98 * run + .02 * l
    if (i + 1) % 250 == 0 or i + 1 == a.steps:
        b.training = False
        marks = [score(np.concatenate([f(b, tf.constant(x[j:j + 8])).numpy() for j in range(0, len(x), 8)]), y) for x, y in val]
        b.training = True
        print(f"{i + 1} {time.time() - t0:.0f} s loss {run:.4f} val {marks}", flush=True)
        b.save(a.out)
