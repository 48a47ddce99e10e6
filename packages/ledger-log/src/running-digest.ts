/** Incremental SHA-256. Node's `createHash` is one; WebCrypto has none, so browsers use `createRunningDigest`. */
export interface RunningDigest {
  update(bytes: Uint8Array): void;
  /** To be called once, at the end. */
  digest(): Uint8Array;
}

const blockBytes = 64;

const primes = [
  ...[
    2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103,
  ],
  ...[
    107, 109, 113, 127, 131, 137, 139, 149, 151, 157, 163, 167, 173, 179, 181, 191, 193, 197, 199, 211, 223,
  ],
  ...[227, 229, 233, 239, 241, 251, 257, 263, 269, 271, 277, 281, 283, 293, 307, 311],
];

/** The first 32 bits of the fractional part of a root, which FIPS 180-4 uses as constants, in integer arithmetic. */
function fractionOf(prime: number, degree: 2n | 3n): number {
  const scaled = BigInt(prime) << (32n * degree);
  let low = 0n;
  let high = 1n << 37n;
  // The integer root: its low 32 bits are the fractional part.
  while (low + 1n < high) {
    const middle = (low + high) >> 1n;
    if (middle ** degree <= scaled) low = middle;
    else high = middle;
  }
  return Number(low & 0xffffffffn);
}

const startOf = primes.slice(0, 8).map((prime) => fractionOf(prime, 2n));
const constants = Uint32Array.from(primes, (prime) => fractionOf(prime, 3n));

const rotate = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits));

function compress(state: Uint32Array, block: DataView, words: Uint32Array): void {
  const word = (at: number) => words[at] ?? 0;
  for (let at = 0; at < 16; at++) words[at] = block.getUint32(4 * at);
  for (let at = 16; at < 64; at++) {
    const early = word(at - 15);
    const late = word(at - 2);
    const first = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const second = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    words[at] = word(at - 16) + first + word(at - 7) + second;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let at = 0; at < 64; at++) {
    const mixed = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const first = (h + mixed + ((e & f) ^ (~e & g)) + (constants[at] ?? 0) + word(at)) | 0;
    const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  for (const [at, value] of [a, b, c, d, e, f, g, h].entries()) state[at] = (state[at] ?? 0) + value;
}

/** SHA-256 (FIPS 180-4) in plain JavaScript, for browsers, whose WebCrypto only hashes whole messages. */
export function createRunningDigest(): RunningDigest {
  const state = Uint32Array.from(startOf);
  const words = new Uint32Array(64);
  const block = new Uint8Array(blockBytes);
  const view = new DataView(block.buffer);
  let filled = 0;
  let total = 0;

  const update = (bytes: Uint8Array) => {
    total += bytes.length;
    for (let from = 0; from < bytes.length; ) {
      const taken = Math.min(blockBytes - filled, bytes.length - from);
      block.set(bytes.subarray(from, from + taken), filled);
      filled += taken;
      from += taken;
      if (filled < blockBytes) return;
      compress(state, view, words);
      filled = 0;
    }
  };

  return {
    update,
    digest: () => {
      // A 1, zeros up to eight bytes before the end of a block, and the length in bits.
      const padding = new Uint8Array(((119 - filled) % blockBytes) + 9);
      padding[0] = 0x80;
      new DataView(padding.buffer).setBigUint64(padding.length - 8, BigInt(total) * 8n);
      update(padding);
      const digest = new DataView(new ArrayBuffer(32));
      for (const [at, value] of state.entries()) digest.setUint32(4 * at, value);
      return new Uint8Array(digest.buffer);
    },
  };
}
