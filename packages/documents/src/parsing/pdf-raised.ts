import { superscriptMark } from '@avow/text/sentences';
import { extentOf, type TextItem } from './pdf-runs.ts';

/** Marks of notes, exponents, ordinals. Other words may follow a large initial. */
const raisedText = /^(?:[\d*†‡§#,+()−–-]{1,7}|[a-z]\)?|st|nd|rd|th)$/u;
/** Relative to the text that it stands at. */
const sizeMax = 0.85;
const sizeMin = 0.4;
/** In line heights. */
const riseMin = 0.15;
const riseMax = 0.75;
const gapMax = 0.3;
/** Between the mark of a note at its beginning and its words. */
const leadingGapMax = 0.8;

/**
 * Puts smaller and raised items onto the line of the text that they touch, with a mark before them: `75` and a raised `2` must
 * not read as 752, nor may the `2` become a column of its own.
 */
export function lowerRaised(items: readonly TextItem[]): TextItem[] {
  const lowered: TextItem[] = [];
  let before: TextItem | null = null;
  for (const [position, item] of items.entries()) {
    const isBlank = item.str.trim() === '';
    const base: TextItem | null =
      isBlank || !raisedText.test(item.str.trim()) ? null : baseOf(item, before, nextOf(items, position));
    const placed: TextItem = base === null ? item : placeOn(item, base);
    lowered.push(placed);
    if (!isBlank) before = placed;
    if (item.hasEOL) before = null;
  }
  return lowered;
}

/** The next item with words on the same line. */
function nextOf(items: readonly TextItem[], position: number): TextItem | null {
  const [next, afterNext] = items.slice(position + 1, position + 3);
  if (items[position]?.hasEOL || next === undefined) return null;
  if (next.str.trim() !== '') return next;
  return next.hasEOL ? null : (afterNext ?? null);
}

function baseOf(item: TextItem, before: TextItem | null, next: TextItem | null): TextItem | null {
  const { left, right } = extentOf(item);
  if (before !== null && isRaisedOver(item, before)) {
    const gap = left - extentOf(before).right;
    if (Math.abs(gap) <= gapMax * before.height) return before;
  }
  if (before === null && next !== null && isRaisedOver(item, next)) {
    const gap = extentOf(next).left - right;
    if (gap >= -gapMax * next.height && gap <= leadingGapMax * next.height) return next;
  }
  return null;
}

function isRaisedOver(item: TextItem, base: TextItem): boolean {
  const size = item.height / base.height;
  const rise = (yOf(item) - yOf(base)) / base.height;
  const isUpright = item.transform[1] === 0 && base.transform[1] === 0;
  return isUpright && size >= sizeMin && size <= sizeMax && rise >= riseMin && rise <= riseMax;
}

function yOf({ transform }: TextItem): number {
  return transform[5] ?? 0;
}

function placeOn(item: TextItem, base: TextItem): TextItem {
  return {
    ...item,
    str: `${superscriptMark(item.str.trim())}${item.str.trimStart()}`,
    transform: [...item.transform.slice(0, 5), yOf(base)],
    height: base.height,
  };
}
