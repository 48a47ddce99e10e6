import type { TenantId } from '../interfaces/identity.ts';
import type { LogStore } from '../interfaces/log-store.ts';

const dayMs = 86_400_000;

/** A clock that is wrong by less is believed: what is destroyed goes by so much too early at most. */
const toleranceMs = 7 * dayMs;

export interface TrustedClockParts {
  readonly log: Pick<LogStore, 'listLogs' | 'listCheckpoints'>;
  readonly nowMs: () => number;
  /** By a clock that nobody can set. */
  readonly uptimeMs: () => number;
  /** Once, until the time is trusted again. `lastSignedMs`: when a log was last signed, by what the logs say. */
  readonly onDoubt: (lastSignedMs: number) => void;
}

/**
 * The time, for what cannot be taken back: null while nothing bears out what the clock says. A log does that was signed a day
 * to a week before. What was signed within the last day says nothing: by then a clock that is wrong has signed as well, and
 * whoever starts the service again must not make it right. Where no log does, the clock has to go on for a day as it should.
 */
export function createTrustedClock(parts: TrustedClockParts): () => Promise<number | null> {
  const { nowMs, uptimeMs, onDoubt } = parts;
  let since = { nowMs: nowMs(), uptimeMs: uptimeMs() };
  let isTold = false;
  return async () => {
    const at = { nowMs: nowMs(), uptimeMs: uptimeMs() };
    const jumpMs = at.nowMs - since.nowMs - (at.uptimeMs - since.uptimeMs);
    if (Math.abs(jumpMs) > toleranceMs) since = at;
    const lastSignedMs = await findLastSigned(parts.log, at.nowMs);
    const isLogged = lastSignedMs !== null && lastSignedMs >= at.nowMs - toleranceMs;
    const isTrusted = isLogged || at.uptimeMs - since.uptimeMs >= dayMs;
    // Of logs that are younger than a day nothing is due yet, and there is nothing to tell.
    if (!isTrusted && !isTold && lastSignedMs !== null) onDoubt(lastSignedMs);
    isTold = !isTrusted && lastSignedMs !== null;
    return isTrusted ? at.nowMs : null;
  };
}

/** When any log was last signed a day ago or earlier; null: none was. The first that bears the time out will do. */
async function findLastSigned(store: TrustedClockParts['log'], nowMs: number): Promise<number | null> {
  let lastMs: number | null = null;
  for (const log of await store.listLogs()) {
    const signedMs = await findSignedBefore(store, log, nowMs - dayMs);
    if (signedMs !== null) lastMs = Math.max(lastMs ?? signedMs, signedMs);
    if (lastMs !== null && lastMs >= nowMs - toleranceMs) break;
  }
  return lastMs;
}

/** By halves, in the order of the log: a time that a clock jumped to and came back from does not count. */
async function findSignedBefore(
  store: TrustedClockParts['log'],
  { tenantId, checkpointSize }: { readonly tenantId: TenantId; readonly checkpointSize: number },
  beforeMs: number,
): Promise<number | null> {
  let signedMs: number | null = null;
  let [low, high] = [0, checkpointSize];
  // The last one first: of a log that stands still it is the one.
  for (let size = high; low <= high; size = Math.floor((low + high) / 2)) {
    const [found] = await store.listCheckpoints(tenantId, { fromSize: size, limit: 1 });
    if (found === undefined || found.createdAtMs > beforeMs) high = size - 1;
    else {
      signedMs = found.createdAtMs;
      low = found.size + 1;
    }
  }
  return signedMs;
}
