/** How settings name the place where a wrapped master key is unwrapped. */

import { isAbsolute } from 'node:path';

/** Where a wrapped master key is unwrapped: with an identity of age, by a program, or by a key management service. */
export type KeyUnwrapping =
  | { readonly kind: 'age'; readonly identityFile: string }
  | { readonly kind: 'command'; readonly program: string }
  | { readonly kind: 'service'; readonly url: string; readonly tokenFile: string | null };

const loopback = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Null: the text names no such place. */
export function parseKeyUnwrapping(text: string): KeyUnwrapping | null {
  const [, kind, path = ''] = /^(age|command):(.+)$/.exec(text) ?? [];
  if (kind !== undefined && !isAbsolute(path)) return null;
  if (kind === 'age') return { kind, identityFile: path };
  if (kind === 'command') return { kind, program: path };
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.username !== '' || url.password !== '' || url.search !== '') return null;
  // Plain http only to an agent on this machine.
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback.has(url.hostname))) return null;
  const tokenFile = decodeURIComponent(url.hash.slice(1));
  if (tokenFile !== '' && !isAbsolute(tokenFile)) return null;
  url.hash = '';
  return { kind: 'service', url: url.href, tokenFile: tokenFile === '' ? null : tokenFile };
}
