import { setImmediate } from 'node:timers/promises';
import type { TenantId } from '@avow/foundation';
import type { Screened } from '../publication.ts';
import { checkedText } from '../screening/checked-text.ts';
import { type DraftPassage, shortenQuote } from './collect-passages.ts';
import type { LeftOutPassage } from './pack-report.ts';

export interface FoundLeftOut {
  /** The clearest first. */
  readonly leftOut: readonly LeftOutPassage[];
  /** Passages that are not screened yet, so that nothing is known of them. */
  readonly unscreenedCount: number;
}

const passagesPerSlice = 500;

/** Passages that the current policy of the tenant leaves out. Nothing is screened for it: that is done in the background. */
export async function findLeftOut(
  { screening, guards }: Screened,
  tenantId: TenantId,
  passages: readonly DraftPassage[],
): Promise<FoundLeftOut> {
  const guard = await guards.inForce(tenantId);
  const leftOut: LeftOutPassage[] = [];
  let unscreenedCount = 0;
  for (let at = 0; at < passages.length; at += passagesPerSlice) {
    const slice = passages.slice(at, at + passagesPerSlice);
    const found = await screening.lookUp(tenantId, slice.map(checkedText));
    for (const [position, { id, source, text }] of slice.entries()) {
      const screened = found[position] ?? null;
      if (screened === null) unscreenedCount += 1;
      const objection = screened === null ? null : guard.leavesOut(screened);
      if (objection !== null) leftOut.push({ id, source, quote: shortenQuote(text), ...objection });
    }
    await setImmediate();
  }
  return { leftOut: leftOut.toSorted((one, other) => other.score - one.score), unscreenedCount };
}
