import type { Judgement, Reading, Screening } from '../../interfaces/reader.ts';
import type { TextSequence } from './create-sequences.ts';
import { findSpans } from './find-spans.ts';
import type { ReaderAnswer } from './reader-request.ts';
import { readingRules } from './reading-rules.ts';
import { sigmoid } from './sigmoid.ts';
import { softmax } from './softmax.ts';

/** The spans of all windows; how far it is relevant at best; and the least that any window says for no answer. */
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

/** The window that bears the claim out best decides. */
export function combineJudgements(answers: readonly ReaderAnswer<'judge'>[], temperature: number): Judgement {
  const judgements = answers.map(({ judge }) => {
    const [supported = 0, contradicted = 0, neither = 0] = softmax(judge, temperature);
    return { supported, contradicted, neither };
  });
  return judgements.reduce((best, other) => (other.supported > best.supported ? other : best));
}

/** A text is as bad as the worst of its windows, in each respect. */
export function combineScreenings(
  answers: readonly ReaderAnswer<'screen'>[],
  temperatures: { readonly injection: number; readonly unsafe: number },
): Screening {
  const worst = (logit: (answer: ReaderAnswer<'screen'>) => number, temperature: number) =>
    Math.max(...answers.map((answer) => sigmoid(logit(answer), temperature)));
  const unsafe = (place: number) => worst((answer) => valueAt(answer.unsafe, place), temperatures.unsafe);
  return {
    injection: worst((answer) => valueAt(answer.injection, 0), temperatures.injection),
    // In the order of the model's output.
    unsafe: {
      hate: unsafe(0),
      harassment: unsafe(1),
      self_harm: unsafe(2),
      sexual: unsafe(3),
      violence: unsafe(4),
      crime: unsafe(5),
    },
  };
}

/** The lengths were checked when the answer came. */
function valueAt(values: Float32Array, place: number): number {
  return values[place] ?? Number.NaN;
}
