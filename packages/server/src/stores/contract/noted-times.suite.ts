import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NotedTimesModel } from './noted-times-model.ts';
import type { OpenedStore } from './opened-store.ts';

const wish = { apartMs: 10, timesMax: 4 };

/** When the service ran. It is of a store as a whole: whatever these tests note follows on what was noted before. */
export function describeNotedTimes(get: () => OpenedStore['forgetting']): void {
  /** All that there is, newest first. */
  const listTimes = async () => {
    const times: number[] = [];
    for (let untilMs = Number.MAX_SAFE_INTEGER; ; ) {
      const foundMs = await get().findNotedTime(untilMs);
      if (foundMs === null) return times;
      times.push(foundMs);
      untilMs = foundMs - 1;
    }
  };
  const note = async (...timesMs: readonly number[]) => {
    for (const atMs of timesMs) await get().noteTime({ atMs, ...wish });
  };

  it('has none at first, and keeps those that are apart', async () => {
    expect(await listTimes()).toEqual([]);
    await note(100, 100, 109, 110, 119, 125);
    expect(await listTimes()).toEqual([125, 110, 100]);
  });

  it('forgets times that the clock has come back from, also where it notes nothing', async () => {
    await note(0, 10, 900, 5000, 15);
    expect(await listTimes()).toEqual([10, 0]);
  });

  it('keeps no more than it is told to, and those the newest', async () => {
    await note(0, 10, 20, 30, 40, 50);
    expect(await listTimes()).toEqual([50, 40, 30, 20]);
    await get().noteTime({ atMs: 51, apartMs: 10, timesMax: 2 });
    expect(await listTimes()).toEqual([50, 40]);
  });

  it('keeps what the model keeps, wherever the clock is set to', async () => {
    const timesMs = fc.array(fc.nat({ max: 120 }), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(timesMs, fc.nat({ max: 130 }), async (later, untilMs) => {
        const model = new NotedTimesModel();
        // It is earlier than all that there may be.
        for (const atMs of [-100, ...later]) {
          await note(atMs);
          await model.noteTime({ atMs, ...wish });
        }
        expect(await get().findNotedTime(untilMs)).toBe(await model.findNotedTime(untilMs));
        expect(await listTimes()).toHaveLength(model.count);
      }),
      { numRuns: 40 },
    );
  });
}
