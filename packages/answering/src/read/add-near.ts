import type { PassageWindow } from './open-window.ts';
import type { AnswerPiece } from './shape-answer.ts';
import { groupAt } from './unit-structure.ts';

/** In UTF-16 units. More than this is not quoted because a model was of two minds. */
const bothUnitsMax = 900;

/**
 * What a model took for the answer almost as much, besides what it took for it: in one quote where both stand in one
 * paragraph, else after one another as they stand in the text. The first alone where the second adds nothing, or too much.
 */
export function addNear(
  window: PassageWindow,
  first: readonly AnswerPiece[],
  second: readonly AnswerPiece[],
): readonly AnswerPiece[] {
  const added = second.filter(
    (piece) =>
      !first.some((one) => one.start <= piece.start && piece.end <= one.end) &&
      first.every((one) => !isParted(window, one, piece)),
  );
  if (added.length === 0) return first;
  let pieces = first;
  for (const piece of added) {
    const near = pieces.find(
      (one) => overlap(one, piece) || paragraphAt(window, one) === paragraphAt(window, piece),
    );
    pieces =
      near === undefined
        ? [...pieces, piece]
        : pieces.map((one) => (one === near ? joinPieces(one, piece) : one));
  }
  const inOrder = pieces.toSorted((one, other) => one.start - other.start);
  const size = inOrder.reduce((sum, { start, end }) => sum + end - start, 0);
  const isApart = inOrder.every((piece, at) => at === 0 || (inOrder[at - 1]?.end ?? 0) <= piece.start);
  return size <= bothUnitsMax && isApart ? inOrder : first;
}

/** What stands under another heading answers something else. */
function isParted({ units }: PassageWindow, one: AnswerPiece, other: AnswerPiece): boolean {
  const [from, to] = [Math.min(one.end, other.end), Math.max(one.start, other.start)];
  return units.some(({ kind, start, end }) => kind === 'heading' && start >= from && end <= to);
}

function overlap(one: AnswerPiece, other: AnswerPiece): boolean {
  return one.start < other.end && other.start < one.end;
}

/** The paragraph that a piece begins in; what begins in none is in one of its own. */
function paragraphAt(window: PassageWindow, piece: AnswerPiece): number | AnswerPiece {
  const at = window.units.findIndex(({ end }) => end > piece.start);
  return window.units[at]?.groupKind === 'paragraph' ? groupAt(window, at).first : piece;
}

function joinPieces(one: AnswerPiece, other: AnswerPiece): AnswerPiece {
  return { ...one, start: Math.min(one.start, other.start), end: Math.max(one.end, other.end) };
}
