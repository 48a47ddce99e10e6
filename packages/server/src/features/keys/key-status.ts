import type { KeyRow } from './access-store.ts';

export type KeyStatus = 'active' | 'expired' | 'revoked';

export function keyStatusOf(
  { revokedAtMs, expiresAtMs }: Pick<KeyRow, 'revokedAtMs' | 'expiresAtMs'>,
  nowMs: number,
): KeyStatus {
  if (revokedAtMs !== null) return 'revoked';
  return expiresAtMs <= nowMs ? 'expired' : 'active';
}
