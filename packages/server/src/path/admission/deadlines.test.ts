import { describe, expect, test } from 'vitest';
import { createDeadlines } from './deadlines.ts';

describe('createDeadlines', () => {
  test('reports the time that is left, and none once it was cut short', () => {
    const deadlines = createDeadlines();
    const long = deadlines.start(60_000);
    const none = deadlines.start(0);
    expect(long.leftMs()).toBeGreaterThan(0);
    expect(long.leftMs()).toBeLessThanOrEqual(60_000);
    expect(none.leftMs()).toBe(0);
    deadlines.cutAll();
    expect([long.signal.aborted, long.leftMs()]).toEqual([true, 0]);
    long.end();
    none.end();
  });
});
