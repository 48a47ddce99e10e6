import { markAnswer, type ObservedAnswer } from '../answers/mark-answer.ts';
import type { AnswerQuestion } from '../answers/question-file.ts';
import { normaliseAnswer } from '../reader/answer-match.ts';

/** The criterion for a right answer. */
export type Expected =
  /** The facts of a question about documentation. */
  | { readonly kind: 'facts'; readonly question: AnswerQuestion }
  /** It contains one of these verbatim and cites the source. */
  | { readonly kind: 'holds'; readonly golds: readonly string[]; readonly source: string }
  /** It contains most words of one of these and cites the source. */
  | { readonly kind: 'mostly'; readonly golds: readonly string[]; readonly source: string }
  /** It is exactly this text: the answer of a curated pair. */
  | { readonly kind: 'says'; readonly text: string }
  /** There is no right answer: every answer is wrong. */
  | { readonly kind: 'nothing' };

/** `partly` is distinguished only if several facts are expected. */
export type GivenMark = 'right' | 'partly' | 'wrong';

export function markGiven(expected: Expected, given: Answered): GivenMark {
  if (expected.kind !== 'facts') return isRight(expected, given) ? 'right' : 'wrong';
  const mark = markAnswer(expected.question, given);
  return mark === 'right' || mark === 'partly' ? mark : 'wrong';
}

type Answered = Extract<ObservedAnswer, { readonly kind: 'answered' }>;

function isRight(expected: Exclude<Expected, { readonly kind: 'facts' }>, given: Answered): boolean {
  switch (expected.kind) {
    case 'holds':
    case 'mostly': {
      const holds = expected.kind === 'holds' ? holdsWhole : holdsMost;
      return (
        given.sources.includes(expected.source) && expected.golds.some((gold) => holds(given.text, gold))
      );
    }
    case 'says':
      return given.text.trim() === expected.text.trim();
    case 'nothing':
      return false;
  }
}

export function isAnswerable(expected: Expected): boolean {
  return expected.kind === 'facts' ? expected.question.answerable : expected.kind !== 'nothing';
}

/** Whether the text contains the words of the gold answer in sequence, ignoring case, punctuation and articles. */
export function holdsWhole(text: string, gold: string): boolean {
  const wanted = normaliseAnswer(gold);
  return wanted !== '' && ` ${normaliseAnswer(text)} `.includes(` ${wanted} `);
}

/** Fewer words may all occur in a text by chance. */
const wordsMin = 5;
const shareMin = 0.7;

/** Whether the text contains most words of the gold answer, counting repetitions; a short one must occur verbatim. */
export function holdsMost(text: string, gold: string): boolean {
  if (holdsWhole(text, gold)) return true;
  const wanted = normaliseAnswer(gold).split(' ');
  if (wanted.length < wordsMin) return false;
  const left = new Map<string, number>();
  for (const word of normaliseAnswer(text).split(' ')) left.set(word, (left.get(word) ?? 0) + 1);
  const found = wanted.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  });
  return found.length / wanted.length >= shareMin;
}
