import type { Draft, QuotedDraft, WrittenDraft } from '@avow/answering';
import { type AnswerFormat, codePointLength } from '@avow/contract/values';
import type { QuotedWords, WrittenClaim } from '@avow/guardrails';
import { joinAnswer } from '@avow/text';
import { indexCodePoints } from '@avow/text/sentences';
import { formatAnswer } from './format-answer.ts';

/** The part of an answer that a quote supports. Code points. */
export interface CitedRange {
  /** Position in the draft's `support`. */
  readonly support: number;
  readonly start: number;
  readonly end: number;
  /** That part of the answer is the quote. */
  readonly isQuoted: boolean;
}

export interface ComposedAnswer {
  readonly text: string;
  readonly quotes: readonly QuotedWords[];
  /** Left out if the answer consists of its quotes. */
  readonly written?: readonly WrittenClaim[];
  /** The answer is JSON, and what is written are its values. */
  readonly isJson?: true;
  /** In the order of the answer, each quote once for each part that it supports. */
  readonly citations: readonly CitedRange[];
}

interface Composing {
  /** What is stored now at each place that the draft quotes. */
  readonly stored: ReadonlyArray<string | null>;
  readonly format: AnswerFormat;
}

/** Writes a draft in the form that the client asked for. */
export function composeAnswer(draft: Draft, composing: Composing): ComposedAnswer {
  return draft.kind === 'quoted' ? composeQuoted(draft, composing) : composeWritten(draft, composing);
}

/** A checked answer in the requested format: as JSON it is one text, and its quotes support all of it. */
export function wrapAnswer(
  format: AnswerFormat,
  { answer, citations }: { readonly answer: string; readonly citations: readonly CitedRange[] },
  draft: Draft,
): { readonly answer: string; readonly citations: readonly CitedRange[] } {
  if (format !== 'json' || (draft.kind === 'written' && draft.json !== null)) return { answer, citations };
  const json = JSON.stringify({ answer });
  const whole = { start: 0, end: codePointLength(json), isQuoted: draft.kind === 'quoted' };
  return { answer: json, citations: draft.support.map((_, support) => ({ support, ...whole })) };
}

/** Whether every quote of a draft is what is stored now. */
export function isCurrent({ support }: Draft, stored: Composing['stored']): boolean {
  return support.every(({ quote }, index) => stored[index] === quote);
}

function composeQuoted(draft: QuotedDraft, composing: Composing): ComposedAnswer {
  const quotes = quotedWords(draft, composing);
  const { text, ranges } = joinAnswer(draft.lead, quotes);
  return {
    text,
    quotes,
    citations: inCodePoints(
      text,
      ranges.map((range, support) => ({ support, ...range, isQuoted: true })),
    ),
  };
}

function composeWritten(draft: WrittenDraft, composing: Composing): ComposedAnswer {
  const quotes = quotedWords(draft, composing);
  const written = draft.units.map(({ text, ...unit }) => ({
    ...unit,
    shown: formatAnswer(text, toTextFormat(composing.format)),
  }));
  if (draft.json !== null) {
    const whole = { start: 0, end: draft.json.length, isQuoted: false };
    const citations = inCodePoints(
      draft.json,
      quotes.map((_, support) => ({ support, ...whole })),
    );
    return { text: draft.json, quotes, written, isJson: true, citations };
  }
  let text = '';
  const ranges: CitedRange[] = [];
  for (const { shown, join, restsOn, isRepaired = false } of written) {
    const start = text.length + join.length;
    text += join + shown;
    for (const support of restsOn) ranges.push({ support, start, end: text.length, isQuoted: isRepaired });
  }
  return { text, quotes, written, citations: inCodePoints(text, joinNeighbours(written, ranges)) };
}

/** JSON holds the answer as a text of its own. */
function toTextFormat(format: AnswerFormat): AnswerFormat {
  return format === 'json' ? 'structured_text' : format;
}

function quotedWords({ support }: Draft, { stored, format }: Composing): QuotedWords[] {
  return support.map(({ quote, follows, page }, index) => ({
    ...{ quote, follows, page },
    stored: stored[index] ?? null,
    shown: formatAnswer(quote, toTextFormat(format)),
  }));
}

/** Adjacent units with the same quotes are supported by them together. */
function joinNeighbours(units: readonly WrittenClaim[], ranges: readonly CitedRange[]): CitedRange[] {
  const joinLengths = new Map<number, number>();
  let position = 0;
  for (const { shown, join } of units) {
    joinLengths.set(position + join.length, join.length);
    position += join.length + shown.length;
  }
  const joined: CitedRange[] = [];
  for (const range of ranges) {
    const { support, isQuoted } = range;
    const before = joined.findLastIndex((one) => one.support === support && one.isQuoted === isQuoted);
    const last = joined[before];
    const gap = joinLengths.get(range.start) ?? 0;
    if (last !== undefined && last.end + gap === range.start) joined[before] = { ...last, end: range.end };
    else joined.push(range);
  }
  return joined;
}

function inCodePoints(text: string, ranges: readonly CitedRange[]): CitedRange[] {
  const offsets = indexCodePoints(text);
  return ranges.map(({ start, end, ...range }) => ({
    ...range,
    start: offsets.toCodePoint(start),
    end: offsets.toCodePoint(end),
  }));
}
