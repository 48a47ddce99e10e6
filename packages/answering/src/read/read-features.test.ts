import { confidenceFeatures } from '@avow/contract/values';
import { describe, expect, it } from 'vitest';
import { readFeatures } from './read-features.ts';
import { readCandidate } from './test-support/read-candidate.ts';

const question = 'How many days of holiday do bakers have?';
const best = readCandidate({ text: 'Bakers 🥐 have 26 days.', words: '26 days', vectorScore: 0.72 });

describe('readFeatures', () => {
  it('returns what was measured, under the names of the contract', () => {
    const others = [
      readCandidate({ text: 'It is 26 days in all.', features: { relevance: 2 } }),
      readCandidate({ text: 'Drivers have 28 days.', features: { relevance: -4 } }),
      readCandidate({ text: 'Bread is baked.', features: { relevance: 1, spanMargin: -3 } }),
    ];
    const features = readFeatures(question, { candidate: best, read: [best, ...others] });
    expect(features).toEqual({
      ...{ relevance: 3, relevance_gap: 1, span_margin: 5, span_lead: 1, search_rank: 1, nearness: 0.72 },
      // Of the two others in which something was read, one says the same.
      ...{ heading_match: 0, type_match: 1, agreement: 0.5 },
    });
    for (const name of Object.keys(features)) expect(confidenceFeatures).toContain(name);
  });

  it('leaves out what could not be measured', () => {
    const alone = readCandidate({ text: 'Bakers may leave early.' });
    expect(readFeatures('May bakers leave early?', { candidate: alone, read: [alone] })).toEqual({
      ...{ relevance: 3, span_margin: 5, search_rank: 1, heading_match: 0 },
    });
  });

  it('says that the answer is not of the kind that is asked for', () => {
    const vague = readCandidate({ text: 'Bakers have enough of it.' });
    expect(readFeatures(question, { candidate: vague, read: [vague] })).toMatchObject({ type_match: 0 });
  });

  it('has a gap below 0 where another passage is more about the question', () => {
    const other = readCandidate({ text: 'More of it.', features: { relevance: 5 } });
    const { relevance_gap } = readFeatures(question, { candidate: best, read: [other, best] });
    expect(relevance_gap).toBe(-2);
  });
});
