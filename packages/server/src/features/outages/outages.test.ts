import { describe, expect, it } from 'vitest';
import type { ObservedTime } from './outage-store.ts';
import { findOutages, outagesIn, outageTime, readOutages } from './outages.ts';

const nowMs = 1_000_000;
const observed = (process: string, fromMs: number, untilMs: number, more: Partial<ObservedTime> = {}) => ({
  ...{ process, position: 0, host: 'alpha', kind: 'serving' as const, subject: '', cause: '' },
  ...{ fromMs, untilMs, state: 'cut' as const, refused: 0, ...more },
});
const found = (...times: readonly ObservedTime[]) =>
  findOutages(times, nowMs).map(({ kind, fromMs, untilMs }) => [kind, fromMs, untilMs]);
const on = { state: 'on' } as const;
const over = { state: 'over' } as const;

describe('outages', () => {
  it('are times in which no process served, asked to stop or not', () => {
    expect(
      found(observed('one', 0, 100, over), observed('two', 150, 300), observed('three', 400, nowMs, on)),
    ).toEqual([
      ['lost', 300, 400],
      ['stopped', 100, 150],
    ]);
  });

  it('go on if nothing serves now, and nothing has been noted for a minute', () => {
    expect(found(observed('one', 0, nowMs - 60_000, on))).toEqual([]);
    expect(found(observed('one', 0, nowMs - 60_001, on))).toEqual([['lost', nowMs - 60_001, null]]);
    expect(found(observed('one', 0, nowMs - 9, over))).toEqual([['stopped', nowMs - 9, null]]);
  });

  it('are no more than the loss of a node while others serve', () => {
    expect(
      found(
        observed('one', 0, 500, { host: 'beta' }),
        observed('two', 100, 900, over),
        observed('three', 800, nowMs, on),
      ),
    ).toEqual([['node_lost', 500, 500]]);
    expect(
      found(observed('one', 0, 900), observed('two', 100, 500, over), observed('three', 950, nowMs, on)),
    ).toEqual([['lost', 900, 950]]);
  });

  it('are also those of models and records, until when they lasted', () => {
    const model = observed('one', 10, 20, { position: 1, kind: 'model', subject: 'a/b', ...over });
    const records = observed('one', 30, nowMs, { position: 2, kind: 'records', ...on });
    expect(found(observed('one', 0, nowMs, on), model, records)).toEqual([
      ['records', 30, null],
      ['model', 10, 20],
    ]);
  });

  it('are read with since when anything is known, and of a period', async () => {
    const times = [observed('two', 300, nowMs, on), observed('one', 5, 100)];
    const read = await readOutages({ listTimes: async () => times }, nowMs);
    expect(read.knownSinceMs).toBe(5);
    const countIn = (fromMs: number, untilMs: number) => outagesIn(read.outages, { fromMs, untilMs }).length;
    expect([countIn(0, 100), countIn(0, 101), countIn(150, 160), countIn(301, nowMs)]).toEqual([0, 1, 1, 0]);
    const none = await readOutages({ listTimes: async () => [] }, nowMs);
    expect(none).toEqual({ outages: [], knownSinceMs: null });
  });

  it('are counted once where they overlap, and within a period only', () => {
    const outages = [
      { fromMs: 10, untilMs: 30 },
      { fromMs: 20, untilMs: 25 },
      { fromMs: 28, untilMs: 40 },
      { fromMs: 90, untilMs: null },
    ];
    expect(outageTime(outages, { fromMs: 0, untilMs: 100 })).toBe(40);
    expect(outageTime(outages, { fromMs: 15, untilMs: 35 })).toBe(20);
    expect(outageTime([], { fromMs: 0, untilMs: 100 })).toBe(0);
  });
});
