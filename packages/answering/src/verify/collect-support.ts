import { type CodePointIndex, indexCodePoints } from '@avow/text/sentences';
import type { Support, WrittenDraft } from '../draft.ts';
import type { GroundingQuote } from './grounder.ts';
import type { QuotableSource } from './quotable-source.ts';

/** What an answer rests on, while it is put together. */
export interface SupportList {
  /** Positions of the quotes in the list, each once, in order. A place that is quoted again keeps its position. */
  add(quotes: readonly GroundingQuote[]): number[];
  list(): Support[];
  sourceType(): WrittenDraft['sourceType'];
}

/** Turns quotes of sources into stored words at their places. Throws if a quote is not from its source. */
export function createSupportList(sources: readonly QuotableSource[]): SupportList {
  const support: Support[] = [];
  const positions = new Map<string, number>();
  const offsets = new Map<number, CodePointIndex>();
  return {
    add: (quotes) => {
      const found = quotes.map((quote) => {
        const source = sources.find(({ number }) => number === quote.source);
        if (source === undefined) throw new Error('A quote names a source that was not given');
        const index = offsets.get(source.number) ?? indexCodePoints(source.text);
        offsets.set(source.number, index);
        const cited = supportOf(source, index, quote);
        const place = `${cited.documentId} ${cited.start} ${cited.end}`;
        const position = positions.get(place) ?? support.push(cited) - 1;
        positions.set(place, position);
        return position;
      });
      return [...new Set(found)].sort((one, other) => one - other);
    },
    list: () => [...support],
    sourceType: () => {
      const curated = support.filter(({ documentId }) => documentId.startsWith('qna_')).length;
      if (curated === 0) return 'document';
      return curated === support.length ? 'qna' : 'mixed';
    },
  };
}

function supportOf(
  { documentId, pack, source, title, url, text, start: from }: QuotableSource,
  index: CodePointIndex,
  { start, end, score }: GroundingQuote,
): Support {
  const first = index.toCodePoint(start);
  const last = index.toCodePoint(end);
  // An offset outside the text, or inside a character, does not come back as it was.
  if (start >= end || index.toUtf16(first) !== start || index.toUtf16(last) !== end)
    throw new Error('A quote is not within its source');
  return {
    ...{ documentId, pack, source, title, url },
    quote: text.slice(start, end),
    start: from + first,
    end: from + last,
    score: Math.round(score * 10_000) / 10_000,
    follows: 'as_paragraph',
  };
}
