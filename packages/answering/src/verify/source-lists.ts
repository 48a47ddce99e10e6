import { contentTerms } from '@avow/text';
import { readSource } from './read-source.ts';
import type { Source } from './source.ts';

/** An item of a list: where its own words are in the source, without what is nested under it. */
export interface SourceItem {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly terms: ReadonlySet<string>;
}

export interface SourceList {
  /** The number of the source. */
  readonly source: number;
  readonly items: readonly SourceItem[];
}

const endsItem = /\n[ \t]*\n|\n[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]/u;

/** The lists of a source, each with the items of one level, in order. */
export function listsOf(source: Source): SourceList[] {
  const { pieces } = readSource(source);
  const lists: { readonly indent: number; readonly items: SourceItem[]; end: number }[] = [];
  const open = new Map<number, (typeof lists)[number]>();
  for (const [at, piece] of pieces.entries()) {
    if (piece.kind !== 'item') {
      if (!isWithin(source.text, pieces[at - 1], piece)) open.clear();
      continue;
    }
    const indent = piece.start - (source.text.lastIndexOf('\n', piece.start - 1) + 1);
    for (const level of open.keys()) if (level > indent + 1) open.delete(level);
    const known = [...open].find(([level]) => Math.abs(level - indent) <= 1)?.[1];
    const list = known ?? { indent, items: [], end: 0 };
    if (known === undefined) {
      lists.push(list);
      open.set(indent, list);
    }
    list.items.push(itemAt(source.text, piece.start));
  }
  return lists.map(({ items }) => ({ source: source.number, items }));
}

/** A further sentence of the item before it: no empty line is between them, or it is indented. */
function isWithin(
  text: string,
  before: { readonly kind: string; readonly end: number } | undefined,
  piece: { readonly kind: string; readonly start: number },
): boolean {
  if (before === undefined || piece.kind !== 'sentence') return false;
  const between = text.slice(before.end, piece.start);
  return !/\n[ \t]*\n/u.test(between) || /\n[ \t]{2,}$/u.test(between);
}

function itemAt(text: string, start: number): SourceItem {
  const rest = text.slice(start);
  const length = endsItem.exec(rest)?.index ?? rest.length;
  const own = rest.slice(0, length).trimEnd();
  return { start, end: start + own.length, text: own, terms: new Set(contentTerms(own)) };
}
