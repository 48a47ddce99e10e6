import { expect, it } from 'vitest';
import type { SetQuestion } from './question-sets.ts';
import { withPairs } from './with-pairs.ts';

const question = (over: Partial<SetQuestion>): SetQuestion => ({
  ...{ id: 'one', kind: 'fact', part: 'tune', set: 'own', question: 'How many?', answerable: true },
  ...{ sources: ['page'], facts: [['three', '3'], ['a year']], why: 'because' },
  ...over,
});
const pages = { files: [{ name: 'page.md', content: '# Page' }], passages: 1, fingerprint: 'abc' };

it('makes pairs of the tuning part, and asks the other', () => {
  const asked = question({ id: 'asked', part: 'report', question: 'Who?' });
  const { pages: loaded, questions } = withPairs({
    corpus: 'handbook',
    pages,
    questions: [
      question({}),
      question({ kind: 'yes_no', verdict: 'no', question: 'May I?' }),
      question({ answerable: false, facts: [], sources: [], question: 'What is the moon?' }),
      question({ follows: 'How many?', question: 'And then?' }),
      asked,
    ],
  });
  expect(questions).toEqual([asked]);
  expect(loaded.files[0]).toEqual(pages.files[0]);
  expect(JSON.parse(loaded.files[1]?.content ?? '')).toEqual([
    { question: 'How many?', answer: 'three; a year' },
    { question: 'May I?', answer: 'no. three; a year' },
  ]);
  expect(loaded.fingerprint).not.toBe(pages.fingerprint);
});
