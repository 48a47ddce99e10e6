import { expect, it } from 'vitest';
import type { MarkedAnswer } from './answer-figures.ts';
import type { QuestionSet } from './question-sets.ts';
import { figuresByGroup } from './report.ts';

const marked = (set: QuestionSet, part: 'tune' | 'report', corpus: string): MarkedAnswer => ({
  ...{ corpus, status: 'unseen', mark: 'right', timeMs: 1, isDegraded: false },
  question: {
    ...{ set, part, id: set, kind: 'fact', question: 'How?', answerable: true, why: 'so' },
    ...{ sources: [], facts: [] },
  },
});

it('never counts answers of two sets or parts together', () => {
  const groups = figuresByGroup([
    marked('own', 'tune', 'a'),
    marked('own', 'report', 'a'),
    marked('asked', 'tune', 'a'),
    marked('follow-ups', 'tune', 'a'),
    marked('own', 'tune', 'b'),
  ]);
  const counts = Object.fromEntries(groups.map(({ name, figures }) => [name, figures.answerable]));
  expect(counts).toEqual({
    ...{ 'report, own': 1, 'report, own, a': 1, 'report, own, corpora unseen': 1, 'report, own, fact': 1 },
    ...{ 'tune, own': 2, 'tune, own, a': 1, 'tune, own, b': 1 },
    ...{ 'tune, own, corpora unseen': 2, 'tune, own, fact': 2 },
    ...{ 'tune, asked': 1, 'tune, asked, a': 1, 'tune, asked, corpora unseen': 1, 'tune, asked, fact': 1 },
    ...{ 'tune, follow-ups': 1, 'tune, follow-ups, a': 1 },
    ...{ 'tune, follow-ups, corpora unseen': 1, 'tune, follow-ups, fact': 1 },
    ...{ 'both parts, own': 3, 'both parts, asked': 1, 'both parts, follow-ups': 1 },
  });
});
