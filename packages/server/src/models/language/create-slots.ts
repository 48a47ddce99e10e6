import { ModelFault } from '../../errors/model-fault.ts';

/**
 * Limits on how many run at once and how many wait to. Whoever waits is served in the order of coming; whoever gives up
 * leaves the line at once, so that the line is never full of those who have gone.
 */
export interface Slots {
  /** Resolves with what gives the slot back, to be called once. Rejects where too many wait, or with the signal's reason. */
  take(signal: AbortSignal): Promise<() => void>;
}

export function createSlots({
  atOnceMax,
  waitingMax,
}: {
  readonly atOnceMax: number;
  readonly waitingMax: number;
}): Slots {
  let running = 0;
  const waiting = new Set<() => void>();
  const giveBack = () => {
    const [next] = waiting;
    // The slot is handed on: nobody can come in between.
    if (next === undefined) running -= 1;
    else next();
  };
  return {
    take: async (signal) => {
      signal.throwIfAborted();
      if (running < atOnceMax) {
        running += 1;
        return giveBack;
      }
      if (waiting.size >= waitingMax)
        throw new ModelFault('busy', 'too many are waiting for the language model');
      return new Promise((resolve, reject) => {
        const leave = () => {
          waiting.delete(enter);
          signal.removeEventListener('abort', giveUp);
        };
        const enter = () => {
          leave();
          resolve(giveBack);
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
