import { createHash } from 'node:crypto';
import type { EvaluatedCorpus, SetQuestion } from './question-sets.ts';

/**
 * The corpus with curated pairs beside its pages: the answerable questions of the tuning part. The other part is asked, which
 * is about the same pages and which no pair answers.
 */
export function withPairs({ pages, questions, ...corpus }: EvaluatedCorpus): EvaluatedCorpus {
  const pairs = questions.filter(
    ({ part, answerable, follows }) => part === 'tune' && answerable && follows === undefined,
  );
  const content = JSON.stringify(
    pairs.map((pair) => ({ question: pair.question, answer: answerOf(pair) })),
    null,
    2,
  );
  return {
    ...corpus,
    pages: {
      ...pages,
      files: [...pages.files, { name: 'questions.qna.json', content }],
      fingerprint: createHash('sha256').update(pages.fingerprint).update(content).digest('hex'),
    },
    questions: questions.filter(({ part }) => part === 'report'),
  };
}

function answerOf({ verdict, facts }: SetQuestion): string {
  const said = facts.map(([first = '']) => first).join('; ');
  return [verdict === undefined ? '' : `${verdict}.`, said].filter((text) => text !== '').join(' ');
}
