import type { PassageWindow } from './open-window.ts';
import type { AnswerPiece } from './shape-answer.ts';
import { groupAt, markedStart, type UnitRange } from './unit-structure.ts';

/** In UTF-16 units. More than this is not quoted because a model was not sure. */
const sectionUnitsMax = 900;

/**
 * For words that a model pointed at without being sure of them: the passage that they are in, or as many of its paragraphs and
 * lists around them as fit. What stands in a table stays as it is, since other rows say the same of other things.
 */
export function quoteSection(window: PassageWindow, pieces: readonly AnswerPiece[]): readonly AnswerPiece[] {
  const start = Math.min(...pieces.map((piece) => piece.start));
  const end = Math.max(...pieces.map((piece) => piece.end));
  const first = window.units.findIndex((unit) => unit.end > start);
  const last = window.units.findLastIndex((unit) => unit.start < end);
  if (!isQuotable(window, first) || !isQuotable(window, last)) return pieces;
  const pieceOf = (range: UnitRange): AnswerPiece => {
    const section = rangeOf(window, range);
    return {
      start: Math.min(start, section.start),
      end: Math.max(end, section.end),
      follows: 'as_paragraph',
    };
  };
  const fits = (range: UnitRange) => {
    const piece = pieceOf(range);
    return piece.end - piece.start <= sectionUnitsMax;
  };
  let section: UnitRange = { first: groupAt(window, first).first, last: groupAt(window, last).last };
  if (!fits(section)) return pieces;
  for (;;) {
    const wider = neighboursOf(window, section).find(fits);
    if (wider === undefined) return [pieceOf(section)];
    section = wider;
  }
}

function isQuotable({ units }: PassageWindow, at: number): boolean {
  const unit = units[at];
  return unit !== undefined && unit.kind !== 'heading' && unit.groupKind !== 'table';
}

/** The range with the paragraph or list below it, and with the one above it, where the passage holds them. */
function neighboursOf(window: PassageWindow, { first, last }: UnitRange): UnitRange[] {
  return [last + 1, first - 1].flatMap((at) => {
    if (!isQuotable(window, at)) return [];
    const group = groupAt(window, at);
    const { start, end } = rangeOf(window, group);
    const isRead = start >= window.passage.start && end <= window.passage.end;
    return isRead ? [{ first: Math.min(first, group.first), last: Math.max(last, group.last) }] : [];
  });
}

function rangeOf(window: PassageWindow, { first, last }: UnitRange) {
  const [begin, finish] = [window.units[first], window.units[last]];
  if (begin === undefined || finish === undefined) throw new RangeError('a range is made of units');
  return { start: markedStart(window, begin), end: finish.end };
}
