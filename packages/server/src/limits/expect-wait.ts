/** What is known of the machine when a query comes. */
export interface Capacity {
  /** The machine's time that a query takes; null: not known yet. */
  readonly msPerQuery: number | null;
  /** How long a query may take, and how long this one may. */
  readonly deadlineMs: number;
  readonly timeoutMs: number;
  /** How many are let in while nothing is known. */
  readonly startMax: number;
}

/** The part of the deadline by which an answer must be expected: the estimate may be wrong by as much again. */
const ownShare = 0.5;
/** A client that waits for less than it takes is refused at once. */
const patienceShare = 0.8;
/** All that is in progress must be done within this part of the deadline, or those that wait longest are not answered. */
const totalShare = 0.9;

/** Whether any tenant could be kept out while so many queries are in progress: most are let in without a further look. */
export function mayExceed(count: number, { msPerQuery, deadlineMs, timeoutMs, startMax }: Capacity): boolean {
  if (msPerQuery === null) return count >= startMax;
  return (count + 1) * msPerQuery > Math.min(deadlineMs * ownShare, timeoutMs * patienceShare);
}

/**
 * How many milliseconds too long another query of this tenant would take; 0: it can be answered in time. Tenants are served in
 * turn: before it, there are those of its own tenant and as many of each other.
 */
export function excessMs(counts: ReadonlyMap<string, number>, tenantId: string, capacity: Capacity): number {
  const own = (counts.get(tenantId) ?? 0) + 1;
  let total = 1;
  let before = own;
  for (const [other, count] of counts) {
    total += count;
    if (other !== tenantId) before += Math.min(count, own);
  }
  const { msPerQuery, deadlineMs, timeoutMs, startMax } = capacity;
  // One that is alone is always let in: otherwise a slow measurement could keep all out for ever.
  if (total === 1) return 0;
  if (msPerQuery === null) return before > startMax ? 1 : 0;
  const budgetMs = Math.min(deadlineMs * ownShare, timeoutMs * patienceShare);
  // The first of a tenant is never kept out by how much others have asked.
  const overallMs = own === 1 ? 0 : total * msPerQuery - deadlineMs * totalShare;
  return Math.max(0, before * msPerQuery - budgetMs, overallMs);
}
