import type { BundleScope } from '@avow/ledger-log';

type Filter = Extract<BundleScope, { readonly kind: 'filter' }>;

/** What records are selected by. A single criterion of the first kinds keeps its own kind, which more checkers read. */
export function exportScope(criteria: Omit<Filter, 'kind'>): BundleScope {
  const { from, until, threadId, endUserId, status, band, tripwireTriggered } = criteria;
  const isFilter = (status ?? band ?? tripwireTriggered) !== null;
  const given = [from ?? until, threadId, endUserId].filter((value) => value !== null);
  if (isFilter || given.length > 1) return { kind: 'filter', ...criteria };
  if (threadId !== null) return { kind: 'thread', threadId };
  if (endUserId !== null) return { kind: 'end_user', endUserId };
  return from === null && until === null ? { kind: 'all' } : { kind: 'period', from, until };
}
