import { loopbackCookieName, sessionCookieName } from '@avow/contract';

interface CookieOptions {
  /** Over https, with a name that only this host can set. */
  readonly isSecure: boolean;
  /** Null: until the browser is closed. 0: it is removed. */
  readonly maxAgeSeconds: number | null;
}

const providerCookie = { secure: '__Host-avow-sign-in', loopback: 'avow-sign-in' };

export const sessionCookieOf = (isSecure: boolean) => (isSecure ? sessionCookieName : loopbackCookieName);
export const providerCookieOf = (isSecure: boolean) =>
  isSecure ? providerCookie.secure : providerCookie.loopback;

/** The value of a cookie; null: there is none. */
export function readCookie(header: string | undefined, name: string): string | null {
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return null;
}

/** `Lax`, because people come back from an OpenID provider, and open links to the console. */
export function writeCookie(name: string, value: string, { isSecure, maxAgeSeconds }: CookieOptions): string {
  const age = maxAgeSeconds === null ? '' : `; Max-Age=${maxAgeSeconds}`;
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}${age}`;
}
