import { hash } from 'node:crypto';

export const sha256Bytes = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  new Uint8Array(hash('sha256', bytes, 'buffer'));

/** Lower-case hexadecimal, the form of hashes outside the tree. */
export const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

export const fromHex = (digits: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(digits, 'hex'));
