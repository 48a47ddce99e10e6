import { readMarkdownLine } from '@avow/text/markdown';
import { contentTerms } from '@avow/text/terms';
import type { QuotableSource } from './quotable-source.ts';
import { readQuotableSource } from './read-quotable-source.ts';

/** An item of a list: where its own words are in the source, without what is nested under it. */
export interface ListedItem {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly terms: ReadonlySet<string>;
}

export interface SourceList {
  /** The number of the source. */
  readonly source: number;
  /** The sentence that leads to it; empty: none does. */
  readonly lead: string;
  readonly items: readonly ListedItem[];
}

const known = new WeakMap<QuotableSource, readonly SourceList[]>();

/** The lists of a source, each with the items of one level, in order. */
export function listsOf(source: QuotableSource): readonly SourceList[] {
  const lists = known.get(source) ?? readLists(source);
  known.set(source, lists);
  return lists;
}

function readLists(source: QuotableSource): SourceList[] {
  const { pieces } = readQuotableSource(source);
  const lists: { readonly lead: string; readonly items: ListedItem[] }[] = [];
  const open = new Map<number, (typeof lists)[number]>();
  for (const [at, piece] of pieces.entries()) {
    if (piece.kind !== 'item') {
      if (!isWithin(source.text, pieces[at - 1], piece)) open.clear();
      continue;
    }
    const indent = piece.start - (source.text.lastIndexOf('\n', piece.start - 1) + 1);
    for (const level of open.keys()) if (level > indent + 1) open.delete(level);
    const begun = [...open].find(([level]) => Math.abs(level - indent) <= 1)?.[1];
    const under = piece.under === null ? undefined : pieces[piece.under];
    const lead = under === undefined ? '' : source.text.slice(under.start, under.end);
    const list = begun ?? { lead, items: [] };
    if (begun === undefined) {
      lists.push(list);
      open.set(indent, list);
    }
    list.items.push(itemAt(source.text, piece.start));
  }
  return lists.map((list) => ({ source: source.number, ...list }));
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

/** Up to an empty line or the next mark. */
function itemAt(text: string, start: number): ListedItem {
  let end = lineEnd(text, start);
  while (end < text.length) {
    const next = lineEnd(text, end + 1);
    if (readMarkdownLine(text.slice(end + 1, next)).kind !== 'text') break;
    end = next;
  }
  const own = text.slice(start, end).trimEnd();
  return { start, end: start + own.length, text: own, terms: new Set(contentTerms(own)) };
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}
