import { setImmediate } from 'node:timers/promises';
import {
  compareValues,
  deniedReason,
  hashText,
  readStatement,
  type StatedDifference,
  type Statement,
} from '@avow/facts';
import { splitSentences } from '@avow/text/sentences';
import type { DraftPassage } from './collect-passages.ts';
import { createHashChains } from './hash-chains.ts';

/** Sentences that differ only in a value or a negation. */
export interface Disagreement extends StatedDifference {
  readonly places: ReadonlyArray<{ readonly passage: number; readonly quote: string }>;
}

/** A shorter sentence does not say clearly what it is about. */
const contentWordsMin = 4;
/** A sentence with more variants is a template that is filled in. */
const variantsMax = 3;
const passagesPerSlice = 100;
/** Questions, introductions, and fragments of code, markup and URLs. */
export const notAStatement = /[?:][\W_]*$|^<|`|&\w+=/;

/** There may be millions of sentences, so only hashes and offsets are kept, and the text is read again when needed. */
interface Sentences {
  readonly frames: number[];
  readonly variants: number[];
  readonly passages: number[];
  readonly starts: number[];
  readonly ends: number[];
}

interface QuotedStatement extends Statement {
  readonly passage: number;
  readonly quote: string;
}

/** Compares sentences that are equal except for values and negations, in time linear in their number. */
export async function findDisagreements(passages: readonly DraftPassage[]): Promise<Disagreement[]> {
  const sentences: Sentences = { frames: [], variants: [], passages: [], starts: [], ends: [] };
  for (const [passage, { text }] of passages.entries()) {
    if (passage % passagesPerSlice === 0) await setImmediate();
    for (const { start, end, kind } of splitSentences(text)) {
      if (kind === 'code' || kind === 'row' || kind === 'heading') continue;
      const quote = text.slice(start, end);
      if (notAStatement.test(quote)) continue;
      const { frame, values, isDenied, contentWords } = readStatement(quote);
      if (contentWords < contentWordsMin) continue;
      sentences.frames.push(hashText(frame));
      sentences.variants.push(hashText(`${isDenied} ${values.map(({ value }) => value).join(' ')}`));
      sentences.passages.push(passage);
      sentences.starts.push(start);
      sentences.ends.push(end);
    }
  }
  return differingSentences(sentences).flatMap((variants) =>
    readVariants(
      passages,
      variants.map((position) => readAgain(passages, sentences, position)),
    ),
  );
}

/** Groups of sentences with the same frame and different values or negations. */
function differingSentences({ frames, variants }: Sentences): number[][] {
  const chains = createHashChains(frames.length);
  const groups = new Map<number, number[]>();
  for (const [position, frame] of frames.entries()) {
    let first = chains.first(frame);
    while (first !== -1 && frames[first] !== frame) first = chains.next(first);
    if (first === -1) {
      chains.add(position, frame);
      continue;
    }
    if (variants[first] === variants[position]) continue;
    const group = groups.get(first) ?? [first];
    groups.set(first, group);
    if (group.length <= variantsMax && !group.some((one) => variants[one] === variants[position]))
      group.push(position);
  }
  return [...groups.values()].filter((group) => group.length <= variantsMax);
}

function readAgain(
  passages: readonly DraftPassage[],
  sentences: Sentences,
  position: number,
): QuotedStatement {
  const passage = sentences.passages[position] ?? 0;
  const quote = (passages[passage]?.text ?? '').slice(sentences.starts[position], sentences.ends[position]);
  return { ...readStatement(quote), passage, quote };
}

/**
 * Two values within one document are intended: prices of two plans, targets of two levels. Two documents disagree if they
 * state different values under the same heading.
 */
function readVariants(
  passages: readonly DraftPassage[],
  variants: readonly QuotedStatement[],
): Disagreement[] {
  const [one, ...others] = variants;
  const ids = new Set(variants.map(({ passage }) => passages[passage]?.id));
  if (one === undefined || ids.size < variants.length) return [];
  const headingOf = ({ passage }: QuotedStatement) => readStatement(passages[passage]?.heading ?? '').frame;
  const against = others.filter(
    (other) => headingOf(other) === headingOf(one) && compareStatements(one, other) !== null,
  );
  const difference = against[0] === undefined ? null : compareStatements(one, against[0]);
  if (difference === null) return [];
  return [{ ...difference, places: [one, ...against].map(({ passage, quote }) => ({ passage, quote })) }];
}

function compareStatements(one: Statement, other: Statement): StatedDifference | null {
  if (one.frame !== other.frame) return null;
  if (one.isDenied === other.isDenied) return compareValues(one.values, other.values);
  return one.values.every(({ value }, position) => value === other.values[position]?.value)
    ? { kind: 'denial', reason: deniedReason }
    : null;
}
