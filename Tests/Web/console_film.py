"""Matroska films of JPEG pictures, as the live capture writes them: read by the console's own reader."""

import base64
import struct

MEASURE = """async ([text, colours]) => {
  const {readMatroska} = await import('/web/console/matroska.js');
  const {openFilm} = await import('/web/console/film.js');
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const {frames} = await readMatroska(new Blob([bytes]));
  const seen = [];
  if (colours) {
    const film = await openFilm(new Blob([bytes]));
    await film.ready;
    for (const frame of frames) {
      await film.seek(frame.time);
      const pixel = film.picture().getContext('2d').getImageData(8, 8, 1, 1).data;
      seen.push([...pixel.slice(0, 3)]);
    }
    film.close();
  }
  return {times: frames.map((frame) => Math.round(frame.time * 1000)), lengths: frames.map((frame) => frame.end - frame.start), seen};
}"""

PICTURES = """async (colours) => Promise.all(colours.map(async (colour) => {
  const canvas = new OffscreenCanvas(32, 24);
  const context = canvas.getContext('2d');
  context.fillStyle = colour;
  context.fillRect(0, 0, 32, 24);
  const bytes = new Uint8Array(await (await canvas.convertToBlob({type: 'image/jpeg', quality: 0.95})).arrayBuffer());
  return btoa(String.fromCharCode(...bytes));
}))"""


def element(name, content, size=None):
    """RFC 8794: id, length in eight bytes, content. `size` in place of the true one."""
    return bytes.fromhex(name) + (size or struct.pack(">Q", len(content) | 1 << 56)) + content


def film(clusters, sizes=None):
    """`clusters`: milliseconds and blocks of (milliseconds after it, picture)."""
    head = element("1a45dfa3", element("4282", b"matroska"))
    info = element("1549a966", element("2ad7b1", struct.pack(">I", 1_000_000)))
    tracks = element("1654ae6b", element("ae", element("d7", b"\x01") + element("86", b"V_MJPEG")))
    body = info + tracks
    for start, blocks in clusters:
        content = element("e7", struct.pack(">H", start))
        for after, picture in blocks:
            content += element("a3", b"\x81" + struct.pack(">h", after) + b"\x80" + picture)
        body += element("1f43b675", content, sizes)
    return head + element("18538067", body, sizes)


def films_of_pictures_are_shown(bench):
    page = bench.page("mira")
    colours = ["#f00", "#0f0", "#00f"]
    pictures = [base64.b64decode(text) for text in page.evaluate(PICTURES, colours)]
    clusters = [(0, [(0, pictures[0]), (80, pictures[1])]), (2000, [(-40, pictures[2])])]
    unknown = b"\x01" + b"\xff" * 7
    for sizes in [None, unknown]:
        content = film(clusters, sizes)
        found = page.evaluate(MEASURE, [base64.b64encode(content).decode(), True])
        assert found["times"] == [0, 80, 1960], found
        assert found["lengths"] == [len(picture) for picture in pictures], found
        for seen, wanted in zip(found["seen"], [(255, 0, 0), (0, 255, 0), (0, 0, 255)]):
            assert all(abs(one - other) < 12 for one, other in zip(seen, wanted)), found["seen"]


def broken_films_end(bench):
    page = bench.page("mira")
    whole = film([(0, [(0, b"\xff\xd8" + bytes(500)), (80, b"\xff\xd8" + bytes(500))])])
    for cut in [0, 1, 5, 20, 60, len(whole) - 300]:
        found = page.evaluate(MEASURE, [base64.b64encode(whole[:cut]).decode(), False])
        assert len(found["times"]) <= 1, (cut, found)
    huge = whole.replace(struct.pack(">Q", 506 | 1 << 56), b"\x01\x00\xff\xff\xff\xff\xff\xff")
    assert huge != whole
    assert page.evaluate(MEASURE, [base64.b64encode(huge).decode(), False])["times"] == []
    zeros = page.evaluate(MEASURE, [base64.b64encode(bytes(5000)).decode(), False])
    assert zeros["times"] == []


CHECKS = [films_of_pictures_are_shown, broken_films_end]
