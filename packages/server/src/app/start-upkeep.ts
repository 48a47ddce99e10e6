import type { Clock } from '../clock/clock.ts';
import type { JobStore } from '../interfaces/job-store.ts';
import type { RecordUpkeep } from '../interfaces/record-store.ts';
import type { Log } from '../log/create-log.ts';

const everyMs = 60_000;
const roundsBetweenExpiries = 60;
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
  /** After each sweep but the first, and before anything expires. */
  readonly noteTime: () => Promise<void>;
  /** A minute after the start and every hour, or a minute after it failed: what tenants' rules no longer keep. */
  readonly expireRecords: (signal: AbortSignal) => Promise<void>;
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
  /** Each by itself: what fails must not keep back what is due beside it. */
  const attempt = async (step: () => Promise<void>) => {
    try {
      if (!signal.aborted) await step();
    } catch (error) {
      parts.log.error({ err: error }, 'upkeep failed');
    }
  };
  let roundsSinceExpiry = roundsBetweenExpiries;
  const expire = async () => {
    await parts.expireRecords(signal);
    roundsSinceExpiry = 0;
  };
  const keepUp = async () => {
    await attempt(() => sweep(false));
    await attempt(() => parts.endOverdueReviews(signal));
    await attempt(parts.noteTime);
    // Each time is an entry in the log of a tenant: days are counted, and minutes would only make it long.
    if (roundsSinceExpiry >= roundsBetweenExpiries) await attempt(expire);
    roundsSinceExpiry += 1;
    await attempt(() => parts.refitWhereDue(signal));
  };
  let running = Promise.resolve();
  const timer = setInterval(() => {
    // One after the other, however long one takes.
    running = running.then(keepUp);
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    stopped.abort();
    await running;
  };
}
