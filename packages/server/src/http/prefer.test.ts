import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPreferences } from './prefer.ts';

describe('readPreferences', () => {
  it('[CON-6-16] reads wait and respond-async, bounded', () => {
    expect(readPreferences(undefined)).toEqual({ respondAsync: false, waitMs: null });
    expect(readPreferences('wait=10')).toEqual({ respondAsync: false, waitMs: 10_000 });
    expect(readPreferences('Respond-Async, Wait = 7; x=y')).toEqual({ respondAsync: true, waitMs: 7000 });
    for (const tooLong of ['wait=121', 'wait=99999999999'])
      expect(readPreferences(tooLong)).toEqual({ respondAsync: false, waitMs: 120_000 });
    expect(readPreferences('wait=5, wait=30')).toEqual({ respondAsync: false, waitMs: 5000 });
    expect(readPreferences('wait=0')).toEqual({ respondAsync: false, waitMs: 1000 });
    expect(readPreferences('wait=-3, wait=soon, return=minimal')).toEqual({
      respondAsync: false,
      waitMs: null,
    });
    fc.assert(
      fc.property(fc.string(), (header) => {
        const { waitMs } = readPreferences(header);
        return waitMs === null || (waitMs >= 1000 && waitMs <= 120_000);
      }),
    );
  });
});
