import { AppError } from '@avow/foundation';
import { createFairRunner } from '@avow/foundation/concurrency';
import type { GuardedAdmission } from '../admission/admission.ts';

/** Messages accepted for later, a few at a time and round-robin over tenants. They are stored durably elsewhere. */
export interface BackgroundQueue {
  /** Reserves room until the message is pushed or abandoned. Throws if the queue is full. */
  reserve(): () => void;
  push(admission: GuardedAdmission): void;
  /** Starts nothing more, and resolves when what is running has ended. What is still queued resumes at the next start. */
  drain(): Promise<void>;
}

const runningMax = 4;

/** `run` must not reject. */
export function createBackgroundQueue(
  waitingMax: number,
  run: (admission: GuardedAdmission) => Promise<void>,
): BackgroundQueue {
  const runner = createFairRunner({ runningMax, tenantRunningMax: runningMax });
  let reserved = 0;
  return {
    reserve: () => {
      if (runner.waiting + reserved >= waitingMax) {
        throw new AppError('overloaded', {
          detail: 'Too many messages are queued. Try again later.',
          retryAfterSeconds: 5,
        });
      }
      reserved += 1;
      return () => {
        reserved -= 1;
      };
    },
    push: (admission) => void runner.run(admission.tenantId, () => run(admission)),
    drain: runner.stop,
  };
}
