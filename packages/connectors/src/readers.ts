import { createHash } from 'node:crypto';
import type { Readers } from './connector.ts';

const principalPointsMax = 256;

/** A principal from a kind and the name that the source gives it; null if there is no name that could be mapped. */
export function principalNamed(kind: string, name: string | null): string | null {
  const clean = name?.trim() ?? '';
  if (clean === '' || clean.length > principalPointsMax || /[\p{Cc}\u2028\u2029]/u.test(clean)) return null;
  return `${kind}:${clean}`;
}

/** The version of an item that is read again if its content or its readers change. */
export function versionWith(version: string, readers: Readers | null): string {
  if (readers === null) return version;
  const sorted = readers.map((level) => [...level].sort());
  return `${version}-${createHash('sha256').update(JSON.stringify(sorted)).digest('hex').slice(0, 16)}`;
}
