import type { TenantId } from '@avow/foundation';
import type { PassageQuery } from './passage-search.ts';
import { requireValidId, requireValidPack } from './require-valid-names.ts';

const limitMax = 100;
const packsMax = 10_000;
const groupsMax = 10_000;
const vectorsMax = 16_384;
export const waitingMax = 10_000;

/** Candidates of either kind: what is deeper is hardly ever among the best of both. */
const depthMin = 100;

/** How many candidates of either kind are ranked for this many hits. */
export function candidateDepth(limit: number): number {
  return Math.max(depthMin, limit * 2);
}

/** 0 for what is not a number of hits. */
export function readLimit(limit: number, most: number): number {
  const whole = Math.min(Math.trunc(limit), most);
  if (whole > 0) return whole;
  return 0;
}

/** How many hits are wanted; 0: nothing can be found. Throws if an id or a version is not one. */
export function requireValidQuery(
  tenantId: TenantId,
  { packs, groups, limit }: Pick<PassageQuery, 'packs' | 'groups' | 'limit'>,
): number {
  requireValidId(tenantId);
  requireCount(packs, { most: packsMax, what: 'packs' });
  if (groups !== 'all') requireCount(groups, { most: groupsMax, what: 'groups' });
  for (const pack of packs) requireValidPack(pack);
  return packs.length === 0 ? 0 : readLimit(limit, limitMax);
}

export function requireValidVectors(vectors: readonly unknown[]): void {
  requireCount(vectors, { most: vectorsMax, what: 'vectors' });
}

function requireCount(
  values: readonly unknown[],
  { most, what }: { readonly most: number; readonly what: string },
): void {
  if (values.length > most) throw new RangeError(`at most ${most} ${what} at once`);
}
