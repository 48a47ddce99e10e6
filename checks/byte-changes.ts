import type { Random } from '@avow/guardrails/testing';

export type ByteChange = (bytes: Buffer, random: Random) => Buffer;

/** Each damages what it is given, whatever that is. */
export const byteChanges: Readonly<Record<string, ByteChange>> = {
  'a bit': (bytes, random) => {
    const at = random.below(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8));
    return bytes;
  },
  'a byte': (bytes, random) => {
    const at = random.below(bytes.length);
    bytes[at] = (bytes[at] ?? 0) + 1 + random.below(255);
    return bytes;
  },
  'a byte less': (bytes, random) => {
    const at = random.below(bytes.length);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]);
  },
  'a byte more': (bytes, random) => {
    const at = random.below(bytes.length + 1);
    return Buffer.concat([bytes.subarray(0, at), Buffer.of(random.below(256)), bytes.subarray(at)]);
  },
  'cut off': (bytes, random) => bytes.subarray(0, random.below(bytes.length)),
};
