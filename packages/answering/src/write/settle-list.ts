import type { GroundingQuote } from '../verify/grounder.ts';
import type { QuotableSource } from '../verify/quotable-source.ts';
import { completeList } from './complete-list.ts';
import type { CutUnit, Join } from './cut-units.ts';
import { beginsItem, indentOf } from './unit-place.ts';

/** A unit as it is delivered. */
export interface SettledUnit {
  /** Of an item. */
  readonly mark: string;
  readonly text: string;
  readonly join: Join;
  readonly quotes: readonly GroundingQuote[];
  readonly claims: boolean;
  readonly judged: { readonly supported: number; readonly contradicted: number } | null;
  readonly isRepaired: boolean;
  readonly isConfirmed?: true;
  /** An item of the source's list that was not written. */
  readonly isAdded?: true;
}

/** A unit of a list as a model wrote it. Null: it was removed. */
export interface ListedUnit {
  readonly unit: CutUnit;
  readonly kept: SettledUnit | null;
}

interface ListPlace {
  /** The words that were written to lead to it; empty: none were. */
  readonly lead: string;
  readonly sources: readonly QuotableSource[];
}

const isNumbered = /^\s*\d/u;

/**
 * What is delivered of a list that a model wrote: whole and in the order of the source's list, or with a word on how many items are
 * left out. A list without a list of a source behind it stays as it is.
 */
export function settleList(units: readonly ListedUnit[], given: ListPlace): SettledUnit[] {
  const asWritten = units.flatMap(({ kept }) => kept ?? []);
  const indents = new Set(units.filter(({ unit }) => beginsItem(unit)).map(({ unit }) => indentOf(unit)));
  // Of lists within lists, none is rearranged.
  if (asWritten.length === 0 || indents.size !== 1) return asWritten;
  const items = groupItems(units);
  const completed = completeList(
    items.map((item) => ({
      text: item.map(({ unit, kept }) => kept?.text ?? unit.text).join(' '),
      isKept: item[0]?.kept != null,
      quotes: item.flatMap(({ kept }) => kept?.quotes ?? []),
    })),
    given,
  );
  if (completed === null) return asWritten;
  const first = asWritten[0]?.join ?? '';
  const mark = markOf(units);
  const settled = completed.items.flatMap((item, place): SettledUnit[] => {
    const join = place === 0 ? first : '\n';
    if (typeof item !== 'number') {
      const { start, end, text } = item.item;
      const quotes = [{ source: item.source, start, end, score: 1 }];
      const words = { mark: mark(place), text: text.replace(/\s+/gu, ' ') };
      return [{ ...words, join, quotes, claims: true, judged: null, isRepaired: true, isAdded: true }];
    }
    return (items[item] ?? []).flatMap(({ unit, kept }) =>
      kept === null ? [] : [beginsItem(unit) ? { ...kept, mark: mark(place), join } : kept],
    );
  });
  return completed.shown === null ? settled : [...settled, sayingHowMany(completed.shown)];
}

/** A list or table without some of its items or rows must say so, or it reads as if it had all. */
export function sayingHowMany({
  count,
  outOf,
}: {
  readonly count: number;
  readonly outOf: number;
}): SettledUnit {
  const text = `(${count} of ${outOf} are shown.)`;
  return { mark: '', text, join: '\n\n', quotes: [], claims: false, judged: null, isRepaired: false };
}

function groupItems(units: readonly ListedUnit[]): ListedUnit[][] {
  const items: ListedUnit[][] = [];
  for (const each of units) {
    const last = items.at(-1);
    if (last === undefined || beginsItem(each.unit)) items.push([each]);
    else last.push(each);
  }
  return items;
}

/** As the written items begin, numbered anew. */
function markOf(units: readonly ListedUnit[]): (place: number) => string {
  const mark = units.find(({ unit }) => beginsItem(unit))?.unit.mark ?? '- ';
  if (!isNumbered.test(mark)) return () => mark;
  return (place) => mark.replace(/\d{1,3}/u, String(place + 1));
}
