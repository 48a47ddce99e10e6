import type { QuotableSource } from './quotable-source.ts';

/** Detects whether a model writes its prompt again in place of an answer: the tags around sources and question. */
export interface EchoFinder {
  /** True once the text so far has such a tag, however it was cut into pieces. */
  push(piece: string): boolean;
}

const tag = /[<‹]\/?(?:source \d{1,2}|question)[>›]/giu;
/** No tag is longer. */
const tagUnitsMax = 16;

/** A tag that a source has as well, as one about XML may, does not count. */
export function createEchoFinder(sources: readonly Pick<QuotableSource, 'text'>[]): EchoFinder {
  const known = new Set(sources.flatMap(({ text }) => (text.match(tag) ?? []).map(plain)));
  let kept = '';
  return {
    push: (piece) => {
      const text = kept + piece;
      kept = text.slice(-tagUnitsMax);
      return (text.match(tag) ?? []).some((found) => !known.has(plain(found)));
    },
  };
}

const plain = (found: string) => found.toLowerCase().replace(/[^a-z0-9]/g, '');
