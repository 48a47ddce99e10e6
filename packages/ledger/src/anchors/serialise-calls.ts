import { setTimeout as sleep } from 'node:timers/promises';
import { createMutex } from '@avow/foundation';

/**
 * Serialises calls that may hang forever, as on a network disk, each with a timeout. While a call that timed out is
 * still pending, further calls fail at once, so that at most one is ever stuck: a call stuck on a file occupies one of
 * the few threads that serve all file access.
 */
export function serialiseCalls(timeoutMs: number): <Value>(call: () => Promise<Value>) => Promise<Value> {
  const mutex = createMutex();
  let outstanding = 0;
  return (call) =>
    mutex.run(() => {
      if (outstanding > 0) throw new Error('a previous call to the anchor is still pending');
      outstanding++;
      const work = Promise.try(call);
      const done = () => {
        outstanding--;
      };
      work.then(done, done);
      return withTimeout(timeoutMs, work);
    });
}

/** Rejects if the work takes longer than the timeout. The work itself goes on. */
export async function withTimeout<Value>(timeoutMs: number, work: Promise<Value>): Promise<Value> {
  const done = new AbortController();
  const timeout = sleep(timeoutMs, undefined, { signal: done.signal, ref: false }).then(() => {
    throw new Error('the anchor timed out');
  });
  // Nobody awaits the loser of the race.
  timeout.catch(() => undefined);
  work.catch(() => undefined);
  try {
    return await Promise.race([work, timeout]);
  } finally {
    done.abort();
  }
}
