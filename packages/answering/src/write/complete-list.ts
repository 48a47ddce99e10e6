import { contentTerms, hasNegation, isGenericTerm } from '@avow/text/terms';
import type { QuotableSource } from '../verify/quotable-source.ts';
import { type ListedItem, listsOf, type SourceList } from '../verify/source-lists.ts';

/** An item that a model wrote. */
export interface WrittenItem {
  readonly text: string;
  /** False: it was removed. */
  readonly isKept: boolean;
  /** The quotes that support it, by source. */
  readonly quotes: ReadonlyArray<{ readonly source: number; readonly start: number; readonly end: number }>;
}

export interface CompletedList {
  /** In the order of the source: the position of a written item, or an item of the source that stands for one or was left out. */
  readonly items: ReadonlyArray<number | { readonly source: number; readonly item: ListedItem }>;
  /** If not all items of the source's list are here: how many are, of how many. Null: it is whole. */
  readonly shown: { readonly count: number; readonly outOf: number } | null;
}

/** Longer lists are not delivered for a few of their items; their length is said. */
const completedItemsMax = 15;
const itemUnitsMax = 1_000;
const listUnitsMax = 4_000;
const sameItemMin = 0.6;

/**
 * The list of a source that a written list was made from, whole and in order: of a list without some of its items, each item is true
 * and the list is not. Null: no source has such a list.
 */
export function completeList(
  written: readonly WrittenItem[],
  { lead, sources }: { readonly lead: string; readonly sources: readonly QuotableSource[] },
): CompletedList | null {
  const wanted = written.map((item) => ({ ...item, terms: new Set(contentTerms(item.text)) }));
  const matched = sources
    .flatMap(listsOf)
    .filter(({ items }) => items.length > 1)
    .map((list) => ({ list, places: wanted.map((item) => placeIn(list, item)) }))
    .map((match) => ({ ...match, count: new Set(match.places.filter((place) => place !== -1)).size }))
    .filter(({ list, places, count }) => isSameList(list, { places, count, written }))
    .sort((one, other) => other.count - one.count || other.list.items.length - one.list.items.length)[0];
  if (matched === undefined) return null;
  const { list, places } = matched;
  const kept = (place: number) => written.findIndex((item, at) => item.isKept && places[at] === place);
  const isShort =
    leadsTo(lead, { list, sources }) &&
    list.items.length <= completedItemsMax &&
    list.items.every(({ text }) => text.length <= itemUnitsMax) &&
    list.items.reduce((sum, { text }) => sum + text.length, 0) <= listUnitsMax;
  const inOrder = list.items.flatMap((item, place): CompletedList['items'] => {
    const at = kept(place);
    if (at !== -1) return [at];
    return isShort ? [{ source: list.source, item }] : [];
  });
  const others = written.flatMap(({ isKept }, at) => (isKept && !inOrder.includes(at) ? [at] : []));
  const outOf = list.items.length;
  const shown = inOrder.length < outOf ? { count: inOrder.length, outOf } : null;
  return { items: [...inOrder, ...others], shown };
}

/**
 * Whether the words before the written list say no more than what the source says before its own: what is true of some items under
 * them need not be true of all.
 */
function leadsTo(
  lead: string,
  { list, sources }: { readonly list: SourceList; readonly sources: readonly QuotableSource[] },
): boolean {
  if (lead === '') return true;
  if (hasNegation(lead) !== hasNegation(list.lead)) return false;
  const source = sources.find(({ number }) => number === list.source);
  const own = new Set(contentTerms([list.lead, source?.title, source?.context].join('\n')));
  return contentTerms(lead).every((term) => own.has(term) || isGenericTerm(term));
}

function isSameList(
  list: SourceList,
  {
    places,
    count,
    written,
  }: { readonly places: readonly number[]; readonly count: number; readonly written: readonly WrittenItem[] },
): boolean {
  // One item alone says nothing of a list.
  if (count < 2 || count * 2 < written.length) return false;
  const [first, last] = [list.items[0], list.items.at(-1)];
  if (first === undefined || last === undefined) return false;
  return written.some(({ isKept, quotes }, at) => {
    if (!isKept || places[at] === -1) return false;
    return quotes.some(
      ({ source, start, end }) => source === list.source && start < last.end && end > first.start,
    );
  });
}

/** The item of the list that has most of its words, and enough; -1: none. */
function placeIn({ items }: SourceList, { terms }: { readonly terms: ReadonlySet<string> }): number {
  const shares = items.map((item) => {
    const least = Math.min(item.terms.size, terms.size);
    return least === 0 ? 0 : item.terms.intersection(terms).size / least;
  });
  const best = Math.max(...shares);
  return best >= sameItemMin ? shares.indexOf(best) : -1;
}
