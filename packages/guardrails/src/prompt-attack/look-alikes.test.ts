import { describe, expect, it } from 'vitest';
import { buildPartViewsSync } from '../views/build-part-views.ts';
import { sureScore } from './attack-rules.ts';
import { findAttacks } from './find-attacks.ts';
import { lookAlikes } from './test-support/look-alikes.ts';

describe('harmless texts that look like attacks', () => {
  it('are many', () => {
    expect(new Set(lookAlikes).size).toBeGreaterThanOrEqual(300);
    expect(new Set(lookAlikes).size).toBe(lookAlikes.length);
  });

  it.each(lookAlikes)('is not sure of: %s', (text) => {
    expect(findAttacks(buildPartViewsSync(text)).filter(({ score }) => score >= sureScore)).toEqual([]);
  });

  it('are suspected in at most one of ten cases', () => {
    const suspected = lookAlikes.filter(
      (text) => (findAttacks(buildPartViewsSync(text))[0]?.score ?? 0) >= 0.5,
    );
    expect(suspected.length).toBeLessThanOrEqual(lookAlikes.length / 10);
  });
});
