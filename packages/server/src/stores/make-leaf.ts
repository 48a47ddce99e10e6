import { hash, randomFillSync } from 'node:crypto';
import { commit, leafBytes, leafHash, saltBytes } from '@avow/audit';
import { formatTime } from '@avow/contract';
import type { TenantId } from '../interfaces/identity.ts';
import type { MessageRow } from '../interfaces/record-store.ts';

const saltsPerDraw = 128;
const salts = Buffer.alloc(saltBytes * saltsPerDraw);
let saltsUsed = saltsPerDraw;

/** A new salt, in hexadecimal. They are drawn in bulk, as one draw costs as much as a hundred; each is handed out once. */
export function drawSalt(): string {
  if (saltsUsed === saltsPerDraw) {
    randomFillSync(salts);
    saltsUsed = 0;
  }
  const from = saltsUsed * saltBytes;
  saltsUsed++;
  return salts.toString('hex', from, from + saltBytes);
}

const blockBytes = 64;
const digestBytes = 32;
const utf8BytesPerUnitMax = 3;

/** The two inputs of an HMAC: a block made of the key, and behind it the text, or the inner digest. */
let inner = Buffer.alloc(blockBytes + 64 * 1024);
const outer = Buffer.alloc(blockBytes + digestBytes);

function writeKeyBlock(into: Buffer, key: Uint8Array, pad: number): void {
  into.fill(pad, 0, blockBytes);
  for (let index = 0; index < key.length; index++) into[index] = (key[index] ?? 0) ^ pad;
}

/**
 * HMAC-SHA-256 (RFC 2104) in hexadecimal, out of two one-shot hashes, for keys of at most one block.
 * `createHmac` makes a key object each time, which costs several times as much as the hashing.
 */
export function hmacSha256(key: Uint8Array, text: string): string {
  if (key.length > blockBytes) throw new RangeError('a longer key would have to be hashed first');
  const innerBytesMax = blockBytes + text.length * utf8BytesPerUnitMax;
  if (inner.length < innerBytesMax) inner = Buffer.alloc(innerBytesMax);
  writeKeyBlock(inner, key, 0x36);
  const textBytes = inner.write(text, blockBytes);
  writeKeyBlock(outer, key, 0x5c);
  outer.write(hash('sha256', inner.subarray(0, blockBytes + textBytes), 'hex'), blockBytes, 'hex');
  return hash('sha256', outer, 'hex');
}

export interface LeafSource {
  readonly tenantId: TenantId;
  readonly message: Pick<MessageRow, 'messageId' | 'status' | 'createdAtMs' | 'envelope'>;
  /** In hexadecimal. */
  readonly salt: string;
}

/** The hash, in hexadecimal, under which an ended message stands in its tenant's log. */
export function makeLeaf({ tenantId, message, salt }: LeafSource): string {
  const bytes = leafBytes({
    tenantId,
    messageId: message.messageId,
    status: message.status,
    createdAt: formatTime(message.createdAtMs),
    contentCommitment: commit(Buffer.from(salt, 'hex'), message.envelope, hmacSha256),
  });
  return leafHash(bytes, (prefixed) => hash('sha256', prefixed, 'hex'));
}
