import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Support } from '../../answers/draft.ts';
import { sentenceClaims } from './sentence-claims.ts';

// As in the guide.
const [groupsWanted, groupUnitsMax, surroundingsUnits] = [4, 450, 400];

const place: Omit<Support, 'quote'> = {
  documentId: 'doc_a',
  pack: { packId: 'pack_a', version: 1 },
  source: 'a',
  title: 'A',
  url: null,
  start: 0,
  end: 1,
  score: 1,
  follows: 'as_paragraph',
};

function claimsOf(quote: string, evidence = quote) {
  return sentenceClaims({ asked: 'How long?', support: [{ ...place, quote }], evidence });
}

const sentenceOf = (units: number) => `It${' so'.repeat(Math.max(1, Math.round((units - 3) / 3)))}.`;

describe('sentenceClaims', () => {
  test('few sentences are each judged by themselves; code and headings are not', () => {
    const quote = '# Leave\n\nIt is long. It ends in March.\n\n```\nrun --leave\n```\n\n- rings\n';
    expect(claimsOf(quote).map(({ claim }) => claim)).toEqual([
      'It is long.',
      'It ends in March.',
      'How long? rings',
    ]);
  });

  test('every sentence once, in groups of which none is so long that it is cut, and few where few hold it', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 6, max: 200 }), { minLength: 1, maxLength: 40 }), (sizes) => {
        const sentences = sizes.map(sentenceOf);
        const quote = sentences.join(' ');
        const claims = claimsOf(quote).map(({ claim }) => claim);
        expect(claims.join(' ')).toBe(quote);
        for (const claim of claims) expect(claim.length).toBeLessThanOrEqual(groupUnitsMax);
        // What a group leaves free is less than the sentence that did not fit.
        const leastFull = groupUnitsMax - 201;
        expect(claims.length).toBeLessThanOrEqual(
          Math.max(groupsWanted, Math.ceil(quote.length / leastFull)),
        );
      }),
    );
  });

  test('a sentence that is longer than a group is one', () => {
    const long = sentenceOf(900);
    expect(claimsOf(`${long} It ends.`).map(({ claim }) => claim)).toEqual([long, 'It ends.']);
  });

  test('is supported by its context, in whole words', () => {
    const quote = 'Leave is long. It ends in March.';
    const around = 'word '.repeat(400);
    const [first, second] = claimsOf(quote, `${around}${quote} ${around}`.trim());
    for (const evidence of [first?.evidence ?? '', second?.evidence ?? '']) {
      expect(evidence).toContain(quote);
      expect(evidence.length).toBeLessThanOrEqual(quote.length + 2 * surroundingsUnits);
      expect(evidence.length).toBeGreaterThan(2 * surroundingsUnits - 20);
      expect(evidence).toMatch(/^word .* word$/);
    }
    expect(claimsOf(quote, `Before. ${quote} After.`)[0]?.evidence).toBe(`Before. ${quote} After.`);
    expect(claimsOf(quote, '😀'.repeat(501) + quote)[0]?.evidence.isWellFormed()).toBe(true);
  });
});
