import {
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

const tokenBytes = 32;

/** A secret that cannot be guessed. */
export function newToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

/** What is stored of tokens for one purpose. Who does not know the pepper cannot make one for a token of their choice. */
export type HashToken = (token: string) => string;

export function createTokenHash(pepper: KeyObject, purpose: 'sessions' | 'links' | 'challenges'): HashToken {
  return createSigner(pepper, purpose).sign;
}

/** By which attempts to sign in as somebody are counted: a name, and not a secret. */
export function hashName(name: string): string {
  return hash('sha256', name);
}

/** What is signed for one purpose is valid for no other. */
export interface Signer {
  sign(text: string): string;
  isSigned(text: string, signature: string): boolean;
}

export function createSigner(secret: KeyObject, purpose: string): Signer {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `avow ${purpose}`, 32)));
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
  return {
    sign,
    isSigned: (text, signature) => {
      const [given, expected] = [Buffer.from(signature), Buffer.from(sign(text))];
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}

/** Values that a client keeps for a while and sends back. They are signed, and not secret. */
export interface Vouchers {
  issue(value: unknown, expiresAtMs: number): string;
  /** Null: this service did not issue it, or it has expired. */
  read(voucher: string, nowMs: number): unknown;
}

export function createVouchers(secret: KeyObject, purpose: string): Vouchers {
  const signer = createSigner(secret, purpose);
  return {
    issue: (value, expiresAtMs) => {
      const body = Buffer.from(JSON.stringify({ value, expiresAtMs })).toString('base64url');
      return `${body}.${signer.sign(body)}`;
    },
    read: (voucher, nowMs) => {
      const [body = '', signature = '', ...rest] = voucher.split('.');
      if (rest.length > 0 || !signer.isSigned(body, signature)) return null;
      // Only what `issue` wrote is ever signed.
      const { value, expiresAtMs } = JSON.parse(Buffer.from(body, 'base64url').toString());
      return expiresAtMs > nowMs ? value : null;
    },
  };
}
