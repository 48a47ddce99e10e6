import type { Reading } from '@avow/inference';
import type { PassageHit } from '@avow/search';
import { describe, expect, test } from 'vitest';
import { rankRead } from './rank-read.ts';

const hitOf = (text: string, vectorScore: number | null = null): PassageHit => ({
  ...{ kind: 'document', documentId: 'doc_a', revision: 1, ordinal: 0, headings: 'Leave', text },
  ...{ start: 0, end: text.length, groups: [], validFromMs: null, validUntilMs: null },
  ...{ pack: { packId: 'pack_a', version: 1 }, score: 1, wordScore: null, vectorScore, alsoAt: [] },
});
const readingOf = (relevance: number, margin: number): Reading => ({
  relevance,
  noAnswerScore: 1,
  spans: [{ start: 0, end: 1, score: 1 + margin }],
});
const question = 'How many days of holiday do drivers have?';

describe('rankRead', () => {
  test('returns what is known about each passage', () => {
    const hits = [hitOf('Drivers have 28 days.', 0.7), hitOf('Bread is baked at night.', -0.1)];
    const ranked = rankRead(question, hits, [readingOf(3, 5), readingOf(-2, -4)]);
    expect(ranked.map(({ features }) => features)).toEqual([
      {
        ...{ spanMargin: 5, spanLead: 9, relevance: 3 },
        ...{ searchRank: 1, nearness: 0.7, wordShare: expect.closeTo(2 / 3) },
        ...{ headingShare: 0, headingShareOfSteps: 0, lacksNumber: 0 },
      },
      {
        ...{ spanMargin: -4, spanLead: -9, relevance: -2 },
        ...{ searchRank: 0.5, nearness: 0, wordShare: 0 },
        ...{ headingShare: 0, headingShareOfSteps: 0, lacksNumber: 1 },
      },
    ]);
  });

  test('what was read decides against the order of the search, and of equals the search', () => {
    const hits = [hitOf('one'), hitOf('two'), hitOf('three')];
    const texts = (readings: Reading[]) => rankRead(question, hits, readings).map(({ hit }) => hit.text);
    expect(texts([readingOf(-3, -3), readingOf(-3, -3), readingOf(4, 4)])[0]).toBe('three');
    expect(texts([readingOf(1, 1), readingOf(1, 1), readingOf(1, 1)])).toEqual(['one', 'two', 'three']);
  });

  test('knows a section that is named for what was asked, and counts that for steps once more', () => {
    const inSection = { ...hitOf('Ask the shift leader.'), headings: 'Leave › Booking a holiday » Steps:' };
    const featuresFor = (asked: string) => rankRead(asked, [inSection], [readingOf(0, 0)])[0]?.features;
    expect(featuresFor('How do I book my holiday?')).toMatchObject({
      headingShare: 1,
      headingShareOfSteps: 1,
    });
    expect(featuresFor('Who gets a holiday?')).toMatchObject({ headingShare: 0.5, headingShareOfSteps: 0 });
    expect(featuresFor('Where is the oven?')).toMatchObject({ headingShare: 0, headingShareOfSteps: 0 });
  });

  test('passes over what has no words, and knows no lead over nothing', () => {
    const hits = [hitOf(''), hitOf('two')];
    const empty: Reading = { relevance: 0, noAnswerScore: 0, spans: [] };
    expect(rankRead(question, hits, [empty, readingOf(1, 1)]).map(({ hit }) => hit.text)).toEqual(['two']);
    expect(rankRead(question, hits.slice(1), [readingOf(1, 1)])[0]?.features).toMatchObject({
      spanLead: 0,
    });
    expect(rankRead('', [], [])).toEqual([]);
  });
});
