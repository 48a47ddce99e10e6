import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Calls to something that may hang for ever, as a disk over the network does: one after the other, each for so long at most.
 * While one that took longer has not come back those behind it are refused, so that no more than one is ever stuck: what is
 * stuck in a file holds one of the few threads that all files are read with.
 */
export function callInLine(timeoutMs: number): <Value>(call: () => Promise<Value>) => Promise<Value> {
  let before: Promise<unknown> = Promise.resolve();
  let outstanding = 0;
  return (call) => {
    const turn = before.then(() => {
      if (outstanding > 0) throw new Error('an anchor still hangs');
      outstanding++;
      const work = Promise.try(call);
      const done = () => {
        outstanding--;
      };
      work.then(done, done);
      return within(timeoutMs, work);
    });
    before = turn.catch(() => undefined);
    return turn;
  };
}

/** What the work comes to, or an error where it takes longer. It is not ended by that. */
export async function within<Value>(timeoutMs: number, work: Promise<Value>): Promise<Value> {
  const done = new AbortController();
  const timeout = sleep(timeoutMs, undefined, { signal: done.signal, ref: false }).then(() => {
    throw new Error('an anchor took too long');
  });
  // Whichever comes second has nobody who waits for it.
  timeout.catch(() => undefined);
  work.catch(() => undefined);
  try {
    return await Promise.race([work, timeout]);
  } finally {
    done.abort();
  }
}
