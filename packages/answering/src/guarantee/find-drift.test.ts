import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DriftSigns, findDrift, watchBounds } from './find-drift.ts';
import { countByScore, scoreShift } from './score-shift.ts';

const even = new Array<number>(10).fill(50);
const calm: DriftSigns = {
  checked: { answers: 100, wrong: 3 },
  reported: { answers: 5_000, wrong: 40 },
  scores: { before: even, since: even },
  ageMs: 0,
};
const rule = { wrongMax: 0.05 };

describe('findDrift', () => {
  it('finds nothing where nothing has changed', () => {
    expect(findDrift(calm, rule)).toBeNull();
    const nothing = { answers: 0, wrong: 0 };
    const fresh = { ...calm, checked: nothing, reported: nothing, scores: { before: even, since: [] } };
    expect(findDrift(fresh, rule)).toBeNull();
  });

  it('names what no longer supports the guarantee', () => {
    const found = (signs: Partial<DriftSigns>) => findDrift({ ...calm, ...signs }, rule);
    expect(found({ checked: { answers: 100, wrong: 12 } })).toBe('checked_wrong');
    expect(found({ reported: { answers: 1_000, wrong: 80 } })).toBe('reported_wrong');
    const low = [400, 100, 0, 0, 0, 0, 0, 0, 0, 0];
    expect(found({ scores: { before: even, since: low } })).toBe('scores_shifted');
    expect(found({ ageMs: watchBounds.ageMaxMs + 1 })).toBe('expired');
  });

  it('takes few answers for chance, however they are spread', () => {
    expect(
      findDrift({ ...calm, scores: { before: even, since: [3, 0, 0, 0, 0, 0, 0, 0, 0, 0] } }, rule),
    ).toBeNull();
    expect(findDrift({ ...calm, checked: { answers: 10, wrong: 2 } }, rule)).toBeNull();
  });
});

describe('scoreShift', () => {
  const counts = fc.array(fc.nat(500), { minLength: 10, maxLength: 10 });

  it('is a distance between 0 and 1, the same both ways', () => {
    fc.assert(
      fc.property(counts, counts, (one, other) => {
        const shift = scoreShift(one, other);
        expect(shift).toBeGreaterThanOrEqual(0);
        expect(shift).toBeLessThanOrEqual(1 + 1e-12);
        expect(shift).toBeCloseTo(scoreShift(other, one), 12);
        expect(scoreShift(one, one)).toBeCloseTo(0, 12);
      }),
    );
  });

  it('counts every score once', () => {
    expect(countByScore([0, 0.05, 0.1, 0.97, 1])).toEqual([2, 1, 0, 0, 0, 0, 0, 0, 0, 2]);
  });
});
