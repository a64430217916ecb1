"""From a picture to MRZ lines with per-character alternatives: the reference to port.

reference.py evaluate PICTURES_DIR TRUTH.csv [--dump DIR]    exact counts, times, misses
reference.py read PICTURE

OpenCV is used for: decoding; cvtColor BGR2GRAY (.114 B + .587 G + .299 R); resize INTER_AREA (box filter with fractional edges) and
INTER_LINEAR; warpAffine with WARP_INVERSE_MAP, INTER_LINEAR, BORDER_REPLICATE (out(x, y) = bilinear sample of the source at A (x, y, 1),
coordinates clamped to the border); connectedComponents (8-neighbours, on the small maps). The rest is numpy."""
import csv, os, sys, time
import cv2, numpy as np, onnxruntime as ort

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<"
HERE = os.path.dirname(os.path.abspath(__file__))
COARSE, FINE = 640, 640            # longest side of the whole picture; width of the rectified zone
STRIP_H, STRIP_CAP, STRIP_PITCH, MARGIN = 32, 18.0, 16.0, 3.0
CLOCK = {}


def timed(name, t0): CLOCK.setdefault(name, []).append((time.thread_time() - t0) * 1e3)


def session(path):
    o = ort.SessionOptions()
    o.intra_op_num_threads = o.inter_op_num_threads = 1
    return ort.InferenceSession(path, o, providers=["CPUExecutionProvider"])


class Models:
    def __init__(self, folder=HERE):
        self.finder = session(os.environ.get("MRZ_FINDER", os.path.join(folder, "mrz_finder.onnx")))
        self.reader = session(os.environ.get("MRZ_READER", os.path.join(folder, "mrz_reader.onnx")))


# ---------------------------------------------------------------- the finder
def run_finder(M, grey):
    """grey uint8 [h, w] -> maps [5, ceil(h/4), ceil(w/4)]; the two mask channels as probabilities. Padded with 0 (after normalising) to multiples of 32."""
    h, w = grey.shape
    x = grey.astype(np.float32)
    x = (x - x.mean()) / max(float(x.std()), 16.0)
    p = np.zeros((1, 1, -(-h // 32) * 32, -(-w // 32) * 32), np.float32)
    p[0, 0, :h, :w] = x
    o = M.finder.run(None, {"x": p})[0][0][:, :-(-h // 4), :-(-w // 4)]
    o[:2] = 1 / (1 + np.exp(-o[:2]))
    return o


def cell(i): return 4 * i + 1.5     # map index -> pixel coordinate


def sharpest(x, y, w, angles, bin=3.0):
    """The angle whose direction collapses the weighted points into the sharpest profile across it (greatest sum of squares)."""
    best = None
    for a in angles:
        q = y * np.cos(a) - x * np.sin(a)
        v = float((np.bincount(((q - q.min()) / bin).astype(int), w) ** 2).sum())
        if best is None or v > best[0]: best = (v, float(a))
    return best[1]


def span(v, w, cut=.004):
    """Weighted range without `cut` of the weight at either end."""
    i = np.argsort(v)
    c = np.cumsum(w[i]) / w.sum()
    return float(v[i][np.searchsorted(c, cut)]), float(v[i][min(len(v) - 1, np.searchsorted(c, 1 - cut))])


def zones(o, least=6.0):
    """Coarse map -> oriented zones (centre, direction, length, height, capital height), best first."""
    n, lab = cv2.connectedComponents((o[1] > .5).astype(np.uint8), connectivity=8)
    out = []
    for k in range(1, n):
        ys, xs = np.nonzero(lab == k)
        if len(ys) < 8: continue
        w = o[1, ys, xs]
        core = float(o[0, ys, xs].sum())
        d = np.array([(o[2, ys, xs] * w).sum(), (o[3, ys, xs] * w).sum()])
        if np.hypot(*d) < 1e-6: continue
        d /= np.hypot(*d)
        pts = np.stack([cell(xs), cell(ys)], 1)
        c = (pts * w[:, None]).sum(0) / w.sum()
        lw = o[0, ys, xs] + .02                         # the lines themselves tell the angle: within 45 degrees of the mean direction
        a0 = float(np.arctan2(d[1], d[0]))
        a = sharpest(*pts.T, lw, a0 + np.deg2rad(np.arange(-45, 46, 3)))
        a = sharpest(*pts.T, lw, a + np.deg2rad(np.arange(-3, 3.1, .5)))
        d = np.array([np.cos(a), np.sin(a)])
        u, v = (pts - c) @ d, (pts - c) @ np.array([-d[1], d[0]])
        cap = 16 * float(np.exp((o[4, ys, xs] * w).sum() / w.sum()))
        out.append([core, pts, d, cap, u.max() - u.min() + 4, v.max() - v.min() + 4, c, lw])
    out.sort(key=lambda z: -z[0])
    # pieces of one zone (cut by glare, a finger): same direction, same band
    used, res = set(), []
    for i, z in enumerate(out):
        if i in used or z[0] < least: continue
        pts, core, lw = [z[1]], z[0], [z[7]]
        for j in range(i + 1, len(out)):
            if j in used: continue
            y = out[j]
            r = y[6] - z[6]
            if abs(y[2] @ z[2]) > .9 and abs(r @ np.array([-z[2][1], z[2][0]])) < .5 * max(z[5], y[5]) and abs(r @ z[2]) < .5 * (z[4] + y[4]) + 6 * z[3] and abs(np.log(y[3] / z[3])) < .5:
                used.add(j); pts.append(y[1]); core += y[0]; lw.append(y[7])
        d = z[2]
        nrm = np.array([-d[1], d[0]])
        P, lw = np.concatenate(pts), np.concatenate(lw)
        (u0, u1), (v0, v1) = span(P @ d, lw), span(P @ nrm, lw)
        L, H = u1 - u0 + 4, v1 - v0 + 4
        c = d * (u0 + u1) / 2 + nrm * (v0 + v1) / 2
        if L < 2.5 * H and L < 60: continue
        res.append(dict(c=c, d=d, L=float(L), H=float(H), cap=z[3], core=core))
    return res[:3]


def sample(grey, A, w, h):
    """out(x, y) = grey at A (x, y, 1), w x h. Where A shrinks by more than 1.25 the region is first reduced by area averaging."""
    f = float(np.sqrt(abs(np.linalg.det(A[:, :2]))))
    if f > 1.25:
        q = A @ np.array([[0, w, w, 0], [0, 0, h, h], [1, 1, 1, 1.]])
        x0, y0 = np.maximum(np.floor(q.min(1)).astype(int) - 4, 0)
        x1, y1 = np.minimum(np.ceil(q.max(1)).astype(int) + 5, grey.shape[::-1])
        if x1 - x0 < 4 or y1 - y0 < 4: return np.full((h, w), 128, np.uint8)
        nw, nh = max(2, int(round((x1 - x0) / f))), max(2, int(round((y1 - y0) / f)))
        fx, fy = (x1 - x0) / nw, (y1 - y0) / nh
        grey = cv2.resize(grey[y0:y1, x0:x1], (nw, nh), interpolation=cv2.INTER_AREA)
        # full-size coordinate X lies at (X - x0 + .5) / fx - .5 in the reduced region
        A = np.array([[1 / fx, 0], [0, 1 / fy]]) @ A + np.array([[0, 0, (.5 - x0) / fx - .5], [0, 0, (.5 - y0) / fy - .5]])
    return cv2.warpAffine(grey, A.astype(np.float64), (w, h), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE)


def rectify(z, scale):
    """Affine map of the fine picture (FINE wide) into the native picture for a coarse zone; scale = native px per coarse px."""
    L, H, cap = z["L"] * scale, z["H"] * scale, z["cap"] * scale
    c = (z["c"] + .5) * scale - .5
    s = (L * 1.16 + 2 * cap) / FINE                 # native px per fine px
    h = int(np.clip(-(-(H + 4 * cap) / s // 32) * 32, 64, 352))
    d = z["d"]
    R = np.array([[d[0], -d[1]], [d[1], d[0]]]) * s
    return np.hstack([R, (c - R @ np.array([(FINE - 1) / 2, (h - 1) / 2]))[:, None]]), h


def lines_of(o):
    """Fine map -> lines, top to bottom: [x0, x1, intercept, slope, capital height, weight] in fine pixels; nearly horizontal.
    Slope by the sharpest profile of y - slope x, lines at the profile's peaks, each fitted on its own cells."""
    ys, xs = np.nonzero(o[0] > .35)
    if len(ys) < 12: return []
    w = o[0, ys, xs]
    x, y, hgt = cell(xs), cell(ys), o[4, ys, xs]
    cap = 16 * float(np.exp(np.average(hgt, weights=w)))
    fy, fx = np.nonzero(o[0] > .15)
    fx, fy = cell(fx), cell(fy)
    mid = FINE / 2
    b = np.tan(sharpest(x, y, w, np.deg2rad(np.arange(-24, 24.1, 2))))
    b = np.tan(sharpest(x, y, w, np.arctan(b) + np.deg2rad(np.arange(-2, 2.1, .5)), 2.0))
    q = y - b * (x - mid)
    q0 = q.min()
    prof = np.bincount(np.round((q - q0) / 2).astype(int), w)
    prof = np.convolve(np.r_[0, 0, prof, 0, 0], [.5, 1, .5], "same")
    peaks = [i for i in range(1, len(prof) - 1) if prof[i] >= prof[i - 1] and prof[i] > prof[i + 1] and prof[i] > .25 * prof.max()]
    peaks.sort(key=lambda i: -prof[i])
    keep = []
    for i in peaks:
        if all(abs(i - j) * 2 > .9 * cap for j in keep): keep.append(i)
    out = []
    for i in keep[:5]:
        a, s = q0 + (i - 2) * 2, b                     # y = a + s (x - mid)
        for tol in (.55, .5, .5):
            m = np.abs(y - a - s * (x - mid)) < tol * cap
            if m.sum() < 6: break
            # longest stretch without a gap of more than 5 capital heights
            o_ = np.argsort(x[m])
            idx = np.flatnonzero(m)[o_]
            cuts = np.flatnonzero(np.diff(x[idx]) > 5 * cap)
            parts = np.split(idx, cuts + 1)
            idx = max(parts, key=lambda p: w[p].sum())
            ww, xx, yy = w[idx], x[idx], y[idx]
            mx, my = np.average(xx, weights=ww), np.average(yy, weights=ww)
            if xx.max() - xx.min() > 80: s = float((ww * (xx - mx) * (yy - my)).sum() / (ww * (xx - mx) ** 2).sum())
            a = my - s * (mx - mid)
        if m.sum() < 6: continue
        # the ends: also where the net is less sure
        near = (np.abs(fy - a - s * (fx - mid)) < .5 * cap) & (fx > xx.min() - 2.5 * cap) & (fx < xx.max() + 2.5 * cap)
        e0, e1 = min(xx.min(), fx[near].min()), max(xx.max(), fx[near].max())
        out.append([float(e0) - 2, float(e1) + 2, a - s * mid, s, 16 * float(np.exp(np.average(hgt[idx], weights=ww))), float(ww.sum()), float(np.average(o[2, ys[idx], xs[idx]], weights=ww))])
    if not out: return []
    longest = max(l[1] - l[0] for l in out)
    out = [l for l in out if l[1] - l[0] > .3 * longest and l[1] - l[0] > 40]
    out.sort(key=lambda l: -l[5])
    out = out[:4]
    out.sort(key=lambda l: l[2] + l[3] * mid)
    return out


def zone_of(A, fh, ls, a, scale):
    """A coarse zone again from the lines of a fine picture that turned out to be tilted by the angle a."""
    d, nrm = np.array([np.cos(a), np.sin(a)]), np.array([-np.sin(a), np.cos(a)])
    P = np.array([[x, l[2] + l[3] * x] for l in ls for x in l[:2]])
    u, v = P @ d, P @ nrm
    c = d * (u.min() + u.max()) / 2 + nrm * (v.min() + v.max()) / 2
    s = float(np.sqrt(abs(np.linalg.det(A[:, :2])))) / scale       # coarse px per fine px
    cap = float(np.median([l[4] for l in ls]))
    D = A[:, :2] @ d
    return dict(c=(A[:, :2] @ c + A[:, 2] + .5) / scale - .5, d=D / np.hypot(*D), L=(u.max() - u.min()) * s, H=(v.max() - v.min() + cap) * s, cap=cap * s, core=0)


# ---------------------------------------------------------------- the reader
def strips(grey, A, lines, N=None, more=(0, 0)):
    """Strips [n, 32, W] of the lines of a zone, per strip the map strip -> native, and the number of advances (may be a fraction) assumed between the ends."""
    n = len(lines)
    cap = float(np.median([l[4] for l in lines]))
    best = max(lines, key=lambda l: l[5])            # all lines of a zone begin and end together
    x0 = min(l[0] for l in lines if abs(l[0] - best[0]) < 12 * cap)
    x1 = max(l[1] for l in lines if abs(l[1] - best[1]) < 12 * cap)
    if n > 1:                                       # distance of the lines: 1.65 advances on 3-line documents, 2.47 on 2-line ones
        mid = FINE / 2
        gap = float(np.median(np.diff([l[2] + l[3] * mid for l in lines])))
        est = (x1 - x0) / gap * (1.65 if n >= 3 else 2.47)
    else: est = (x1 - x0) / cap
    if N is None: N = (30 if est < 37 else 44) if n >= 3 else (36 if est < 39.8 else 44)
    pitch = (x1 - x0) / N
    cap = float(np.sqrt(cap * pitch))        # the advance is about one capital height: halves the error of the measured height
    x0, x1 = x0 - more[0] * pitch, x1 + more[1] * pitch
    ux = pitch / STRIP_PITCH                         # fine px per strip px
    uy = cap / STRIP_CAP
    W = int(-(-(N + sum(more) + 2 * MARGIN) * STRIP_PITCH // 32) * 32)
    out, maps = [], []
    for l in lines:
        a, b = l[2], l[3]
        m = 1 / np.hypot(1, b)
        xc = (x0 + x1) / 2
        R = np.array([[ux * m, -b * m * uy], [b * m * ux, m * uy]])
        B = np.hstack([R, (np.array([xc, a + b * xc]) - R @ np.array([(W - 1) / 2, (STRIP_H - 1) / 2]))[:, None]])
        T = A[:, :2] @ B
        T[:, 2] += A[:, 2]
        maps.append(T)
        out.append(sample(grey, T, W, STRIP_H))
    return np.stack(out), maps, N


def run_reader(M, s):
    """uint8 [n, 32, W] -> log-probabilities [n, W/4, 38]; class 0 blank, then ALPHABET."""
    x = s.astype(np.float32)
    x = (x - x.mean((1, 2), keepdims=True)) / np.maximum(x.std((1, 2), keepdims=True), 8)
    o = M.reader.run(None, {"x": x[:, None]})[0]
    o = o - o.max(-1, keepdims=True)
    return o - np.log(np.exp(o).sum(-1, keepdims=True))


def touching(lp):
    """Is there text within 1.5 advances of the left, right end of the strips (of at least half of them)?"""
    q = lp[..., 0] < np.log(.3)
    return [bool(e.any(1).mean() >= .5) for e in (q[:, :6], q[:, -6:])]


def greedy(lp):
    q, s, last = lp.argmax(-1), "", 0
    for c in q:
        if c and c != last: s += ALPHABET[c - 1]
        last = c
    return s


def align(lp, N, floor=-5.0):
    """Exactly N characters at nearly even distances: returns (score, frames). Frames within 1 of a character's are free, all others must be blank.
    Score per line = sum of log P(best character) + log P(blank) of the rest + spacing prior."""
    T = len(lp)
    p = np.exp(lp)
    nb = p[:, 1:]
    sm = nb.copy()
    sm[1:] += nb[:-1]; sm[:-1] += nb[1:]             # a character's evidence: its frame and both neighbours
    e = np.log(np.maximum(sm.max(1) / np.maximum(p[:, :].sum(1) + np.r_[0, p[:-1].sum(1)] + np.r_[p[1:].sum(1), 0], 1e-9), 1e-6))
    bl = np.maximum(lp[:, 0], floor)
    cb = np.r_[0, np.cumsum(bl)]                     # cb[b] - cb[a] = blanks a..b-1
    ideal = estimate_pitch(lp)
    steps = [d for d in range(2, 9) if .55 * ideal < d < 1.5 * ideal + .5]
    best = np.full((N, T), -1e9)
    back = np.zeros((N, T), np.int16)
    t = np.arange(T)
    best[0] = e + cb[np.maximum(t - 1, 0)]
    for i in range(1, N):
        for d in steps:
            gap = cb[np.maximum(t[d:] - 1, 0)] - cb[np.minimum(t[:-d] + 2, T)] if d > 3 else 0.0
            v = best[i - 1, :-d] + e[d:] + gap - .5 * ((d - ideal) / .75) ** 2
            m = v > best[i, d:]
            best[i, d:][m] = v[m]
            back[i, d:][m] = d
    fin = best[N - 1] + cb[T] - cb[np.minimum(t + 2, T)]
    k = int(fin.argmax())
    pos = [k]
    for i in range(N - 1, 0, -1):
        k -= int(back[i, k]); pos.append(k)
    return float(fin.max()), np.array(pos[::-1])


def estimate_pitch(lp):
    """Frames per character from the distances of the non-blank runs (median of the plausible ones)."""
    q = lp.argmax(-1) > 0
    edges = np.flatnonzero(np.diff(np.r_[0, q.astype(np.int8), 0]))
    c = (edges[::2] + edges[1::2] - 1) / 2
    d = np.diff(c)
    d = d[(d > 2.4) & (d < 6.5)]
    return float(d.mean()) if len(d) >= 5 else STRIP_PITCH / 4


def characters(lp, pos):
    """log-probabilities [N, 37] of the characters at the aligned frames (blank left out, three frames added, renormalised)."""
    p = np.exp(lp[:, 1:])
    a = np.stack([p[max(0, t - 1):t + 2].sum(0) for t in pos]) + 1e-7
    return np.log(a / a.sum(1, keepdims=True))


# ---------------------------------------------------------------- formats, position types, check digits
DIG, LET, ANY, SEX, LETF = "0123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", ALPHABET, "MFX<", "ABCDEFGHIJKLMNOPQRSTUVWXYZ<"
DIGF = DIG + "<"


def spread(*parts): return [s for s, n in parts for _ in range(n)]


FORMATS = {  # per line the allowed characters; check digits as (digit position, covered positions), positions count over all lines
    "TD1": ([spread(("ACI", 1), (ANY, 1), (LETF, 3), (ANY, 9), (DIGF, 1), (ANY, 15)),
             spread((DIGF, 6), (DIG, 1), (SEX, 1), (DIGF, 6), (DIG, 1), (LETF, 3), (ANY, 11), (DIG, 1)), spread((LETF, 30))],
            [(14, range(5, 14)), (36, range(30, 36)), (44, range(38, 44)), (59, [*range(5, 30), *range(30, 37), *range(38, 45), *range(48, 59)])]),
    "TD2": ([spread(("ACI", 1), (LETF, 35)), spread((ANY, 9), (DIGF, 1), (LETF, 3), (DIGF, 6), (DIG, 1), (SEX, 1), (DIGF, 6), (DIG, 1), (ANY, 7), (DIG, 1))],
            [(45, range(36, 45)), (55, range(49, 55)), (63, range(57, 63)), (71, [*range(36, 46), *range(49, 56), *range(57, 71)])]),
    "TD3": ([spread(("P", 1), (LETF, 43)), spread((ANY, 9), (DIG, 1), (LETF, 3), (DIGF, 6), (DIG, 1), (SEX, 1), (DIGF, 6), (DIG, 1), (ANY, 14), (DIGF, 1), (DIG, 1))],
            [(53, range(44, 53)), (63, range(57, 63)), (71, range(65, 71)), (86, range(72, 86)), (87, [*range(44, 54), *range(57, 64), *range(65, 87)])]),
    "MRVB": ([spread(("V", 1), (LETF, 35)), spread((ANY, 9), (DIG, 1), (LETF, 3), (DIGF, 6), (DIG, 1), (SEX, 1), (DIGF, 6), (DIG, 1), (ANY, 8))],
             [(45, range(36, 45)), (55, range(49, 55)), (63, range(57, 63))]),
    "MRVA": ([spread(("V", 1), (LETF, 43)), spread((ANY, 9), (DIG, 1), (LETF, 3), (DIGF, 6), (DIG, 1), (SEX, 1), (DIGF, 6), (DIG, 1), (ANY, 16))],
             [(53, range(44, 53)), (63, range(57, 63)), (71, range(65, 71))]),
    "FRA": ([spread(("I", 1), ("D", 1), (LET, 3), (LETF, 25), (ANY, 6)), spread((ANY, 12), (DIG, 1), (LETF, 14), (DIG, 6), (DIG, 1), (SEX, 1), (DIG, 1))],
            [(48, range(36, 48)), (69, range(63, 69)), (71, range(0, 71))]),
}
VALUE = {c: i for i, c in enumerate(DIG + LET)} | {"<": 0}


def checks_ok(s, checks):
    """Per check digit: holds? A filler counts as 0."""
    return [VALUE[s[d]] == sum(VALUE[s[i]] * (7, 3, 1)[k % 3] for k, i in enumerate(cov)) % 10 and s[d] in DIGF for d, cov in checks]


SURE = -.9                          # mean log-probability of the best characters below which there is no reading
LEFT_OUT = 25.0                     # what a line that a hypothesis does not use costs (nats)


def priors(m):
    """Where letters and digits are both allowed: shapes that coincide in some prints lean to the digit (a document number rarely holds an O)."""
    for col in m:
        for l, d, v in (("O", "0", 1.0), ("I", "1", .5)):
            if col[ALPHABET.index(d)] > -30 and col[ALPHABET.index(l)] > -30: col[ALPHABET.index(l)] -= v
    return m


def interpret(chars, scores):
    """chars[N][i] = [N, 37], scores[N][i] for every line i -> best (format, N, first line, raw text, typed text, repaired text, checks, log-probabilities)."""
    best = None
    for f, (types, checks) in FORMATS.items():
        N, n = len(types[0]), len(types)
        total = len(scores[N])
        allow = np.array([[c in t for c in ALPHABET] for l in types for t in l])
        for i in range(total - n + 1):
            lp = np.concatenate(chars[N][i:i + n])
            m = np.where(allow, lp, -30.0)
            v = m.max(1).sum() - lp.max(1).sum() + sum(scores[N][i:i + n]) - LEFT_OUT * (total - n)
            m = priors(m)
            s = "".join(ALPHABET[k] for k in m.argmax(1))
            v += 4.0 * sum(checks_ok(s, checks))
            if f in ("MRVA", "MRVB"): v += .5
            if best is None or v > best[0]: best = (v, f, N, i, lp, m, s, checks)
    if best is None: return None
    v, f, N, i, lp, m, s, checks = best
    sure = float(lp.max(1).mean())
    rep = repair(m, s, checks) if sure > -.25 else s     # no repair of what is hardly a reading
    return dict(value=v, format=f, N=N, first=i, raw="".join(ALPHABET[k] for k in lp.argmax(1)), typed=s, text=rep, ok=checks_ok(rep, checks), logp=m, sure=sure)


def repair(m, s, checks, most=7.0):
    """Cheapest one or two substitutions under which all check digits hold, if it costs at most `most` (nats)."""
    if all(checks_ok(s, checks)): return s
    cols = sorted({i for d, c in checks for i in [d, *c]})
    top = m.max(1)
    cand = sorted((top[i] - m[i, k], i, k) for i in cols for k in range(37) if ALPHABET[k] != s[i] and top[i] - m[i, k] < most)[:60]
    best = (most, s)
    put = lambda t, i, k: t[:i] + ALPHABET[k] + t[i + 1:]
    for a, (ca, i, k) in enumerate(cand):
        t = put(s, i, k)
        if ca < best[0] and all(checks_ok(t, checks)): best = (ca, t)
        for cb, j, l in cand[a + 1:]:
            if ca + cb >= best[0]: break
            if j != i and all(checks_ok(u := put(t, j, l), checks)): best = (ca + cb, u)
    return best[1]


# ---------------------------------------------------------------- whole
def read_lines(M, grey, A, ls, dump=None):
    """Lines of a fine picture -> reading. Tries to fill in a line the finder has not seen."""
    def part(ls, N=None, more=(0, 0)):
        t = time.thread_time()
        st, maps, used = strips(grey, A, ls, N, more)
        timed("strips", t); t = time.thread_time()
        lp = run_reader(M, st)
        timed("reader", t); t = time.thread_time()
        if dump: cv2.imwrite(dump + "_strips.png", st.reshape(-1, st.shape[2]))
        al = {N: [align(q, N) for q in lp] for N in (30, 36, 44)}
        chars = {N: [characters(q, pos) for q, (_, pos) in zip(lp, v)] for N, v in al.items()}
        timed("decode", t)
        return chars, {N: [a[0] for a in v] for N, v in al.items()}, [greedy(q) for q in lp], used * STRIP_PITCH / 4 / float(np.median([estimate_pitch(q) for q in lp])), touching(lp), used
    chars, scores, text, count, touch, used = part(ls)   # count: advances between the ends as the reading measures them
    if not .8 < count / used < 1.25 or any(touch):       # advance far from what the reader likes, or text at an end: once more with the measured one
        used, more = count, (8 * touch[0], 8 * touch[1])
        chars, scores, text, count, touch, _ = part(ls, used, more)
    else: more = (0, 0)
    for _ in range(2):                                   # text still runs into an end of the strips: the finder saw too little of the lines
        if not any(touch): break
        more = (more[0] + 8 * touch[0], more[1] + 8 * touch[1])
        chars, scores, text, count, touch, _ = part(ls, used, more)
    N = max(scores, key=lambda k: sum(scores[k]))
    need = 3 if N == 30 else 2
    if len(ls) < need:
        cap = float(np.median([l[4] for l in ls]))
        mid = FINE / 2
        yc = [l[2] + l[3] * mid for l in ls]
        new = []
        if len(ls) == 2:
            gap = yc[1] - yc[0]
            if gap > 2.7 * cap: new = [[*ls[0][:2], (ls[0][2] + ls[1][2]) / 2, (ls[0][3] + ls[1][3]) / 2, cap, 0, 0]]
            else: new = [[*ls[0][:2], ls[0][2] - gap, ls[0][3], cap, 0, 0], [*ls[1][:2], ls[1][2] + gap, ls[1][3], cap, 0, 0]]
        elif len(ls) == 1:
            gap = cap * (1.75 if N == 30 else 2.2)
            new = [[*ls[0][:2], ls[0][2] + k * gap, ls[0][3], cap, 0, 0] for k in ((-2, -1, 1, 2) if N == 30 else (-1, 1))]
        ls = sorted(ls + new, key=lambda l: l[2] + l[3] * mid)
        chars, scores, text, count, touch, _ = part(ls, used, more)
    t = time.thread_time()
    r = interpret(chars, scores)
    timed("search", t)
    if r is None: return None
    n, N = len(FORMATS[r["format"]][0]), r["N"]
    cut = lambda q: [q[i:i + N] for i in range(0, len(q), N)]
    r.update(lines=cut(r["text"]), raw=cut(r["raw"]), typed=cut(r["typed"]), greedy=text[r["first"]:r["first"] + n], fine=ls)
    return r


def read(M, picture, dump=None):
    """picture BGR or grey -> dict or None."""
    t = time.thread_time()
    grey = picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    timed("grey", t)
    best = look(M, grey, COARSE, dump)
    if (best is None or best["sure"] < -.3) and max(grey.shape) > 1.3 * COARSE:        # small in a big picture
        y = look(M, grey, 1.6 * COARSE, dump)
        if y and (best is None or y["value"] > best["value"]): best = y
    if best and best["sure"] < SURE: best = None        # not a reading
    return best


def look(M, grey, size, dump=None):
    """One search with the longest side brought to `size`."""
    t = time.thread_time()
    h, w = grey.shape
    scale = max(h, w) / size                         # native px per coarse px
    small = cv2.resize(grey, (max(8, round(w / scale)), max(8, round(h / scale))), interpolation=cv2.INTER_AREA if scale > 1 else cv2.INTER_LINEAR)
    timed("resize", t); t = time.thread_time()
    o = run_finder(M, small)
    timed("finder coarse", t); t = time.thread_time()
    zs = zones(o)
    timed("zones", t)
    best = None
    for z in zs:
        t = time.thread_time()
        A, fh = rectify(z, scale)
        fine = sample(grey, A, FINE, fh)
        timed("rectify", t); t = time.thread_time()
        of = run_finder(M, fine)
        timed("finder fine", t); t = time.thread_time()
        ls = lines_of(of)
        timed("lines", t)
        if ls:
            a = float(np.arctan(np.median([l[3] for l in ls])))
            x0, x1 = min(l[0] for l in ls), max(l[1] for l in ls)
            cut0, cut1 = x0 < 8, x1 > FINE - 8
        if ls and (abs(np.tan(a)) > .1 or cut0 or cut1):          # oblique, or running out of the picture: turn, widen, look once more
            ends = [[x0 - .5 * (x1 - x0) * cut0, x1 + .5 * (x1 - x0) * cut1, *l[2:]] for l in ls] if cut0 or cut1 else ls
            A2, fh2 = rectify(zone_of(A, fh, ends, a, scale), scale)
            f2 = sample(grey, A2, FINE, fh2)
            o2 = run_finder(M, f2)
            l2 = lines_of(o2)
            if sum(l[5] for l in l2) > .5 * sum(l[5] for l in ls): A, fh, fine, of, ls = A2, fh2, f2, o2, l2
        if dump: cv2.imwrite(dump + "_fine.png", np.vstack([fine, cv2.resize((of[0] * 255).astype(np.uint8), (FINE, fh), interpolation=cv2.INTER_NEAREST)]))
        if not ls: continue
        R = np.array([[-1, 0, FINE - 1], [0, -1, fh - 1.]])       # the same picture turned by 180 degrees
        turned = np.hstack([A[:, :2] @ R[:, :2], (A[:, :2] @ R[:, 2] + A[:, 2])[:, None]])
        back = [[FINE - 1 - l[1], FINE - 1 - l[0], fh - 1 - l[2] - l[3] * (FINE - 1), l[3], *l[4:]] for l in ls][::-1]
        ways = [(A, ls), (turned, back)]
        if sum(l[5] * l[6] for l in ls) < 0: ways.reverse()       # mean cosine of the direction in the fine map
        x = read_lines(M, grey, *ways[0], dump)
        if x is None or x["sure"] < -.12:
            y = read_lines(M, grey, *ways[1], dump and dump + "_flip")
            if y and (x is None or y["value"] > x["value"]): x = y
        if x is None: continue
        x["zone"] = z
        if best is None or x["value"] > best["value"]: best = x
        if best["sure"] > -.15: break
    return best


def evaluate(folder, truth, dump=None):
    M = Models()
    rows = list(csv.DictReader(open(truth, newline="")))
    count = dict(raw=0, typed=0, repaired=0)
    n, miss, total, wrong_valid = 0, [], [], []
    for r in rows:
        im = cv2.imread(os.path.join(folder, r["file"]))
        want = [l for l in (r["line1"], r["line2"], r["line3"]) if l]
        if im is None: print("unreadable", r["file"]); continue
        t = time.thread_time()
        x = read(M, im, os.path.join(dump, r["file"]) if dump else None)
        total.append((time.thread_time() - t) * 1e3)
        if r["type"] == "NONE":
            if x and x.get("ok") and all(x["ok"]): wrong_valid.append(r["file"])
            continue
        n += 1
        got = {k: bool(x) and x[v] == want for k, v in (("raw", "raw"), ("typed", "typed"), ("repaired", "lines"))}
        for k in count: count[k] += got[k]
        if not got["repaired"]:
            if x and x.get("ok") and all(x["ok"]): wrong_valid.append(r["file"])
            miss.append((r, x, want))
    for r, x, want in miss:
        print(f"\nMISS {r['file']} {r['type']} {r.get('note', '')}: " + ("no zone" if x is None else f"read as {x['format']}, {len(x['fine'])} lines, checks {x.get('ok')}, sure {x['sure']:.2f}"))
        for i, l in enumerate(want):
            g = x["lines"][i] if x and i < len(x["lines"]) else ""
            print("  want", l)
            if g: print("  got ", g, f" {sum(a != b for a, b in zip(l, g))} wrong" if len(g) == len(l) else " other length")
            elif x and i < len(x["greedy"]): print("  ctc ", x["greedy"][i])
    print(f"\n{n} documents: exact raw {count['raw']}, with position types {count['typed']}, with check digits {count['repaired']}; wrong but valid {len(wrong_valid)} {wrong_valid}")
    print(f"ms of CPU time a picture, one thread: median {np.median(total):.1f}, mean {np.mean(total):.1f}, greatest {max(total):.1f}; median of parts: " + ", ".join(f"{k} {np.median(v):.1f}" for k, v in CLOCK.items()))


if __name__ == "__main__":
    cv2.setNumThreads(1)
    if sys.argv[1] == "evaluate":
        d = sys.argv[sys.argv.index("--dump") + 1] if "--dump" in sys.argv else None
        if d: os.makedirs(d, exist_ok=True)
        evaluate(sys.argv[2], sys.argv[3], d)
    else:
        x = read(Models(), cv2.imread(sys.argv[2]))
        print("no zone" if x is None else "\n".join([x["format"], *x["lines"], str(x.get("ok"))]))
