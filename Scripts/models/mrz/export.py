"""Weights to ONNX, checked against the trained net: export.py reader|finder WEIGHTS.npz OUT.onnx"""
import os, sys
os.environ.update(TF_NUM_INTRAOP_THREADS="1", TF_CPP_MIN_LOG_LEVEL="3")
import numpy as np, onnx, onnxruntime as ort
import nets

net, weights, out = sys.argv[1:4]
z = {k: v for k, v in np.load(weights).items()}
b = nets.Onnx(z)
y = getattr(nets, net)(b, "x")
if net == "reader": m = b.model(y, ["n", 1, 32, "w"], ["n", "t", 38], "mrz_reader")
else: m = b.model(y, [1, 1, "h", "w"], [1, 5, "h4", "w4"], "mrz_finder")
onnx.save(m, out)
x = np.random.default_rng(0).normal(0, 1, (2, 32, 480, 1) if net == "reader" else (1, 352, 480, 1)).astype(np.float32)
t = nets.TF()
t.training = False
getattr(nets, net)(t, x)
t.load(weights)
want = getattr(nets, net)(t, x).numpy()
got = ort.InferenceSession(out).run(None, {"x": x.transpose(0, 3, 1, 2)})[0]
if net == "finder": got = got.transpose(0, 2, 3, 1)
e = np.abs(want - got).max()
print(f"{out}: {os.path.getsize(out)} bytes, {sum(v.size for k, v in z.items() if k.endswith(('.w', '.b')))} weights, greatest difference {e:.2g}")
assert e < 1e-3 * max(1, np.abs(want).max() / 10), e
