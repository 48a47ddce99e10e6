/** Too many callers already wait for a slot. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError';
}

/** Bounds how many callers run at once and how many wait to run. Callers are served in the order of arrival. */
export interface Limiter {
  /**
   * Resolves with the function that releases the slot; calls after the first do nothing. Rejects with a
   * `QueueFullError`, or with the reason of the signal: a caller that gives up leaves the queue immediately.
   */
  acquire(signal: AbortSignal): Promise<() => void>;
}

export function createLimiter({
  runningMax,
  waitingMax,
}: {
  readonly runningMax: number;
  readonly waitingMax: number;
}): Limiter {
  let running = 0;
  const waiting = new Set<() => void>();

  function createRelease(): () => void {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const [next] = waiting;
      // The slot is passed on directly, so that a new caller cannot overtake the one that waits.
      if (next === undefined) running -= 1;
      else next();
    };
  }

  return {
    acquire: async (signal) => {
      signal.throwIfAborted();
      if (running < runningMax) {
        running += 1;
        return createRelease();
      }
      if (waiting.size >= waitingMax) throw new QueueFullError(`${waitingMax} callers wait already`);
      return await new Promise((resolve, reject) => {
        const leave = () => {
          waiting.delete(enter);
          signal.removeEventListener('abort', giveUp);
        };
        const enter = () => {
          leave();
          resolve(createRelease());
        };
        const giveUp = () => {
          leave();
          reject(signal.reason);
        };
        waiting.add(enter);
        signal.addEventListener('abort', giveUp);
      });
    },
  };
}
