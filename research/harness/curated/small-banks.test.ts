import { describe, expect, it } from 'vitest';
import { inSmallBanks } from './small-banks.ts';

const pairIds = ['right', 'near', 'next', 'far', 'farthest'];
const candidates = pairIds.map((pairId, at) => ({
  ...{ pairId, text: `phrasing of ${pairId}`, wordScore: null, vectorScore: 1 - at / 10 },
}));
const asked = Array.from({ length: 40 }, (_, at) => ({
  ...{ text: `question ${at}`, rightId: 'right', kind: 'any', half: 'tune' as const },
}));
const small = inSmallBanks({
  set: {
    name: 'some',
    bank: [],
    asked: [...asked, { ...(asked[0] as (typeof asked)[0]), rightId: null as never }],
  },
  candidates: [...asked, null].map(() => candidates),
});

describe('inSmallBanks', () => {
  it('asks each question that has a pair twice: with its pair, and of neighbours that must not answer it', () => {
    expect(small.set.name).toBe('some_small');
    expect(small.set.asked.map(({ rightId }) => rightId)).toEqual(asked.flatMap(() => ['right', null]));
    for (const [at, its] of small.candidates.entries()) {
      const ids = its.map(({ pairId }) => pairId);
      expect(ids.includes('right')).toBe(at % 2 === 0);
      expect(ids).toContain('near');
      expect(ids.length).toBeLessThanOrEqual(5);
    }
  });

  it('has banks in which all neighbours are near, and banks in which one is', () => {
    const banks = new Set(small.candidates.map((its) => its.map(({ pairId }) => pairId).join(' ')));
    expect(banks).toContain('near next far');
    expect(banks).toContain('near farthest');
  });
});
