import { endsInColon, readMarkdownLine } from '@avow/text/markdown';
import type { GroundingQuote } from '../verify/grounder.ts';
import type { QuotableSource } from '../verify/quotable-source.ts';
import type { CutUnit } from './cut-units.ts';

/** Longer passages cannot stand in for a sentence. */
const repairedUnitsMax = 600;
/** Rows, code, headings, quotes and items within: they would read otherwise where a sentence stood. */
function hasStructure(text: string): boolean {
  return text.split('\n').some((line) => {
    const { kind, quote } = readMarkdownLine(line);
    return quote !== '' || !(kind === 'text' || kind === 'blank');
  });
}

/**
 * The words of the source that stand in for what a model wrote, as they are stored but for line breaks: an item as an item, and a
 * sentence from a list with what leads in to it. Null: they would not read as one sentence.
 */
export function repairUnit(
  { kind }: Pick<CutUnit, 'kind'>,
  quotes: readonly GroundingQuote[],
  sources: readonly QuotableSource[],
): string | null {
  if (kind !== 'sentence' && kind !== 'item') return null;
  const words = quotes.flatMap(({ source: wanted, start, end }) => {
    const source = sources.find(({ number }) => number === wanted);
    return source === undefined ? [] : [source.text.slice(start, end)];
  });
  // What leads in to the written list has been written.
  const wanted = kind === 'item' ? words.slice(-1) : words;
  if (wanted.some(hasStructure)) return null;
  const repaired = wanted.map((text) => text.replace(/\s+/gu, ' ').trim()).join(' ');
  if (repaired === '' || repaired.length > repairedUnitsMax || endsInColon(repaired)) return null;
  // Among sentences an item needs an end.
  return kind === 'sentence' && /[\p{L}\p{N})\]*_]$/u.test(repaired) ? `${repaired}.` : repaired;
}
