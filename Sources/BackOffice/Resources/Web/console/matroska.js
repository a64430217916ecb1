// Reads where the pictures of a Matroska file with one track of JPEG pictures are (RFC 9559): no more than heads of
// elements are looked at, and nothing is believed that does not lie within the file.

const ids = { segment: 0x18538067, cluster: 0x1f43b675, timestamp: 0xe7, simpleBlock: 0xa3, info: 0x1549a966, scale: 0x2ad7b1 };
const mostFrames = 100_000;
const pieceBytes = 1 << 20;

// A file that is read in pieces.
class Source {
  constructor(blob) {
    Object.assign(this, { blob, from: 0, bytes: new Uint8Array(0) });
  }

  // At least `count` bytes at a place, or fewer at the end of the file.
  async at(place, count) {
    const isThere = place >= this.from && place + count <= this.from + this.bytes.length;
    if (!isThere) {
      this.bytes = new Uint8Array(await this.blob.slice(place, place + Math.max(pieceBytes, count)).arrayBuffer());
      this.from = place;
    }
    return this.bytes.subarray(place - this.from, place - this.from + count);
  }
}

// A number whose first byte tells how long it is. With `keeps` the mark of the length stays in it, as in ids.
function variable(bytes, at, keeps) {
  const first = bytes[at];
  if (!first) return null;
  const length = Math.clz32(first) - 23;
  if (at + length > bytes.length) return null;
  let value = keeps ? first : first & (0xff >> length);
  let isUnknown = !keeps && value === 0xff >> length;
  for (let place = 1; place < length; place += 1) {
    value = value * 256 + bytes[at + place];
    isUnknown = isUnknown && bytes[at + place] === 0xff;
  }
  return { value, length, isUnknown };
}

const unsigned = (bytes) => bytes.reduce((sum, byte) => sum * 256 + byte, 0);

// `frames`: seconds, and from which byte to which. Throws for what is no such file.
export async function readMatroska(blob) {
  const source = new Source(blob);
  const frames = [];
  let scale = 1e6;
  let cluster = 0;
  let place = 0;
  while (place < blob.size && frames.length < mostFrames) {
    const head = await source.at(place, 12);
    const id = variable(head, 0, true);
    const size = id && variable(head, id.length, false);
    if (!size) break;
    const start = place + id.length + size.length;
    // Of a file that was not ended, the size of the outer elements is not known.
    const isOuter = id.value === ids.segment || id.value === ids.cluster || id.value === ids.info;
    const end = size.isUnknown ? blob.size : start + size.value;
    if (end > blob.size && !isOuter) break;
    if (isOuter) {
      place = start;
      continue;
    }
    if (size.isUnknown) break;
    if (id.value === ids.timestamp && size.value <= 8) cluster = unsigned(await source.at(start, size.value));
    if (id.value === ids.scale && size.value <= 8) scale = unsigned(await source.at(start, size.value));
    if (id.value === ids.simpleBlock) {
      const block = await source.at(start, 12);
      const track = variable(block, 0, false);
      const data = start + (track?.length ?? 0) + 3;
      const hasLacing = track && (block[track.length + 2] & 0x06) !== 0;
      if (track && !hasLacing && data < end) {
        const relative = ((block[track.length] << 8 | block[track.length + 1]) << 16) >> 16;
        frames.push({ time: ((cluster + relative) * scale) / 1e9, start: data, end });
      }
    }
    place = end;
  }
  const first = frames[0]?.time ?? 0;
  return { frames: frames.map((frame) => ({ ...frame, time: frame.time - first })) };
}
