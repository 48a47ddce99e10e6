import { AppError } from '../errors/app-error.ts';
import type { Admission } from './admission.ts';

/** Messages accepted for later, in the order in which they came, a few at a time. What waits here is durable elsewhere. */
export interface BackgroundQueue {
  /** Holds a place until the message is pushed or given up. Throws when the queue is full. */
  reserve(): () => void;
  push(admission: Admission): void;
  /** Begins nothing more, and resolves when what is running has ended. What still waits is taken up at the next start. */
  drain(): Promise<void>;
}

const atOnceMax = 4;

export function createBackgroundQueue(
  waitingMax: number,
  run: (admission: Admission) => Promise<void>,
): BackgroundQueue {
  const waiting: Admission[] = [];
  let reserved = 0;
  let running = 0;
  let draining: PromiseWithResolvers<void> | null = null;

  function startNext(): void {
    if (draining !== null) {
      if (running === 0) draining.resolve();
      return;
    }
    const admission = running < atOnceMax ? waiting.shift() : undefined;
    if (admission === undefined) return;
    running += 1;
    void run(admission).finally(() => {
      running -= 1;
      startNext();
    });
    startNext();
  }

  return {
    reserve: () => {
      if (waiting.length + reserved >= waitingMax) {
        throw new AppError('overloaded', {
          detail: 'Too many messages are waiting to be answered.',
          retryAfterSeconds: 5,
        });
      }
      reserved += 1;
      return () => {
        reserved -= 1;
      };
    },
    push: (admission) => {
      waiting.push(admission);
      startNext();
    },
    drain: () => {
      draining ??= Promise.withResolvers<void>();
      startNext();
      return draining.promise;
    },
  };
}
