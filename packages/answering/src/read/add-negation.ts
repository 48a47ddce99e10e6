import type { TextUnit } from './answer-units.ts';
import { isBareNegation, negates } from './negation.ts';
import type { PassageWindow } from './open-window.ts';
import { type AnswerPiece, answerUnitsMax } from './shape-answer.ts';
import { introductionOf, parentOf, unitWords } from './unit-structure.ts';

/**
 * The words above a unit without which it says the opposite: what introduces its list, the item that it is under, the
 * heading above. Null: it says what it means.
 */
export function negationOf(window: PassageWindow, position: number): TextUnit | null {
  const { units } = window;
  const unit = units[position];
  if (unit === undefined) return null;
  const isListed = unit.groupKind === 'list';
  const leads = isListed ? [introductionOf(window, position), parentOf(window, position)] : [];
  for (const at of leads) {
    const lead = at === null ? undefined : units[at];
    if (lead !== undefined && negates(unitWords(window, lead))) return lead;
  }
  const heading = units.findLast(({ kind }, at) => kind === 'heading' && at < position) ?? window.heading;
  if (heading === null) return null;
  const words = unitWords(window, heading);
  return (isListed ? negates(words) : isBareNegation(words)) ? heading : null;
}

/** The pieces, each below what negates it. Empty where that would be too much. */
export function addNegation(window: PassageWindow, pieces: readonly AnswerPiece[]): readonly AnswerPiece[] {
  const { units } = window;
  const whole: AnswerPiece[] = [];
  for (const piece of pieces) {
    const isHeld = ({ start, end }: TextUnit) =>
      [...whole, piece].some((one) => one.start <= start && end <= one.end);
    const position = units.findIndex(({ end }) => end > piece.start);
    const negation = negationOf(window, position);
    if (negation === null || isHeld(negation)) whole.push(piece);
    else if (units.some(({ start, end }) => start >= negation.end && end <= piece.start))
      whole.push({ start: negation.start, end: negation.end, follows: 'as_paragraph' }, piece);
    else whole.push({ ...piece, start: negation.start });
  }
  const size = whole.reduce((sum, { start, end }) => sum + end - start, 0);
  return size <= answerUnitsMax ? whole : [];
}
