import { array, assert, asyncProperty, constantFrom, integer } from 'fast-check';
import { expect, it } from 'vitest';
import { ModelFault } from '../../errors/model-fault.ts';
import { createSlots } from './create-slots.ts';

const steps = array(constantFrom('take', 'give', 'leave'), { maxLength: 100 });
const gone = new Error('gone');

it('never lets more run or wait than it may, and serves in the order of coming', async () => {
  await assert(
    asyncProperty(
      integer({ min: 1, max: 3 }),
      integer({ min: 0, max: 3 }),
      steps,
      async (atOnceMax, waitingMax, taken) => {
        const slots = createSlots({ atOnceMax, waitingMax });
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
            slots.take(controller.signal).then(
              (give) => giving.set(id, give),
              (error: unknown) => refused.set(id, error),
            );
            if (running.length < atOnceMax) running.push(id);
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

it('refuses where too many wait', async () => {
  const slots = createSlots({ atOnceMax: 1, waitingMax: 0 });
  const { signal } = new AbortController();
  const giveBack = await slots.take(signal);
  const error = await slots.take(signal).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ModelFault);
  expect(error).toMatchObject({ code: 'busy' });
  giveBack();
  await slots.take(signal);
});

it('takes none for whoever has gone already', async () => {
  const slots = createSlots({ atOnceMax: 1, waitingMax: 0 });
  await expect(slots.take(AbortSignal.abort(gone))).rejects.toBe(gone);
  await slots.take(new AbortController().signal);
});
