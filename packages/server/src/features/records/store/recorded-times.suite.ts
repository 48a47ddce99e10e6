import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { OpenedStore } from '../../../storage/contract/opened-store.ts';
import { RecordedTimesModel } from './test-support/recorded-times-model.ts';

const options = { apartMs: 10, timesMax: 4 };

/** The times at which the service ran. They belong to the store as a whole, so these tests build on each other. */
export function describeRecordedTimes(get: () => OpenedStore['retention']): void {
  /** All that there is, newest first. */
  const listTimes = async () => {
    const times: number[] = [];
    for (let untilMs = Number.MAX_SAFE_INTEGER; ; ) {
      const foundMs = await get().findRecordedTime(untilMs);
      if (foundMs === null) return times;
      times.push(foundMs);
      untilMs = foundMs - 1;
    }
  };
  const note = async (...timesMs: readonly number[]) => {
    for (const atMs of timesMs) await get().recordTime({ atMs, ...options });
  };

  it('has no times at first, and keeps those that are far enough apart', async () => {
    expect(await listTimes()).toEqual([]);
    await note(100, 100, 109, 110, 119, 125);
    expect(await listTimes()).toEqual([125, 110, 100]);
  });

  it('drops times later than the clock, even if it records none', async () => {
    await note(0, 10, 900, 5000, 15);
    expect(await listTimes()).toEqual([10, 0]);
  });

  it('keeps at most the newest `timesMax` times', async () => {
    await note(0, 10, 20, 30, 40, 50);
    expect(await listTimes()).toEqual([50, 40, 30, 20]);
    await get().recordTime({ atMs: 51, apartMs: 10, timesMax: 2 });
    expect(await listTimes()).toEqual([50, 40]);
  });

  it('keeps the same times as the model, whatever the clock is set to', async () => {
    const timesMs = fc.array(fc.nat({ max: 120 }), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(timesMs, fc.nat({ max: 130 }), async (later, untilMs) => {
        const model = new RecordedTimesModel();
        // It is earlier than all that there may be.
        for (const atMs of [-100, ...later]) {
          await note(atMs);
          await model.recordTime({ atMs, ...options });
        }
        expect(await get().findRecordedTime(untilMs)).toBe(await model.findRecordedTime(untilMs));
        expect(await listTimes()).toHaveLength(model.count);
      }),
      { numRuns: 40 },
    );
  });
}
