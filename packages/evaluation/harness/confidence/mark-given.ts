import { markAnswer, type ObservedAnswer } from '../answers/mark-answer.ts';
import type { AnswerQuestion } from '../answers/question-file.ts';
import { normaliseAnswer } from '../reader/answer-match.ts';

/** What a right answer is. */
export type Expected =
  /** As questions about documentation say it. */
  | { readonly kind: 'facts'; readonly question: AnswerQuestion }
  /** It holds one of these as they stand, and cites the source. */
  | { readonly kind: 'holds'; readonly golds: readonly string[]; readonly source: string }
  /** It holds most words of one of these, and cites the source. */
  | { readonly kind: 'mostly'; readonly golds: readonly string[]; readonly source: string }
  /** It says this and nothing else: the answer of a curated pair. */
  | { readonly kind: 'says'; readonly text: string }
  /** There is none: every answer is wrong. */
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

/** The words of the gold stand in the text, one after the other; case, punctuation and articles aside. */
export function holdsWhole(text: string, gold: string): boolean {
  const wanted = normaliseAnswer(gold);
  return wanted !== '' && ` ${normaliseAnswer(text)} `.includes(` ${wanted} `);
}

/** Fewer words may all stand in a text by chance. */
const wordsMin = 5;
const shareMin = 0.7;

/** Most words of the gold stand in the text, each as often; a short one stands there whole. */
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
