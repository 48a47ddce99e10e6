import type { UnsafeKind } from '@avow/contract/guardrails';
import type { Screening } from '../screener.ts';
import type { ScreenedText } from './create-screened-text.ts';
import { findNames } from './find-names.ts';
import { joinTags } from './join-tags.ts';
import type { ScreenerAnswer } from './screener-request.ts';
import { screeningRules } from './screening-rules.ts';
import { sigmoid } from './sigmoid.ts';

/** A text is as bad as the worst of its windows, in each respect; its names are those of all of them. */
export function combineScreenings(
  { words, windows }: ScreenedText,
  answers: readonly ScreenerAnswer[],
  temperatures: Readonly<Record<keyof ScreenerAnswer, number>>,
): Screening {
  const worst = (output: 'injection' | 'unsafe', place: number) =>
    Math.max(
      // The lengths were checked when the answer came.
      ...answers.map((answer) => sigmoid(answer[output][place] ?? Number.NaN, temperatures[output])),
    );
  const unsafe = screeningRules.unsafeKinds.map((kind, place) => [kind, worst('unsafe', place)]);
  const tagged = windows.flatMap((window, at) => {
    const answer = answers[at];
    return answer === undefined ? [] : [{ window, tags: answer.tags }];
  });
  return {
    injection: worst('injection', 0),
    unsafe: Object.fromEntries(unsafe) as Record<UnsafeKind, number>,
    names: findNames(words, joinTags(tagged), temperatures.tags),
  };
}
