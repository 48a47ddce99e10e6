import type { Clock } from '../clock/clock.ts';
import type { JobStore } from '../interfaces/job-store.ts';
import type { RecordUpkeep } from '../interfaces/record-store.ts';
import type { Log } from '../log/create-log.ts';

const everyMs = 60_000;
/** Notices are tried for three days; whoever has not fetched them by then is not coming. */
const outboxKeptMs = 7 * 86_400_000;

/** Whoever lost the connection resumes within that; afterwards the record has the answer. */
const journalsKeptMs = 15 * 60_000;

/** Long enough to look up what became of a load. */
const jobsKeptMs = 30 * 86_400_000;

/** Sweeps once before anything is admitted, then every minute. The function returned ends it. */
export async function startUpkeep(parts: {
  readonly upkeep: RecordUpkeep;
  readonly jobs: JobStore;
  /** After each sweep but the first. Ends early where the signal says so. */
  readonly refitWhereDue: (signal: AbortSignal) => Promise<void>;
  /** After each sweep but the first: answers that nobody decided on in time. */
  readonly endOverdueReviews: (signal: AbortSignal) => Promise<void>;
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
  const keepUp = async () => {
    if (stopped.signal.aborted) return;
    await sweep(false);
    await parts.endOverdueReviews(stopped.signal);
    await parts.refitWhereDue(stopped.signal);
  };
  let running = Promise.resolve();
  const timer = setInterval(() => {
    // One after the other, however long one takes.
    running = running
      .then(keepUp)
      .catch((error: unknown) => parts.log.error({ err: error }, 'upkeep failed'));
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    stopped.abort();
    await running;
  };
}
