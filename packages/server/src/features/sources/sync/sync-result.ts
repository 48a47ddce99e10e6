import { sourceLimits } from '@avow/contract';
import type { OutboxEvent } from '@avow/foundation';
import { makeEvent } from '@avow/foundation';
import { countActions } from '../../loading/loading.ts';
import type { FinishSync, Source, SyncResult, SyncRun } from '../source-store.ts';
import type { SyncPlan } from './plan-sync.ts';

const noCounts = { added: 0, changed: 0, removed: 0, unchanged: 0, failed: 0, skipped: 0 };

export interface SyncEnd {
  readonly outcome: SyncResult['outcome'];
  readonly reason?: string;
  /** Null: there is none. */
  readonly planned: SyncPlan | null;
  readonly version?: number;
  readonly endedAtMs: number;
}

export function makeResult(run: SyncRun, end: SyncEnd): SyncResult {
  const { planned } = end;
  const { listedMax } = sourceLimits;
  const { trigger, jobId, startedAtMs } = run;
  const counts =
    planned === null
      ? { ...noCounts, failed: run.failedCount, skipped: run.skippedCount }
      : {
          ...countActions(planned.plan),
          unchanged: planned.plan.unchangedCount,
          failed: planned.failedCount,
          skipped: run.skippedCount,
        };
  return {
    ...{ trigger, outcome: end.outcome, reason: end.reason ?? null, counts, jobId, startedAtMs },
    plan: planned?.plan.items.slice(0, listedMax) ?? [],
    faults: (planned?.plan.faults ?? run.faults).slice(0, listedMax),
    version: end.version ?? null,
    endedAtMs: end.endedAtMs,
  };
}

const retryMs = 5 * 60_000;
/** Passing failures are not reported before they have been tried so often. */
const failuresReported = 3;

/** A source is paused after so many readings in a row that did not end. */
const crashesMax = 5;
const heldMs = 60_000;

export const isWorn = ({ begunCount }: Source) => begunCount >= crashesMax;

/**
 * Until when a reading is not resumed if it ends the process, by how many had begun before it. The last one is not held back:
 * what follows it is the pause.
 */
export function holdUntil(begunBefore: number, nowMs: number): number | null {
  return begunBefore + 1 >= crashesMax ? null : nowMs + heldMs * 4 ** begunBefore;
}

/**
 * What a sync that failed changes: when it is tried again, and whether somebody is notified. `crashCount`: how many readings
 * in a row did not end, this one too; after too many, the source is paused.
 */
export function failSync(
  source: Source,
  result: SyncResult,
  { isLasting, crashCount = 0 }: { readonly isLasting: boolean; readonly crashCount?: number },
): FinishSync {
  const { endedAtMs } = result;
  const count = source.failedCount + 1;
  const isCrash = crashCount > 0;
  const longestMs = isCrash ? null : source.everyMs;
  const waitMs = Math.min(longestMs ?? Number.POSITIVE_INFINITY, retryMs * 2 ** Math.min(count - 1, 12));
  const isReported = isLasting || isCrash ? count === 1 : count === failuresReported;
  const failure = { sinceMs: source.failingSinceMs ?? endedAtMs, count };
  const plain = { applied: null, waitingRevision: source.waitingRevision, failure, crashCount };
  if (crashCount >= crashesMax)
    return {
      ...{ ...plain, pausedReason: 'crashes', dueAtMs: null },
      result: { ...result, reason: `${result.reason} ${pausedReason}` },
      events: [sourceEvent('content_source.paused', source, endedAtMs, { reason: 'crashes' })],
    };
  return {
    ...{ ...plain, result },
    dueAtMs: source.everyMs === null ? null : endedAtMs + waitMs,
    events: isReported ? [sourceEvent('content_source.failing', source, endedAtMs, {})] : [],
  };
}

const pausedReason = `The source was paused after ${crashesMax} readings in a row that did not end. Resume it once it has been repaired.`;

/** Why changes wait for a person. */
export type WaitingReason =
  | 'gate_closed'
  | 'too_many_removals'
  | 'draft_changed'
  | 'older_version_served'
  | 'manual';

/** What a sync that did not fail changes. `waiting`: it is reported unless the last sync has reported the same. */
export function endSync(
  source: Source,
  result: SyncResult,
  end: Pick<FinishSync, 'applied' | 'waitingRevision'> & { readonly waiting: WaitingReason | null },
): FinishSync {
  const { endedAtMs } = result;
  const { waiting, applied, waitingRevision } = end;
  const { last } = source;
  const isKnown =
    last?.outcome === result.outcome && last.reason === result.reason && waiting === 'too_many_removals';
  const events =
    waiting === null || isKnown
      ? []
      : [sourceEvent('content_source.waiting', source, endedAtMs, { reason: waiting })];
  return {
    ...{ result, applied, waitingRevision, events, failure: null },
    dueAtMs: source.everyMs === null ? null : endedAtMs + source.everyMs,
  };
}

/** Ids and states, never names or texts. */
function sourceEvent(
  type: string,
  { packId, sourceId }: Source,
  nowMs: number,
  data: Readonly<Record<string, string>>,
): OutboxEvent {
  return makeEvent(type, nowMs, { pack_id: packId, source_id: sourceId, ...data });
}
