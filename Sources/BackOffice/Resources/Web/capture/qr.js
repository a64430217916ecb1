// A small QR encoder (ISO/IEC 18004): byte mode, error correction M, versions 1 to 40.

/** Error correction codewords of a block, and blocks, for level M by version (table 9 of the standard). */
const checkWords = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26,
  26, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28];
const blockCounts = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16,
  17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49];

/** The modules of the code for a text: rows of true (dark) and false. Throws a RangeError for more than 2,331 bytes. */
export function encode(text) {
  const bytes = new TextEncoder().encode(text);
  let version = 1;
  while (version <= 40 && bytes.length > capacity(version)) version += 1;
  if (version > 40) throw new RangeError("too long for a QR code");
  const words = interleaved(dataWords(bytes, version), version);
  let best = null;
  for (let mask = 0; mask < 8; mask += 1) {
    const code = new Code(version);
    code.place(words);
    code.mask(mask);
    const penalty = code.penalty();
    if (!best || penalty < best.penalty) best = { penalty, rows: code.rows };
  }
  return best.rows;
}

/** All codewords of a version: modules that are free of patterns, in eights. */
function allWords(version) {
  let modules = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const aligned = Math.floor(version / 7) + 2;
    modules -= (25 * aligned - 10) * aligned - 55;
    if (version >= 7) modules -= 36;
  }
  return Math.floor(modules / 8);
}

const dataCount = (version) => allWords(version) - checkWords[version - 1] * blockCounts[version - 1];
const lengthBits = (version) => (version < 10 ? 8 : 16);
const capacity = (version) => dataCount(version) - Math.ceil((4 + lengthBits(version)) / 8);

function dataWords(bytes, version) {
  const bits = [];
  const push = (value, count) => {
    for (let i = count - 1; i >= 0; i -= 1) bits.push((value >>> i) & 1);
  };
  push(4, 4);
  push(bytes.length, lengthBits(version));
  bytes.forEach((byte) => push(byte, 8));
  const size = dataCount(version) * 8;
  push(0, Math.min(4, size - bits.length));
  push(0, (8 - (bits.length % 8)) % 8);
  for (let filler = 0xec; bits.length < size; filler ^= 0xec ^ 0x11) push(filler, 8);
  const words = [];
  for (let i = 0; i < bits.length; i += 8) words.push(parseInt(bits.slice(i, i + 8).join(""), 2));
  return words;
}

/** Data in blocks, each with its check words, read column by column. The last blocks may be one word longer. */
function interleaved(data, version) {
  const count = blockCounts[version - 1];
  const check = checkWords[version - 1];
  const short = Math.floor(data.length / count);
  const longOnes = data.length % count;
  const divisor = generator(check);
  const blocks = [];
  for (let i = 0, start = 0; i < count; i += 1) {
    const end = start + short + (i >= count - longOnes ? 1 : 0);
    const part = data.slice(start, end);
    blocks.push({ part, check: remainder(part, divisor) });
    start = end;
  }
  const words = [];
  for (let i = 0; i <= short; i += 1) for (const { part } of blocks) if (i < part.length) words.push(part[i]);
  for (let i = 0; i < check; i += 1) for (const block of blocks) words.push(block.check[i]);
  return words;
}

/** Product in GF(256) with the polynomial 0x11d. */
function times(x, y) {
  let product = 0;
  for (let i = 7; i >= 0; i -= 1) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    if ((y >>> i) & 1) product ^= x;
  }
  return product;
}

function generator(degree) {
  const result = Array(degree).fill(0);
  result[degree - 1] = 1;
  for (let i = 0, root = 1; i < degree; i += 1, root = times(root, 2)) {
    for (let j = 0; j < degree; j += 1) result[j] = times(result[j], root) ^ (result[j + 1] ?? 0);
  }
  return result;
}

function remainder(data, divisor) {
  const result = divisor.map(() => 0);
  for (const word of data) {
    const factor = word ^ result.shift();
    result.push(0);
    divisor.forEach((value, i) => { result[i] ^= times(value, factor); });
  }
  return result;
}

const masks = [
  (x, y) => (x + y) % 2, (x, y) => y % 2, (x) => x % 3, (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2, (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2, (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

class Code {
  constructor(version) {
    this.version = version;
    this.size = version * 4 + 17;
    this.rows = Array.from({ length: this.size }, () => Array(this.size).fill(false));
    this.fixed = Array.from({ length: this.size }, () => Array(this.size).fill(false));
    this.#patterns();
  }

  #set(x, y, isDark) {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return;
    this.rows[y][x] = Boolean(isDark);
    this.fixed[y][x] = true;
  }

  #patterns() {
    const last = this.size - 1;
    for (let i = 0; i < this.size; i += 1) {
      this.#set(6, i, i % 2 === 0);
      this.#set(i, 6, i % 2 === 0);
    }
    const places = this.#alignment();
    const end = places.length - 1;
    places.forEach((x, i) => places.forEach((y, j) => {
      const isFinder = (i === 0 && j === 0) || (i === 0 && j === end) || (i === end && j === 0);
      if (!isFinder) this.#rings(x, y, 2, [0, 2]);
    }));
    for (const [x, y] of [[3, 3], [last - 3, 3], [3, last - 3]]) this.#rings(x, y, 4, [0, 1, 3]);
    this.#format(0);
    this.#versionBits();
  }

  #rings(x, y, radius, dark) {
    for (let dy = -radius; dy <= radius; dy += 1) {
      for (let dx = -radius; dx <= radius; dx += 1) {
        this.#set(x + dx, y + dy, dark.includes(Math.max(Math.abs(dx), Math.abs(dy))));
      }
    }
  }

  #alignment() {
    if (this.version === 1) return [];
    const count = Math.floor(this.version / 7) + 2;
    const step = Math.floor((this.version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2;
    const places = [6];
    for (let place = this.size - 7; places.length < count; place -= step) places.splice(1, 0, place);
    return places;
  }

  /** Level M (00) and the mask, with their BCH check, twice. */
  #format(mask) {
    let rest = mask;
    for (let i = 0; i < 10; i += 1) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
    const bits = ((mask << 10) | rest) ^ 0x5412;
    const bit = (i) => (bits >>> i) & 1;
    const last = this.size - 1;
    for (let i = 0; i <= 5; i += 1) this.#set(8, i, bit(i));
    this.#set(8, 7, bit(6));
    this.#set(8, 8, bit(7));
    this.#set(7, 8, bit(8));
    for (let i = 9; i < 15; i += 1) this.#set(14 - i, 8, bit(i));
    for (let i = 0; i < 8; i += 1) this.#set(last - i, 8, bit(i));
    for (let i = 8; i < 15; i += 1) this.#set(8, last - 14 + i, bit(i));
    this.#set(8, last - 7, true);
  }

  #versionBits() {
    if (this.version < 7) return;
    let rest = this.version;
    for (let i = 0; i < 12; i += 1) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
    const bits = (this.version << 12) | rest;
    for (let i = 0; i < 18; i += 1) {
      const far = this.size - 11 + (i % 3);
      const near = Math.floor(i / 3);
      this.#set(far, near, (bits >>> i) & 1);
      this.#set(near, far, (bits >>> i) & 1);
    }
  }

  /** Puts the words in, two columns at a time, up and down, from the right. */
  place(words) {
    let i = 0;
    for (let right = this.size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      const isUp = ((right + 1) & 2) === 0;
      for (let step = 0; step < this.size; step += 1) {
        const y = isUp ? this.size - 1 - step : step;
        for (const x of [right, right - 1]) {
          if (this.fixed[y][x] || i >= words.length * 8) continue;
          this.rows[y][x] = Boolean((words[i >>> 3] >>> (7 - (i & 7))) & 1);
          i += 1;
        }
      }
    }
  }

  mask(number) {
    this.#format(number);
    const rule = masks[number];
    this.rows.forEach((row, y) => row.forEach((isDark, x) => {
      if (!this.fixed[y][x] && rule(x, y) === 0) row[x] = !isDark;
    }));
  }

  /** How hard it is to read: long runs, blocks, finder-like patterns, an uneven share of dark. */
  penalty() {
    const columns = this.rows.map((_, x) => this.rows.map((row) => row[x]));
    let penalty = 0;
    for (const line of [...this.rows, ...columns]) {
      const text = line.map((isDark) => (isDark ? "1" : "0")).join("");
      for (const run of text.match(/0{5,}|1{5,}/g) ?? []) penalty += run.length - 2;
      for (const finder of ["10111010000", "00001011101"]) {
        for (let at = text.indexOf(finder); at >= 0; at = text.indexOf(finder, at + 1)) penalty += 40;
      }
    }
    for (let y = 1; y < this.size; y += 1) {
      for (let x = 1; x < this.size; x += 1) {
        const isDark = this.rows[y][x];
        if (isDark === this.rows[y - 1][x] && isDark === this.rows[y][x - 1] && isDark === this.rows[y - 1][x - 1]) penalty += 3;
      }
    }
    const dark = this.rows.flat().filter(Boolean).length / this.size ** 2;
    return penalty + Math.floor(Math.abs(dark - 0.5) * 20) * 10;
  }
}
