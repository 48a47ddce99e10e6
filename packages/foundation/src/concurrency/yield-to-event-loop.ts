import { setImmediate as nextTick } from 'node:timers/promises';

let queue: Promise<unknown> = Promise.resolve();

/**
 * Resolves after everything else that is due has run. Callers share one queue, one per iteration of the event loop:
 * otherwise several pieces of long work would run back to back in the same iteration.
 */
export function yieldToEventLoop(): Promise<unknown> {
  queue = queue.then(() => nextTick());
  return queue;
}
