import type { AnswerFormat } from '@avow/contract';
import type { Draft } from '../interfaces/answering.ts';
import type { QuotedWords } from '../interfaces/guardrail.ts';
import { indexCodePoints } from '../text/code-points.ts';
import { joinAnswer } from '../text/join-answer.ts';
import { formatAnswer } from './format-answer.ts';

/** Part of an answer. Code points. */
export interface AnswerRange {
  readonly start: number;
  readonly end: number;
}

export interface ComposedAnswer {
  readonly text: string;
  /** Where each quote of the draft stands in the text. */
  readonly ranges: readonly AnswerRange[];
  readonly quotes: readonly QuotedWords[];
}

/** Writes a draft in the form that the client asked for. `stored` is what is stored now where it quotes. */
export function composeAnswer(
  { lead, support }: Draft,
  { stored, format }: { readonly stored: ReadonlyArray<string | null>; readonly format: AnswerFormat },
): ComposedAnswer {
  const quotes = support.map(({ quote, follows }, index) => ({
    quote,
    stored: stored[index] ?? null,
    shown: formatAnswer(quote, format),
    follows,
  }));
  const { text, ranges } = joinAnswer(lead, quotes);
  const offsets = indexCodePoints(text);
  return {
    text,
    quotes,
    ranges: ranges.map(({ start, end }) => ({
      start: offsets.toCodePoint(start),
      end: offsets.toCodePoint(end),
    })),
  };
}
