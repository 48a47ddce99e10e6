import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { AppError } from '@avow/foundation';
import type { KeyRow } from './access-store.ts';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const keyPattern = /^avw_(live|test|pub)_([0-9A-Za-z]{12})_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

/** `pub`: publishable, for web pages. The others are secret. */
export type KeyKind = 'live' | 'test' | 'pub';

export function keyKind({ mode, origins }: Pick<KeyRow, 'mode' | 'origins'>): KeyKind {
  return origins === null ? mode : 'pub';
}

/** The parts of an API key. `secret` never leaves this folder. */
export interface ParsedKey {
  readonly kind: KeyKind;
  readonly publicId: string;
  readonly secret: string;
}

/** Uniform characters: bytes beyond the last multiple of 62 are discarded. */
function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      if (byte < 248 && text.length < length) text += base62[byte % 62];
    }
  }
  return text;
}

function checksumOf(text: string): string {
  let value = crc32(text);
  let checksum = '';
  for (let place = 0; place < 6; place += 1) {
    checksum = base62[value % 62] + checksum;
    value = Math.floor(value / 62);
  }
  return checksum;
}

export function generateKey(kind: KeyKind): ParsedKey & { readonly text: string } {
  const publicId = randomBase62(12);
  const secret = randomBase62(43);
  const body = `avw_${kind}_${publicId}_${secret}`;
  return { kind, publicId, secret, text: body + checksumOf(body) };
}

/** Null: not a key. The checksum catches typing errors without a look-up. */
export function parseKey(text: string): ParsedKey | null {
  const match = keyPattern.exec(text);
  if (match === null) return null;
  const [, kind, publicId, secret, checksum] = match;
  if (publicId === undefined || secret === undefined || checksum === undefined) return null;
  if (checksumOf(text.slice(0, -6)) !== checksum) return null;
  return { kind: kind as KeyKind, publicId, secret };
}

/** What is stored of a key: bound to its public id, useless without the pepper. */
export function secretHmac(pepper: KeyObject, key: Pick<ParsedKey, 'publicId' | 'secret'>): string {
  return createHmac('sha256', pepper).update(`${key.publicId}.${key.secret}`).digest('base64url');
}

/** Throws unless the secret is the stored one, so that no caller can overlook a wrong one. */
export function verifySecret(pepper: KeyObject, key: ParsedKey, storedHmac: string): void {
  const given = Buffer.from(secretHmac(pepper, key));
  const stored = Buffer.from(storedHmac);
  if (given.length !== stored.length || !timingSafeEqual(given, stored)) throw unauthenticated();
}

/** One error for every key that is not accepted: it must not reveal whether the key exists. */
export function unauthenticated(): AppError {
  return new AppError('unauthenticated', {
    detail: 'Send a valid API key as "Authorization: Bearer <API_KEY>".',
  });
}

export type KeyStatus = 'active' | 'expired' | 'revoked';

export function keyStatusOf(
  { revokedAtMs, expiresAtMs }: Pick<KeyRow, 'revokedAtMs' | 'expiresAtMs'>,
  nowMs: number,
): KeyStatus {
  if (revokedAtMs !== null) return 'revoked';
  return expiresAtMs <= nowMs ? 'expired' : 'active';
}
