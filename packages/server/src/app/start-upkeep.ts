import type { Clock } from '@avow/foundation';
import { repeat } from '@avow/foundation/concurrency';
import type { Log } from '@avow/foundation/log';
import type { JobStore } from '../features/jobs/job-store.ts';
import type { RecordUpkeep } from '../features/records/record-store.ts';
import { journalsKeptMs } from '../path/streaming/create-journals.ts';

const everyMs = 60_000;
/** How often what other nodes have left is looked for. */
const adoptEveryMs = 3000;
/** Half a round short of an hour: a timer that fires late must not add another minute each time. */
const expireEveryMs = 60 * everyMs - everyMs / 2;
/** Notices are retried for three days; after that nobody is expected to fetch them. */
const outboxKeptMs = 7 * 86_400_000;

/** Long enough to look up the result of a load. */
const jobsKeptMs = 30 * 86_400_000;

/** More than two years, and more than any period of the insights. */
const spendingKeptMs = 800 * 86_400_000;

/** Sweeps once before anything is admitted, then every minute unless a round is still running. Returns a function that stops it. */
export async function startUpkeep(parts: {
  readonly upkeep: RecordUpkeep;
  /** Every minute, on each node: deletes exports that have been ready for long enough. */
  readonly sweepExports: () => void;
  readonly jobs: JobStore;
  /** After each sweep but the first. Ends early if the signal aborts. */
  readonly refitWhenDue: (signal: AbortSignal) => Promise<void>;
  /** Whether the clock may have jumped ahead: it must not end every review at once, or drop what is far from old. */
  readonly isClockDoubted: () => Promise<boolean>;
  /** After each sweep but the first: ends reviews that nobody decided on in time. */
  readonly endOverdueReviews: (signal: AbortSignal) => Promise<void>;
  /** After each sweep but the first: notifies of reviews that are overdue, once for each. */
  readonly noteOverdueReviews: (signal: AbortSignal) => Promise<void>;
  /** After each sweep but the first: announces keys that expire soon. */
  readonly noteExpiringKeys: () => Promise<void>;
  /** After each sweep but the first, and before anything expires. */
  readonly recordTime: () => Promise<void>;
  /** A minute after the start and every hour, or a minute after a failure: expires records by the tenants' retention rules. */
  readonly expireRecords: (signal: AbortSignal) => Promise<void>;
  /** As often: forgets outages that are older than any record. */
  readonly dropOldOutages: () => Promise<void>;
  /** Takes over messages and jobs of nodes that are not alive. Omitted: no other node shares the records. */
  readonly adopt?: () => Promise<void>;
  /** Whether this process is the one that does all this; omitted: there is no other. */
  readonly isElected?: () => Promise<boolean>;
  readonly clock: Clock;
  readonly log: Log;
}): Promise<() => Promise<void>> {
  const sweep = async (atStart: boolean) => {
    const nowMs = parts.clock.nowMs();
    await parts.upkeep.sweep({
      nowMs,
      outboxBeforeMs: nowMs - outboxKeptMs,
      journalBeforeMs: nowMs - journalsKeptMs,
      atStart,
    });
    await parts.jobs.sweepJobs(nowMs - jobsKeptMs);
  };
  await sweep(true);
  const stopped = new AbortController();
  const { signal } = stopped;
  /** Runs a step so that its failure does not prevent the others. */
  const attempt = async (name: string, step: () => Promise<void>) => {
    try {
      if (!signal.aborted) await step();
    } catch (error) {
      parts.log.error({ step: name, err: error }, 'maintenance failed');
    }
  };
  let expireAtMs = 0;
  const expire = async () => {
    const startedMs = performance.now();
    await parts.expireRecords(signal);
    const spendingBefore = new Date(parts.clock.nowMs() - spendingKeptMs).toISOString().slice(0, 10);
    if (!(await parts.isClockDoubted())) {
      await parts.upkeep.dropSpending(spendingBefore);
      await parts.dropOldOutages();
    }
    expireAtMs = startedMs + expireEveryMs;
  };
  const endReviews = async () => {
    if (await parts.isClockDoubted()) return;
    await parts.endOverdueReviews(signal);
    await parts.noteOverdueReviews(signal);
  };
  const runRound = async () => {
    await attempt('sweep', () => sweep(false));
    await attempt('end_reviews', endReviews);
    await attempt('announce_keys', parts.noteExpiringKeys);
    await attempt('record_time', parts.recordTime);
    // Each run adds an entry to the log of a tenant, and retention is counted in days: more runs would only make it longer.
    if (performance.now() >= expireAtMs) await attempt('expire', expire);
    await attempt('refit', () => parts.refitWhenDue(signal));
  };
  const isElected = () => parts.isElected?.().catch(() => false) ?? Promise.resolve(true);
  const stop = repeat(everyMs, async () => {
    parts.sweepExports();
    if (await isElected()) await runRound();
  });
  const { adopt } = parts;
  const stopAdopting =
    adopt === undefined
      ? async () => undefined
      : repeat(adoptEveryMs, async () => {
          if (await isElected()) await attempt('adopt', adopt);
        });
  return async () => {
    stopped.abort();
    await Promise.all([stop(), stopAdopting()]);
  };
}
