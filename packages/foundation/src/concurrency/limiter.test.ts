import { array, assert, asyncProperty, constantFrom, integer } from 'fast-check';
import { expect, it } from 'vitest';
import { createLimiter, QueueFullError } from './limiter.ts';

const steps = array(constantFrom('take', 'give', 'leave'), { maxLength: 100 });
const gone = new Error('gone');

it('never lets more run or wait than allowed, and serves in the order of arrival', async () => {
  await assert(
    asyncProperty(
      integer({ min: 1, max: 3 }),
      integer({ min: 0, max: 3 }),
      steps,
      async (runningMax, waitingMax, taken) => {
        const limiter = createLimiter({ runningMax, waitingMax });
        let next = 0;
        // What ought to be: who runs and who waits, in order.
        const running: number[] = [];
        const waiting: number[] = [];
        const giving = new Map<number, () => void>();
        const refused = new Map<number, unknown>();
        const leaving = new Map<number, AbortController>();
        for (const step of taken) {
          if (step === 'take') {
            const id = next++;
            const controller = new AbortController();
            leaving.set(id, controller);
            limiter.acquire(controller.signal).then(
              (give) => giving.set(id, give),
              (error: unknown) => refused.set(id, error),
            );
            if (running.length < runningMax) running.push(id);
            else if (waiting.length < waitingMax) waiting.push(id);
          } else if (step === 'give' && running.length > 0) {
            const id = running.shift() as number;
            giving.get(id)?.();
            giving.delete(id);
            if (waiting.length > 0) running.push(waiting.shift() as number);
          } else if (step === 'leave' && waiting.length > 0) {
            const id = waiting.shift() as number;
            leaving.get(id)?.abort(gone);
            await new Promise(setImmediate);
            expect(refused.get(id)).toBe(gone);
          }
          await new Promise(setImmediate);
          expect([...giving.keys()].toSorted()).toEqual(running.toSorted());
        }
      },
    ),
    { numRuns: 50 },
  );
});

it('refuses a caller if too many wait', async () => {
  const limiter = createLimiter({ runningMax: 1, waitingMax: 0 });
  const { signal } = new AbortController();
  const giveBack = await limiter.acquire(signal);
  const error = await limiter.acquire(signal).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(QueueFullError);
  giveBack();
  // A second release must not free a second slot.
  giveBack();
  await limiter.acquire(signal);
  await expect(limiter.acquire(signal)).rejects.toBeInstanceOf(QueueFullError);
});

it('refuses a caller that has given up already', async () => {
  const limiter = createLimiter({ runningMax: 1, waitingMax: 0 });
  await expect(limiter.acquire(AbortSignal.abort(gone))).rejects.toBe(gone);
  await limiter.acquire(new AbortController().signal);
});
