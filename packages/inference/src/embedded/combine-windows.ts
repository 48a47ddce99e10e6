import type { ClaimJudgement, Reading } from '../reader.ts';
import type { TextSequence } from './create-reader-sequences.ts';
import { findSpans } from './find-spans.ts';
import type { ReaderAnswer } from './reader-request.ts';
import { readingRules } from './reading-rules.ts';
import { softmax } from './softmax.ts';

/** The spans of all windows, the highest relevance, and the lowest no-answer score. */
export function combineReadings(
  { text, windows }: TextSequence,
  answers: readonly ReaderAnswer<'read'>[],
): Reading {
  const scored = windows.flatMap((window, at) => {
    const answer = answers[at];
    return answer === undefined ? [] : [{ window, start: answer.start, end: answer.end }];
  });
  return {
    relevance: Math.max(...answers.map(({ relevance }) => valueAt(relevance, 0))),
    noAnswerScore: Math.min(...answers.map(({ start, end }) => valueAt(start, 0) + valueAt(end, 0))),
    spans: findSpans(scored, text, readingRules),
  };
}

/** The window that supports the claim best decides. */
export function combineJudgements(
  answers: readonly ReaderAnswer<'judge'>[],
  temperature: number,
): ClaimJudgement {
  const judgements = answers.map(({ judge }) => {
    const [supported = 0, contradicted = 0, neither = 0] = softmax(judge, temperature);
    return { supported, contradicted, neither };
  });
  return judgements.reduce((best, other) => (other.supported > best.supported ? other : best));
}

/** The lengths were checked when the answer came. */
function valueAt(values: Float32Array, place: number): number {
  return values[place] ?? Number.NaN;
}
