import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { BestCandidates } from '../best-candidates.ts';
import type { Passage } from '../passage-search.ts';
import { placeFields } from '../segments/merge-segments.ts';
import { readUnits, type Segment } from '../segments/segment.ts';
import { UnitFilters } from '../segments/unit-filter.ts';
import { plainPassage, segmentFolder, segmentOf } from '../test-support/segment-of.ts';
import { bm25LengthWeight, bm25Saturation } from './bm25.ts';
import { indexedTerms } from './count-terms.ts';
import { queryTerms } from './query-terms.ts';
import { rankByKeywords, type SearchedSegment, scoreByKeywords, weightQuery } from './rank-by-keywords.ts';

const folder = segmentFolder();
afterAll(() => rmSync(folder.path, { recursive: true }));

const vocabulary = Array.from({ length: 12 }, (_, n) => `w${'abcdefghijkl'[n]}x`);
/** Low numbers far more often than high ones, as words are. */
const word = fc.nat(143).map((n) => vocabulary[Math.floor(Math.sqrt(n))] ?? 'wax');
const words = fc.array(word, { minLength: 1, maxLength: 30 }).map((list) => list.join(' '));
const passage = fc.record({
  text: words,
  headings: fc.oneof(fc.constant(''), words),
  groups: fc.subarray(['a', 'b'], { maxLength: 1 }),
  validUntilMs: fc.option(fc.constantFrom(10, 20)),
});
const viewer = fc.record({ groups: fc.subarray(['a', 'b']), nowMs: fc.constantFrom(5, 10, 15, 25) });

interface Viewer {
  readonly groups: readonly string[];
  readonly nowMs: number;
}

function mayFind({ groups, nowMs }: Viewer, one: Pick<Passage, 'groups' | 'validUntilMs'>): boolean {
  return (
    (one.groups.length === 0 || one.groups.some((group) => groups.includes(group))) &&
    (one.validUntilMs === null || nowMs < one.validUntilMs)
  );
}

/** BM25 as the books have it, over the distinct texts that the viewer may find. */
function naiveScores(texts: readonly string[], query: readonly string[]): number[] {
  const documents = texts.map(indexedTerms);
  const average = documents.reduce((sum, terms) => sum + terms.length, 0) / Math.max(documents.length, 1);
  return documents.map((terms) => {
    let score = 0;
    for (const term of new Set(query)) {
      const times = query.filter((other) => other === term).length;
      const frequency = terms.filter((other) => other === term).length;
      const having = documents.filter((other) => other.includes(term)).length;
      const rarity = Math.log(1 + (documents.length - having + 0.5) / (having + 0.5));
      const saturation =
        bm25Saturation * (1 - bm25LengthWeight + (bm25LengthWeight * terms.length) / average);
      score += (Math.sqrt(times) * rarity * frequency * (bm25Saturation + 1)) / (frequency + saturation);
    }
    return score;
  });
}

function searched(segment: Segment, asks: Viewer): SearchedSegment {
  return { segment, filter: new UnitFilters(segment).find({ name: '', places: null }, asks) };
}

function rank(parts: readonly SearchedSegment[], query: readonly string[], depth: number) {
  const weighed = weightQuery(parts, queryTerms(query.join(' ')));
  const candidates = new BestCandidates(depth);
  for (const [part, one] of parts.entries())
    rankByKeywords(one, { weights: weighed.weights, terms: weighed.terms[part] ?? [] }, { candidates, part });
  return { weighed, best: candidates.list() };
}

test('with pruning and filters, over several segments, the best are those of a plain scorer', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(passage, { minLength: 1, maxLength: 60 }), { minLength: 1, maxLength: 3 }),
      fc.array(word, { minLength: 1, maxLength: 8 }),
      viewer,
      fc.integer({ min: 1, max: 12 }),
      (lists, query, asks, depth) => {
        // Equal texts in different segments are several units, in one segment they are one.
        const parts = lists.map((list) =>
          searched(
            segmentOf(
              list.map((one, ordinal) => plainPassage(one.text, { ...one, ordinal })),
              folder,
            ),
            asks,
          ),
        );
        const visible = lists.flatMap((list) => [
          ...new Set(list.filter((one) => mayFind(asks, one)).map((one) => `${one.headings}\n${one.text}`)),
        ]);
        const expected = naiveScores(visible, query)
          .filter((score) => score > 0)
          .sort((one, other) => other - one)
          .slice(0, depth);
        const { weighed, best } = rank(parts, query, depth);
        expect(best.map(({ score }) => score.toFixed(9))).toEqual(expected.map((score) => score.toFixed(9)));
        for (const { part, unit, score } of best) {
          const one = parts[part];
          if (one === undefined) throw new Error('no such part');
          const terms = weighed.terms[part] ?? [];
          expect(scoreByKeywords(one, { weights: weighed.weights, terms, unit })).toBeCloseTo(score, 9);
          const places = one.segment.arrays.unitPlaceStarts;
          const fields = Array.from({ length: (places[unit + 1] ?? 0) - (places[unit] ?? 0) }, (_, n) =>
            placeFields(one.segment, (places[unit] ?? 0) + n),
          );
          expect(fields.some((place) => mayFind(asks, place))).toBe(true);
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('many blocks and windows: the best of twenty thousand are those of a plain scorer', () => {
  let seed = 7;
  const random = () => {
    seed = (seed * 1664525 + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
  const texts = Array.from({ length: 20_000 }, (_, n) => {
    const length = 3 + Math.floor(random() * 12);
    return `${Array.from({ length }, () => `t${Math.floor(random() ** 4 * 400)}z`).join(' ')} id${n}`;
  });
  const asks = { groups: [], nowMs: 0 };
  const segment = segmentOf(
    texts.map((text, ordinal) => plainPassage(text, { ordinal })),
    folder,
  );
  for (const query of [['t0z', 't1z', 't390z'], ['t0z'], ['t5z', 't17z', 't80z', 't2z', 't300z', 'none']]) {
    const expected = naiveScoresOfMany(texts, query).slice(0, 50);
    const { best } = rank([searched(segment, asks)], query, 50);
    expect(best.map(({ score }) => score.toFixed(9))).toEqual(expected.map((score) => score.toFixed(9)));
  }
  expect(readUnits(segment, [19_999])[0]?.text).toBe(texts[19_999]);
});

/** The same, quick enough for many texts. */
function naiveScoresOfMany(texts: readonly string[], query: readonly string[]): number[] {
  const documents = texts.map((text) => text.split(' '));
  const average = documents.reduce((sum, terms) => sum + terms.length, 0) / documents.length;
  const totals = new Float64Array(texts.length);
  for (const term of query) {
    const frequencies = documents.map((terms) => terms.filter((other) => other === term).length);
    const having = frequencies.filter((frequency) => frequency > 0).length;
    const rarity = Math.log(1 + (texts.length - having + 0.5) / (having + 0.5));
    for (const [index, frequency] of frequencies.entries()) {
      const relative = (documents[index]?.length ?? 0) / average;
      const saturation = bm25Saturation * (1 - bm25LengthWeight + bm25LengthWeight * relative);
      totals[index] =
        (totals[index] ?? 0) + (rarity * frequency * (bm25Saturation + 1)) / (frequency + saturation);
    }
  }
  return [...totals].filter((score) => score > 0).sort((one, other) => other - one);
}
