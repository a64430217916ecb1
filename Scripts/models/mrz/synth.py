"""Synthetic MRZ text: contents, glyphs and line strips. Nothing here comes from a real document.

Fonts: OCR-B (Debian fonts-ocr-b) from /usr/share/fonts; DejaVu, Liberation, FreeFont, ... from the folders in MRZ_FONTS (':'-separated)."""
import glob, os, string
import cv2, numpy as np
from PIL import Image, ImageDraw, ImageFont

ALPHABET = string.ascii_uppercase + string.digits + "<"      # class = index + 1, class 0 is blank
FOLDERS = os.environ.get("MRZ_FONTS", "/usr/share/fonts").split(":")
CAP, PITCH, CELL_H = 40, 44, 72                              # atlas cell: capital height, advance, cell height (capital centred)
STRIP_H, STRIP_CAP, STRIP_PITCH, STRIDE = 32, 18, 16, 4      # what the reader gets: height, capital height, advance, output stride


def font_files():
    f = []
    for d in FOLDERS:
        for e in ("ttf", "otf"): f += glob.glob(os.path.join(d, "**", "*." + e), recursive=True)
    return sorted(f, key=os.path.basename)


def atlas(path, wide=1.0):
    """Glyph cells [37, CELL_H, PITCH*2] as coverage 0..1, each centred in a double-width cell so that wide glyphs may overlap their neighbours."""
    F = ImageFont.truetype(path, 200)
    t, b = F.getbbox("H", anchor="ls")[1::2]
    F = ImageFont.truetype(path, 200 * CAP * 2 / (b - t))
    t, b = F.getbbox("H", anchor="ls")[1::2]
    mono = abs(F.getlength("I") - F.getlength("W")) < 1
    cells = []
    for c in ALPHABET:
        im = Image.new("L", (PITCH * 4, CELL_H * 2), 0)
        adv = F.getlength(c) if mono else sum(F.getbbox(c, anchor="ls")[0:3:2])
        ImageDraw.Draw(im).text((PITCH * 2 - adv / 2, CELL_H - (t + b) / 2), c, font=F, fill=255, anchor="ls")
        cells.append(cv2.resize(np.asarray(im), (PITCH * 2, CELL_H), interpolation=cv2.INTER_AREA))
    a = np.stack(cells).astype(np.float32) / 255
    if mono:                                                # squeeze the font's own advance to the atlas advance
        s = PITCH / (F.getlength("H") / 2)
        M = np.float32([[s, 0, PITCH * (1 - s)], [0, 1, 0]])
        a = np.stack([cv2.warpAffine(g, M, (PITCH * 2, CELL_H), flags=cv2.INTER_LINEAR) for g in a])
    return a


def load_fonts():
    """[(weight, atlas)]: OCR-B most of the time, other upright fonts now and then."""
    out = []
    for f in font_files():
        n = os.path.basename(f)
        if n in ("OCRB.otf", "OCRBS.otf"): out.append((30., atlas(f)))
        elif n == "OCRBL.otf": out.append((1., atlas(f)))
        elif "OCR" in n or "Italic" in n or "Oblique" in n or "Math" in n or "Symbol" in n: continue
        elif "Mono" in n or "Hack" in n or "Inconsolata" in n or "Courier" in n: out.append((.2, atlas(f)))
        elif n.startswith(("LiberationSans", "DejaVuSans", "FreeSans")): out.append((.04, atlas(f)))
    w = np.array([o[0] for o in out])
    return [o[1] for o in out], w / w.sum()


# ---------------------------------------------------------------- contents
def check(s):
    v = {c: i for i, c in enumerate(string.digits + string.ascii_uppercase)}
    return str(sum(v.get(c, 0) * (7, 3, 1)[i % 3] for i, c in enumerate(s)) % 10)


STATES = "AUT BEL BGR CAN CHE CYP CZE D<< DNK ESP EST FIN FRA GBR GRC HRV HUN IRL ISL ITA JPN KOR LIE LTU LUX LVA MEX MLT NLD NOR NZL POL PRT ROU RUS SVK SVN SWE TUR TWN UKR USA UTO VNM ZAF AUS BRA CHN IND ISR SRB MKD MDA ALB GEO".split()
SYL = "AN BE CI DO EL FA GI HO IR JU KA LO MI NE OR PE QUI RA SO TI UL VO WA XE YO ZI STEIN MANN SON OVA SKI ESCU IC NEN DOTTIR POULOS EZ BERG LI ZZ OO".split()


def name(r):
    s = "".join(r.choice(SYL) for _ in range(r.integers(2, 5)))
    if r.random() < .3: s += "<" + "".join(r.choice(SYL) for _ in range(r.integers(1, 4)))
    g = "<".join("".join(r.choice(SYL) for _ in range(r.integers(1, 4))) for _ in range(r.integers(1, 3)))
    if r.random() < .15: s, g = r.choice(["SPECIMEN", "MUSTERMANN", "SAMPLE", "VZOR"]), r.choice(["JOHN", "ERIKA", "IOANNIS", "ZOI"])
    return s + "<<" + g


def rand(r, n, chars): return "".join(chars[i] for i in r.integers(0, len(chars), n))


def date(r): return f"{r.integers(0, 100):02d}{r.integers(1, 13):02d}{r.integers(1, 29):02d}"


def zone(r):
    """Lines of one random document of a random format, with right check digits."""
    kind = r.choice(["TD1", "TD2", "TD3", "MRVA", "MRVB"], p=[.42, .08, .38, .06, .06])
    st = str(r.choice(STATES))
    num = rand(r, 9, string.digits if r.random() < .4 else ALPHABET[:-1])
    if r.random() < .5: num = rand(r, int(r.integers(1, 3)), string.ascii_uppercase) + rand(r, 8, string.digits)
    num = (num[:int(r.integers(6, 10))] + "<" * 9)[:9]
    a, b = date(r), date(r)
    sex, nm = str(r.choice(list("MF<"), p=[.45, .45, .1])), name(r)
    opt = rand(r, int(r.integers(0, 15)), string.digits if r.random() < .6 else ALPHABET) if r.random() < .6 else ""
    mid = st + a + check(a) + sex + b + check(b)
    fill = lambda s, n: (s + "<" * n)[:n]
    if kind == "TD1":
        l1 = fill(str(r.choice(["I<", "ID", "AC", "IR", "C<"])) + st + num + check(num) + opt, 30)
        l2 = a + check(a) + sex + b + check(b) + st + fill(rand(r, 5, string.digits) if r.random() < .2 else "", 11)
        return kind, [l1, l2 + check(l1[5:] + l2[:7] + l2[8:15] + l2[18:29]), fill(nm, 30)]
    n = 44 if kind in ("TD3", "MRVA") else 36
    l1 = fill(str(r.choice({"TD3": ["P<", "PA", "PM", "PD"], "TD2": ["I<", "ID"]}.get(kind, ["V<", "VC"]))) + st + nm, n)
    l2 = num + check(num) + mid
    if kind == "TD3":
        o = fill(opt, 14)
        l2 += o + (check(o) if o.strip("<") or r.random() < .5 else "<")
        l2 += check(l2[:10] + l2[13:20] + l2[21:43])
    elif kind == "TD2":
        l2 = fill(l2 + opt[:7], 35)
        l2 += check(l2[:10] + l2[13:20] + l2[21:35])
    return kind, [l1, fill(l2 + (opt if "MRV" in kind else ""), n)]


# ---------------------------------------------------------------- drawing
def draw_line(r, fonts, weights, text, glyphs=None, pitch=1.0, wander=True):
    """Coverage [CELL_H, *] of a line and the x centres of its characters (canvas pixels)."""
    a = glyphs if glyphs is not None else fonts[r.choice(len(fonts), p=weights)]
    p = PITCH * pitch
    W = int(p * len(text)) + PITCH * 2
    c = np.zeros((CELL_H, W), np.float32)
    xs = []
    jit = r.normal(0, r.choice([0, .3, 1.2]), (len(text), 2)) if wander else np.zeros((len(text), 2))
    for i, ch in enumerate(text):
        x = PITCH + p * (i + .5) + jit[i, 0]
        xs.append(x)
        x0 = int(round(x)) - PITCH
        g = a[ALPHABET.index(ch)]
        dy = int(round(jit[i, 1]))
        if dy: g = np.roll(g, dy, 0)
        u0, u1 = max(0, x0), min(W, x0 + PITCH * 2)
        np.maximum(c[:, u0:u1], g[:, u0 - x0:u1 - x0], out=c[:, u0:u1])
    return c, np.array(xs)


def weight(r, c):
    """Thicker or thinner strokes, broken or smeared ink."""
    k = r.random()
    if k < .25: c = cv2.dilate(c, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (3, 3)), iterations=int(r.integers(1, 3)))
    elif k < .45: c = cv2.erode(c, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (3, 3)))
    if r.random() < .15:                                     # uneven ink
        n = cv2.resize(r.random((6, max(8, c.shape[1] // 12))).astype(np.float32), c.shape[::-1], interpolation=cv2.INTER_CUBIC)
        c = c * np.clip(1.3 - .8 * r.random() * n, 0, 1)
    return c


def texture(r, h, w, strength=1.0):
    """Paper and security print: smooth colour changes, fine waves, other text in outline; about 0 mean."""
    t = np.zeros((h, w), np.float32)
    t += cv2.resize(r.normal(0, 1, (3, 5)).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC) * r.uniform(0, 18)
    yy, xx = np.arange(h, dtype=np.float32)[:, None], np.arange(w, dtype=np.float32)[None]
    for _ in range(r.integers(0, 4)):                         # guilloche
        T, an, amp = r.uniform(2.2, 22), r.uniform(0, np.pi), r.uniform(2, 14)
        X = xx * np.cos(an) + amp * np.sin(xx * r.uniform(.01, .15) + r.uniform(0, 6))
        Y = yy * np.sin(an) + amp * np.sin(yy * r.uniform(.01, .15))
        k = 2 * np.pi / T
        s = np.sin(k * X) * np.cos(k * Y) + np.cos(k * X) * np.sin(k * Y)
        t += (s if r.random() < .5 else (s > r.uniform(.2, .8)) * 1.5) * r.uniform(1, 16) * strength
    if r.random() < .4:                                       # big pale lettering or curves
        o = np.zeros((h, w), np.uint8)
        for _ in range(r.integers(1, 4)):
            cv2.putText(o, "".join(r.choice(list("SPECIMENVZOR"), 5)), (int(r.integers(-w // 4, w)), int(r.integers(0, h + 20))), int(r.integers(0, 8)), r.uniform(.5, 4), 255, int(r.integers(1, 4)), cv2.LINE_AA)
        t += o * (r.normal(0, .12) * strength)
    return t


def degrade(r, x):
    """What printing, scanning, the camera and files do to a grey picture (float 0..255) at its native resolution."""
    if r.random() < .6: x = cv2.GaussianBlur(x, (0, 0), r.uniform(.25, .95))
    if r.random() < .08: # motion
        k = np.zeros((5, 5), np.float32)
        cv2.line(k, (0, int(r.integers(0, 5))), (4, int(r.integers(0, 5))), 1.)
        x = cv2.filter2D(x, -1, (k if r.random() < .5 else k.T) / k.sum())
    if r.random() < .4: x = x + r.normal(0, r.uniform(1, 9), x.shape).astype(np.float32)
    if r.random() < .35: x = x + (x - cv2.GaussianBlur(x, (0, 0), r.uniform(.6, 1.6))) * r.uniform(.3, 2.0)   # sharpening with halos
    if r.random() < .3: x = 255 * (np.clip(x, 0, 255) / 255) ** r.uniform(.6, 1.7)
    x = np.clip(x, 0, 255).astype(np.uint8)
    if r.random() < .65: x = cv2.imdecode(cv2.imencode(".jpg", x, [cv2.IMWRITE_JPEG_QUALITY, int(r.integers(28, 96))])[1], 0)
    return x


def text_for_reader(r, n):
    k = r.random()
    if k < .5:
        l = zone(r)[1]
        s = l[r.integers(len(l))]
    elif k < .75: s = rand(r, 44, ALPHABET[:-1] + "<" * 4)
    elif k < .87:                                             # specimen numbers: runs of one character between others
        s = ""
        while len(s) < 44: s += str(r.choice(list("000O0OI1125889Z<QD"))) * int(r.integers(1, 10)) + rand(r, int(r.integers(0, 4)), ALPHABET[:-1])
        s = s[:44]
    else: s = rand(r, 44, "O0I1Z2S5B8QDG6U<VY7TLCKXMNWH" if r.random() < .7 else "O0OQD0I1O00O")
    return s if len(s) <= n else s[(o := int(r.integers(0, len(s) - n + 1))):o + n]


def strip(r, fonts, weights, W=416):
    """One training sample for the reader: uint8 [32, W] and labels [W/4] (0 = blank, 255 = do not count)."""
    pitch = STRIP_PITCH * np.clip(np.exp(r.normal(0, .1)), .74, 1.38)     # advance in the strip
    n = int(W / pitch)
    text = text_for_reader(r, n - int(r.integers(0, 5)) if r.random() < .5 else n + 2)
    glyphs = fonts[r.choice(len(fonts), p=weights)]
    rel = np.clip(np.exp(r.normal(0, .06)), .85, 1.25)
    c, xs = draw_line(r, fonts, weights, text, glyphs, pitch=rel)
    H0, W0 = CELL_H, c.shape[1]
    # neighbours above and below, on a taller canvas
    PADV = CELL_H // 2
    C = np.zeros((H0 + 2 * PADV, W0), np.float32)
    C[PADV:PADV + H0] = c
    mid = PADV + H0 / 2
    gap = r.uniform(1.45, 2.6) * CAP
    for sgn in (-1, 1):
        if r.random() < .5:
            t = text_for_reader(r, len(text) + 4)
            d, _ = draw_line(r, fonts, weights, t, glyphs, pitch=rel)
            y0, w = int(mid + sgn * gap - H0 / 2), min(W0, d.shape[1])
            a0, a1 = max(0, y0), min(C.shape[0], y0 + H0)
            if a1 > a0: C[a0:a1, :w] = np.maximum(C[a0:a1, :w], d[a0 - y0:a1 - y0, :w])
    C = weight(r, C)
    if r.random() < .1:                                       # rule lines
        y = int(mid + r.choice([-1, 1]) * r.uniform(.62, 1.1) * CAP)
        cv2.line(C, (0, y), (W0, y + int(r.normal(0, 4))), float(r.uniform(.3, 1)), int(r.integers(1, 4)))
    if r.random() < .06:                                      # pen strokes, overprint
        for _ in range(r.integers(1, 4)):
            p = r.uniform(0, 1, (3, 2)) * (W0, C.shape[0])
            cv2.polylines(C, [p.astype(np.int32)], False, float(r.uniform(.2, .6)), int(r.integers(2, 6)), cv2.LINE_AA)
    if r.random() < .25:                                      # junk beside the ends
        for x in (xs[0] - PITCH * r.uniform(1.1, 2), xs[-1] + PITCH * r.uniform(1.1, 2)):
            if r.random() < .5: cv2.line(C, (int(x), 0), (int(x + r.normal(0, 6)), C.shape[0]), 1., int(r.integers(2, 14)))
            else: cv2.circle(C, (int(x), int(mid + r.normal(0, 15))), int(r.integers(4, 20)), 1., int(r.choice([-1, 3])))
    # native resolution: canvas -> native
    npitch = np.exp(r.uniform(np.log(6.0), np.log(24)))       # native pixels per character
    s = npitch / (PITCH * rel)
    sy = s * np.clip(np.exp(r.normal(0, .08)), .8, 1.25)
    nh, nw = int(np.ceil(C.shape[0] * sy)), int(np.ceil(W0 * s))
    if s < 1: C = cv2.GaussianBlur(C, (0, 0), sigmaX=.38 / s, sigmaY=.38 / sy)
    ang, shear = r.normal(0, .012), r.normal(0, .04)
    bow = r.normal(0, .006)
    cx, cy = W0 / 2, mid
    A = np.float32([[s, shear * s, nw / 2 - s * cx - shear * s * cy], [ang * sy, sy, nh / 2 - ang * sy * cx - sy * cy]])
    f, sub = 1, r.uniform(-.5, .5, 2)
    A[:, 2] += sub
    x = cv2.warpAffine(C, A, (nw, nh), flags=cv2.INTER_LINEAR)
    paper = r.uniform(110, 245)
    ink = paper * r.uniform(.05, .55) if r.random() < .85 else paper * r.uniform(.5, .75)
    bg = paper + texture(r, nh, nw, strength=r.choice([.4, 1, 1.8]))
    x = bg * (1 - x) + (ink + r.normal(0, 4)) * x
    if r.random() < .1:                                       # glare
        yy, xx = np.mgrid[0:nh, 0:nw]
        x = x + r.uniform(30, 150) * np.exp(-(((xx - r.uniform(0, nw)) / (nw * r.uniform(.05, .3))) ** 2 + ((yy - r.uniform(0, nh)) / (nh * .5)) ** 2))
    if r.random() < .15: x = x * np.linspace(r.uniform(.5, 1), 1, nw)[None, ::int(r.choice([-1, 1]))]
    x = degrade(r, x.astype(np.float32))
    if r.random() < .3:                                       # picture was enlarged before (scan saved bigger)
        k = r.uniform(1.2, 2.5)
        x = cv2.resize(x, None, fx=k, fy=k, interpolation=int(r.choice([cv2.INTER_LINEAR, cv2.INTER_CUBIC, cv2.INTER_NEAREST], p=[.5, .4, .1])))
        if r.random() < .5: x = degrade(r, x.astype(np.float32))
        f = k
    # native -> strip
    ux = pitch / (npitch * f)
    uy = STRIP_CAP * np.clip(np.exp(r.normal(0, .07)), .8, 1.2) / (CAP * sy * f)
    L = (len(text) * pitch - W)                               # slack: show all of the line or a part of it
    x0 = xs[0] * s + A[0, 1] * mid + A[0, 2] - .5 * npitch    # left edge of the line, native
    off = -r.uniform(0, max(1, -L)) if L < 0 else r.uniform(0, L)
    oy = STRIP_H / 2 - uy * (nh / 2 + sub[1]) * f + np.clip(r.normal(0, 1.1), -3, 3)
    B = np.float32([[ux, 0, -x0 * f * ux - off + r.uniform(-1, 1)], [-ang * sy / s * uy * r.uniform(.6, 1.4), uy, oy]])
    B[1, 2] -= B[1, 0] * nw * f / 2
    out = cv2.warpAffine(x, B, (W, STRIP_H), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    # labels
    y = np.zeros(W // STRIDE, np.uint8)
    px = (xs * s + A[0, 1] * mid + A[0, 2]) * f * ux + B[0, 2]
    fx = np.arange(W // STRIDE) * STRIDE + (STRIDE - 1) / 2
    for ch, p in zip(text, px):
        d = np.abs(fx - p)
        y[d < .34 * pitch] = ALPHABET.index(ch) + 1
        if p < .5 * pitch or p > W - .5 * pitch: y[d < .5 * pitch] = 255     # cut by the edge
    return out, y


def normalise_strip(u8):
    """float32: (x - mean) / max(std, 8), per strip."""
    x = u8.astype(np.float32)
    m = x.mean(axis=(-2, -1), keepdims=True)
    return (x - m) / np.maximum(x.std(axis=(-2, -1), keepdims=True), 8)


if __name__ == "__main__":                                    # contact sheet: synth.py OUT.png
    import sys, time
    r = np.random.default_rng(1)
    F, w = load_fonts()
    t = time.time()
    S = [strip(r, F, w) for _ in range(60)]
    print(len(F), "fonts", (time.time() - t) / 60 * 1e3, "ms a strip")
    rows = [np.vstack([x, np.repeat(np.where((y > 0)[None], 255, 0), 4, 1).astype(np.uint8)[[0] * 4], np.zeros((4, x.shape[1]), np.uint8)]) for x, y in S]
    cv2.imwrite(sys.argv[1], np.hstack([np.vstack(rows[i::3]) for i in range(3)]))
