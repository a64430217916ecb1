"""Synthetic pictures of documents with an MRZ for the finder: grey uint8 [h, w] and target maps [h/4, w/4, 5].

Mode 0: a 384 x 384 window of a picture as the coarse pass sees it. Mode 1: a 640 x 224 picture as the fine pass sees it: the zone rectified, roughly."""
import os
import cv2, numpy as np
from PIL import Image, ImageDraw, ImageFont
import synth

SIZES, STEP, REF_CAP = ((384, 384), (224, 640)), 4, 16.0


def normalise(u8):
    """float32: (x - mean) / max(std, 16), per picture."""
    x = u8.astype(np.float32)
    return (x - x.mean(axis=(-2, -1), keepdims=True)) / np.maximum(x.std(axis=(-2, -1), keepdims=True), 16)


WORDS = "Surname Name Vorname Given names NOM Prénoms Date of birth Geburtsdatum 01.02.1987 12 MAR/MARS 85 Nationality REPUBLIC OF SPECIMEN PASSPORT PASAPORTE Identity card No. 123456789 Sex F M 175 cm BERLIN Place of issue Authority MINISTRY Signature du titulaire Address STRASSE 12 RUE Observations Valid until 31.12.2029 Personal number 010285-1234 Residence permit BIRTH Type P Code Holder Eye colour BLUE".split(" ")


class Maker:
    def __init__(self, fonts, weights):
        self.fonts, self.weights = fonts, weights
        r = np.random.default_rng(5)
        files = [f for f in synth.font_files() if not os.path.basename(f).startswith(("OCRBE", "OCRBX", "OCRBF"))]
        ocr = [f for f in files if "OCR" in f]
        self.bank = []
        for i in range(500):                                  # snippets of other text, 32 px high
            f = str(r.choice(ocr)) if i % 5 == 0 else str(r.choice(files))
            k = r.random()
            if k < .6: t = " ".join(r.choice(WORDS, r.integers(1, 7)))
            elif k < .8: t = synth.rand(r, int(r.integers(5, 24)), synth.ALPHABET[:-1])
            else: t = synth.rand(r, int(r.integers(6, 20)), "0123456789 -./")
            if r.random() < .4: t = t.upper()
            F = ImageFont.truetype(f, 30)
            w = int(F.getlength(t)) + 4
            im = Image.new("L", (max(w, 8), 42), 0)
            ImageDraw.Draw(im).text((2, 33), t, font=F, fill=255, anchor="ls")
            self.bank.append(np.asarray(im).astype(np.float32) / 255)

    def paste(self, c, m, x, y, v):
        """Blend value v through mask m at (x, y), clipped."""
        x, y = int(x), int(y)
        h, w = m.shape
        x0, y0, x1, y1 = max(0, x), max(0, y), min(c.shape[1], x + w), min(c.shape[0], y + h)
        if x1 > x0 and y1 > y0:
            s = m[y0 - y:y1 - y, x0 - x:x1 - x]
            c[y0:y1, x0:x1] = c[y0:y1, x0:x1] * (1 - s) + v * s

    def text(self, r, c, n, hmin, hmax, box=None):
        h, w = c.shape
        x0, y0, x1, y1 = box or (0, 0, w, h)
        for _ in range(n):
            m = self.bank[r.integers(len(self.bank))]
            s = np.exp(r.uniform(np.log(hmin), np.log(hmax))) / 30
            m = cv2.resize(m, None, fx=s * r.uniform(.8, 1.2), fy=s, interpolation=cv2.INTER_AREA)
            if r.random() < .05: m = np.ascontiguousarray(np.rot90(m, int(r.integers(1, 4))))
            x, y = r.uniform(x0 - m.shape[1] * .2, max(x0 + 1, x1 - m.shape[1] * .6)), r.uniform(y0, max(y0 + 1, y1 - m.shape[0]))
            self.paste(c, m, x, y, r.uniform(0, 110) if r.random() < .9 else r.uniform(150, 255))

    def portrait(self, r, c, x, y, w, h):
        p = np.full((h, w), r.uniform(60, 230), np.float32)
        cv2.ellipse(p, (w // 2, h), (int(w * .45), int(h * .3)), 0, 0, 360, r.uniform(10, 200), -1)
        cv2.ellipse(p, (w // 2, int(h * .45)), (int(w * .33), int(h * .36)), 0, 0, 360, r.uniform(10, 120), -1)
        cv2.ellipse(p, (w // 2, int(h * .5)), (int(w * .23), int(h * .28)), 0, 0, 360, r.uniform(120, 220), -1)
        for dx in (-.1, .1): cv2.circle(p, (int(w * (.5 + dx)), int(h * .45)), max(1, w // 30), 30., -1)
        cv2.line(p, (int(w * .43), int(h * .65)), (int(w * .57), int(h * .65)), 80., max(1, h // 60))
        p = cv2.GaussianBlur(p, (0, 0), max(.5, w / 40)) + cv2.resize(r.normal(0, 12, (8, 8)).astype(np.float32), (w, h))
        self.paste(c, np.ones((h, w), np.float32), x, y, 0)
        x, y = int(x), int(y)
        h2, w2 = min(h, c.shape[0] - y), min(w, c.shape[1] - x)
        if h2 > 0 and w2 > 0: c[y:y + h2, x:x + w2] = p[:h2, :w2]

    def barcode(self, r, c, x, y, w, h):
        if r.random() < .6: m = np.repeat(r.random((1, max(4, w // 2))) > .5, 4, 0).astype(np.float32)
        else: m = (r.random((max(4, h // 3), max(4, w // 3))) > .5).astype(np.float32)
        self.paste(c, cv2.resize(m, (w, h), interpolation=cv2.INTER_NEAREST), x, y, r.uniform(0, 60))

    def document(self, r, mrzw, blank=False, low=False):
        """Flat document (float grey) whose MRZ is about mrzw px wide, and its lines [(x0, x1, y centre, capital height)]."""
        kind, lines = synth.zone(r)
        n = len(lines[0])
        mm = mrzw / (n * 2.54)                                # px per mm
        W, H = {"TD1": (85.6, 54), "TD2": (105, 74), "TD3": (125, 88), "MRVA": (120, 80), "MRVB": (105, 74)}[kind]
        pitch = 2.54 * mm
        margin = (W * mm - mrzw) / 2
        if r.random() < .15: W = n * 2.54 + r.uniform(2, 30)
        W, H = int(W * mm), int(H * r.uniform(.8, 1.15) * mm)
        if low: H = int(H * r.uniform(.3, .6))
        elif r.random() < .12: H = int(H * r.uniform(1.6, 2.1))  # both sides of a card on one picture
        elif r.random() < .12: H = int(H * r.uniform(.3, .7))
        paper = r.uniform(120, 245)
        c = paper + synth.texture(r, H, W, r.choice([.4, 1, 1.6]))
        cap = pitch * np.clip(r.normal(.95, .09), .75, 1.25)
        gap = cap * (r.uniform(1.4, 2.2) if len(lines) == 3 else r.uniform(1.5, 2.9))
        if r.random() < .5:
            x0 = np.clip(margin + r.normal(0, .3) * margin, 1, max(2, W - mrzw - 1))
        else: x0 = r.uniform(0, max(1, W - mrzw))
        bottom = H - r.uniform(.6, 4.5) * cap
        top = bottom - gap * (len(lines) - 1)
        if r.random() < .5 and kind != "TD1" or r.random() < .25:   # band behind the zone
            c[max(0, int(top - cap * r.uniform(1, 2.2))):] += r.uniform(-40, 60)
        up = int(top - cap * r.uniform(.9, 2))
        if up > 12:
            if r.random() < .7: self.portrait(r, c, W * r.choice([.03, .05, .65]), up * r.uniform(.1, .4), max(8, int(W * .27)), max(8, int(up * .6)))
            if r.random() < .35: self.barcode(r, c, r.uniform(0, W * .7), r.uniform(0, up * .6), max(12, int(W * r.uniform(.1, .6))), max(8, int(up * r.uniform(.1, .35))))
            self.text(r, c, int(r.integers(2, 22)), cap * .45, cap * 1.7, (int(W * .05), 0, W, up))
            for _ in range(int(r.integers(0, 3))):
                y = int(r.uniform(0, up)); cv2.line(c, (int(r.uniform(0, W)), y), (int(r.uniform(0, W)), y), float(r.uniform(0, 150)), int(r.integers(1, 3)))
        if H - bottom > cap * 2.5 and r.random() < .5: self.text(r, c, int(r.integers(1, 4)), cap * .4, cap, (0, int(bottom + cap * 1.2), W, H))
        if r.random() < .15:                                  # overprinted SPECIMEN
            o = np.zeros((H, W), np.uint8)
            cv2.putText(o, "SPECIMEN", (0, int(H * .5)), 2, W / 180, 255, max(1, int(W / 150)), cv2.LINE_AA)
            M = cv2.getRotationMatrix2D((W / 2, H / 2), r.uniform(-40, 40), r.uniform(.6, 1.2))
            self.paste(c, cv2.warpAffine(o, M, (W, H)).astype(np.float32) / 255 * r.uniform(.3, 1), 0, 0, r.uniform(60, 170))
        glyphs = self.fonts[r.choice(len(self.fonts), p=self.weights)]
        ink = paper * (r.uniform(.05, .5) if r.random() < .85 else r.uniform(.45, .7))
        out = []
        thick = int(r.integers(0, 3))
        for i, l in enumerate(lines):
            d, xs = synth.draw_line(r, None, None, l, glyphs)
            if thick == 1: d = cv2.dilate(d, np.ones((3, 3)))
            if thick == 2: d = cv2.erode(d, np.ones((2, 2)))
            sx, sy = pitch / synth.PITCH, cap / synth.CAP
            dw, dh = max(4, int(d.shape[1] * sx)), max(4, int(d.shape[0] * sy))
            d = cv2.resize(d, (dw, dh), interpolation=cv2.INTER_AREA)
            y = top + gap * i
            px, py = int(x0 - pitch), int(round(y - dh / 2))
            if not blank: self.paste(c, d, px, py, ink)
            out.append((px + (xs[0] - synth.PITCH / 2) * dw / (len(l) * synth.PITCH + 2 * synth.PITCH), px + (xs[-1] + synth.PITCH / 2) * dw / (len(l) * synth.PITCH + 2 * synth.PITCH), py + dh / 2, cap))
        return c, out

    def background(self, r, h, w):
        b = np.full((h, w), r.uniform(20, 245), np.float32)
        k = r.random()
        if k < .4: b += cv2.resize(r.normal(0, 1, (max(2, h // int(r.integers(4, 40))), max(2, w // int(r.integers(4, 40))))).astype(np.float32), (w, h)) * r.uniform(3, 40)
        elif k < .6: b = b + synth.texture(r, h, w, 2)
        if r.random() < .4:
            for _ in range(int(r.integers(1, 25))):
                p = r.integers(-40, max(h, w), (2, 2))
                cv2.rectangle(b, tuple(int(v) for v in p[0]), tuple(int(v) for v in p[1]), float(r.uniform(0, 255)), int(r.choice([-1, 1, 2, 4])))
        if r.random() < .25: self.text(r, b, int(r.integers(3, 30)), 5, 24)
        if r.random() < .15:
            T = r.uniform(3, 20); b += 25 * np.sign(np.sin(np.arange(w) * 2 * np.pi / T))[None]
        return b

    def scene(self, r, mode=0):
        h_, w_ = SIZES[mode]
        VW, VH = (640, 480) if r.random() < .6 else (480, 640)  # the whole picture as the finder sees it; we return a 384 x 384 window
        flat = r.random() < .4
        full = max(VW, VH) if r.random() < .7 else min(VW, VH)
        mrzw = full * (r.uniform(.7, .97) if flat else np.exp(r.uniform(np.log(.22), np.log(.95))))
        if mode == 1: flat, mrzw = True, w_ / (r.uniform(1.05, 1.4) if r.random() < .8 else r.uniform(1.4, 2.5))
        over = r.uniform(1.0, 1.6)
        blank = r.random() < .06                              # a document without an MRZ
        c, lines = self.document(r, mrzw * over, blank, mode == 1)
        h, w = c.shape
        q = np.array([[-w, -h], [w, -h], [w, h], [-w, h]], np.float64) / 2 / over
        ang = 0.
        if mode == 1:
            ang = (r.normal(0, .06) if r.random() < .75 else r.uniform(-.7, .7)) + (np.pi if r.random() < .3 else 0)
            q = q * (1 + r.normal(0, .03, (4, 1))) + r.normal(0, .008 * w / over, (4, 2))
        elif flat:
            if r.random() < .25: ang = np.pi / 2 * r.integers(4)
            ang += r.normal(0, .01)
        else:
            ang = r.normal(0, .15) + np.pi / 2 * r.integers(4) * (r.random() < .5) if r.random() < .75 else r.uniform(0, 2 * np.pi)
            q = q * (1 + r.normal(0, .04, (4, 1))) + r.normal(0, .012 * w / over, (4, 2))
        q = q @ np.array([[np.cos(ang), np.sin(ang)], [-np.sin(ang), np.cos(ang)]])
        # window: contains the zone, at least in part
        M0 = cv2.getPerspectiveTransform(np.float32([[0, 0], [w, 0], [w, h], [0, h]]), q.astype(np.float32))
        P = lambda M, pts: cv2.perspectiveTransform(np.float32(pts)[None], M.astype(np.float32))[0]
        zc = P(M0, [[np.mean([(a + b) / 2 for a, b, *_ in lines]), np.mean([l[2] for l in lines])]])[0]
        half = mrzw / 2
        if mode == 1: shift = np.array([w_ / 2, h_ / 2]) + r.normal(0, 1, 2) * (16, 12)
        else: shift = w_ / 2 + r.uniform(-1, 1, 2) * max(w_ / 2 - 60, half - w_ / 2) * .8
        q = q - zc + shift
        M = cv2.getPerspectiveTransform(np.float32([[0, 0], [w, 0], [w, h], [0, h]]), q.astype(np.float32))
        b = self.background(r, h_, w_)
        if over > 1.25: c = cv2.GaussianBlur(c, (0, 0), .35 * over)
        m = cv2.warpPerspective(np.full((h, w), 255, np.uint8), M, (w_, h_)).astype(np.float32) / 255
        if r.random() < .5: b *= 1 - .5 * r.random() * cv2.GaussianBlur(np.roll(m, (4, 3), (0, 1)), (0, 0), 5)
        if mode == 1 and r.random() < .5: x = cv2.warpPerspective(c.astype(np.float32), M, (w_, h_), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        else: x = b * (1 - m) + m * cv2.warpPerspective(c.astype(np.float32), M, (w_, h_), flags=cv2.INTER_LINEAR)
        yy, xx = np.mgrid[0:h_, 0:w_].astype(np.float32)
        yy, xx = yy / h_ - .5, xx / w_ - .5
        if r.random() < .5: a = r.uniform(0, 6.3); x = x * (1 + r.uniform(0, .6) * (np.cos(a) * xx + np.sin(a) * yy)) * r.uniform(.5, 1.1)
        if r.random() < .2:
            gx, gy = r.uniform(-.5, .5, 2)
            x = x + r.uniform(40, 180) * np.exp(-(((xx - gx) / r.uniform(.03, .25)) ** 2 + ((yy - gy) / r.uniform(.03, .2)) ** 2))
        if r.random() < .08:                                  # finger or other cover
            cv2.ellipse(x, tuple(int(v) for v in r.integers(0, h_, 2)), (int(r.integers(10, 60)), int(r.integers(15, 90))), r.uniform(0, 180), 0, 360, r.uniform(40, 200), -1)
        x = synth.degrade(r, x.astype(np.float32))
        # targets, drawn at full resolution and averaged to the output grid
        core, zone = np.zeros((h_, w_), np.uint8), np.zeros((h_, w_), np.uint8)
        fill = lambda im, pts, v=255: cv2.fillPoly(im, [np.round(pts * 16).astype(np.int32)], v, cv2.LINE_AA, 4)
        reg = np.zeros((h_ // STEP, w_ // STEP, 3), np.float32)
        g = (lines[1][2] - lines[0][2]) / 2
        for a, e, y, cap in ([] if blank else lines):
            fill(core, P(M, [[a, y - .36 * cap], [e, y - .36 * cap], [e, y + .36 * cap], [a, y + .36 * cap]]))
            fill(zone, P(M, [[a, y - max(g, .5 * cap)], [e, y - max(g, .5 * cap)], [e, y + max(g, .5 * cap)], [a, y + max(g, .5 * cap)]]))
            l, t, rr, bb = P(M, [[a, y]])[0], P(M, [[(a + e) / 2, y - cap / 2]])[0], P(M, [[e, y]])[0], P(M, [[(a + e) / 2, y + cap / 2]])[0]
            d = (rr - l) / np.linalg.norm(rr - l)
            nrm = np.array([-d[1], d[0]])
            band = P(M, [[a - 2 * cap, y - g - cap * .3], [e + 2 * cap, y - g - cap * .3], [e + 2 * cap, y + g + cap * .3], [a - 2 * cap, y + g + cap * .3]])
            cv2.fillPoly(reg, [np.round(band / STEP).astype(np.int32)], (float(d[0]), float(d[1]), float(np.log(abs((bb - t) @ nrm) / REF_CAP))))
        dn = lambda im: cv2.resize(im, (w_ // STEP, h_ // STEP), interpolation=cv2.INTER_AREA).astype(np.float32)[..., None] / 255
        return x, np.concatenate([dn(core), dn(zone), reg], -1).astype(np.float16)


if __name__ == "__main__":                                    # contact sheet: scenes.py OUT.png
    import sys, time
    r = np.random.default_rng(1)
    S = Maker(*synth.load_fonts())
    t = time.time()
    mode = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    L = [S.scene(r, mode) for _ in range(24)]
    print((time.time() - t) / 24 * 1e3, "ms a scene")
    o = [cv2.addWeighted(cv2.cvtColor(x, cv2.COLOR_GRAY2BGR), 1, cv2.resize(np.dstack([y[..., 1] * 0, y[..., 0] * 110, y[..., 1] * 90]).astype(np.uint8), x.shape[::-1], interpolation=cv2.INTER_NEAREST), 1, 0) for x, y in L]
    n = 3 if mode else 6
    cv2.imwrite(sys.argv[1], np.vstack([np.hstack(o[i:i + n]) for i in range(0, 24, n)]))
