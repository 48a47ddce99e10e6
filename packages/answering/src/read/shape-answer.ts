import { stripOpeners } from '@avow/text/markdown';
import type { Support } from '../draft.ts';
import type { AnswerShape } from './answer-shape.ts';
import type { PassageWindow } from './open-window.ts';
import { shapeSteps } from './shape-steps.ts';
import {
  groupAt,
  headEnd,
  introductionOf,
  itemAt,
  markedStart,
  parentOf,
  saysNothing,
  type UnitRange,
  unitWords,
} from './unit-structure.ts';

/** Words of a window that are to be quoted. UTF-16 offsets. */
export interface AnswerPiece {
  readonly start: number;
  readonly end: number;
  readonly follows: Support['follows'];
}

/** In UTF-16 units. Nothing longer is ever quoted. */
export const answerUnitsMax = 2_400;
/** A list or table is quoted whole up to this size, where all of it was asked for. */
const structureUnitsMax = 1_500;
/** And up to this where one item or row of it was. */
const smallStructureUnitsMax = 480;
/** What follows in the paragraph narrows a yes or a no, and is quoted with it up to this size. */
const narrowingUnitsMax = 420;
/** What a thing is takes a second sentence that goes on with it, if both are no longer than this. */
const definitionUnitsMax = 420;

/** A sentence that begins like this says nothing without the one before it. */
const leansBack =
  /^(?:this|these|those|that|it|its|they|their|them|he|she|his|her|such|however|but|otherwise|instead|in\s+(?:that|this|these|those|such)\s+cases?|also|then|so|therefore|thus|for\s+example|for\s+instance)\b/iu;
/** And one that begins like this takes back part of what the one before it said. */
const takesBack =
  /^(?:however|but|except|exceptions?|unless|otherwise|only|the\s+(?:only\s+)?exceptions?)\b/iu;

/**
 * From the words that a reader pointed at to words that a person takes for an answer: whole sentences, with what they cannot
 * be understood without; of a table the head and the row; all of a list or of the steps, where they were asked for. Empty
 * where nothing but a heading was pointed at.
 */
export function shapeAnswer(
  window: PassageWindow,
  span: { readonly start: number; readonly end: number },
  shape: AnswerShape,
): AnswerPiece[] {
  const core = unitsAround(window, span);
  if (core === null) return [];
  const shaped = shapeFrom(window, core, shape);
  if (sizeOf(shaped) <= answerUnitsMax) return shaped;
  const alone = [pieceOf(window, core)];
  if (sizeOf(alone) <= answerUnitsMax) return alone;
  const bare: AnswerPiece[] = [{ start: span.start, end: span.end, follows: 'as_paragraph' }];
  return span.start < span.end && sizeOf(bare) <= answerUnitsMax ? bare : [];
}

/** The units that hold the span. A heading names its subject; what is below it answers. */
function unitsAround(
  { units }: PassageWindow,
  span: { readonly start: number; readonly end: number },
): UnitRange | null {
  let first = units.findIndex(({ kind, end }) => end > span.start && kind !== 'heading');
  if (first === -1) first = units.findLastIndex(({ kind }) => kind !== 'heading');
  if (first === -1) return null;
  let last = first;
  for (let next = first + 1; next < units.length; next += 1) {
    const unit = units[next];
    if (unit === undefined || unit.start >= span.end || unit.kind === 'heading') break;
    last = next;
  }
  return { first, last };
}

function shapeFrom(window: PassageWindow, core: UnitRange, shape: AnswerShape): AnswerPiece[] {
  if (shape === 'steps') {
    const steps = shapeSteps(window, core, answerUnitsMax);
    if (steps !== null) return [pieceOf(window, steps)];
  }
  const kind = window.units[core.first]?.groupKind;
  if (kind === 'table') return shapeTable(window, core, shape);
  if (kind === 'list') return shapeList(window, core, shape);
  if (kind === 'code') {
    const lead = introductionOf(window, core.first) ?? sentenceBefore(window, core.first);
    return [pieceOf(window, { ...core, first: lead ?? core.first })];
  }
  return [pieceOf(window, shapeSentences(window, core, shape))];
}

function shapeSentences(window: PassageWindow, core: UnitRange, shape: AnswerShape): UnitRange {
  const { units } = window;
  let { first, last } = core;
  const leans = (position: number) => {
    const unit = units[position];
    return unit !== undefined && leansBack.test(stripOpeners(unitWords(window, unit)));
  };
  // Two sentences back at the most: a text in which each leans on the one before would be quoted whole.
  for (let taken = 0; taken < 2 && leans(first); taken += 1) {
    const before = sentenceBefore(window, first);
    if (before === null) break;
    first = before;
  }
  const group = groupAt(window, last);
  // A comparison is in one paragraph, or not together at all.
  if (shape === 'comparison' && sizeOf([pieceOf(window, group)]) <= smallStructureUnitsMax)
    return { first: Math.min(first, group.first), last: group.last };
  const onward = { first, last: group.last };
  if (shape === 'yes_no' && sizeOf([pieceOf(window, onward)]) <= narrowingUnitsMax)
    return throughIntroduced(window, onward);
  const next = units[last + 1];
  if (next !== undefined && last < group.last) {
    const size = next.end - (units[first]?.start ?? 0);
    const wantsMore = shape === 'definition' && leans(last + 1);
    if (takesBack.test(stripOpeners(unitWords(window, next))) || (wantsMore && size <= definitionUnitsMax))
      last += 1;
  }
  return throughIntroduced(window, { first, last });
}

/** A sentence that announces what follows would break off at its colon. */
function throughIntroduced(window: PassageWindow, range: UnitRange): UnitRange {
  const { units } = window;
  const end = units[range.last];
  const next = units[range.last + 1];
  if (end === undefined || next === undefined || !end.introduces || next.kind === 'heading') return range;
  const whole = { first: range.first, last: groupAt(window, range.last + 1).last };
  if (sizeOf([pieceOf(window, whole)]) <= structureUnitsMax) return whole;
  return { first: range.first, last: range.last + 1 };
}

/** The sentence above a position: in its paragraph, or the last of the paragraph above it. */
function sentenceBefore(window: PassageWindow, position: number): number | null {
  let at = position - 1;
  for (let unit = window.units[at]; unit !== undefined; unit = window.units[at]) {
    if (unit.groupKind !== 'paragraph' || unit.kind === 'heading') return null;
    if (!saysNothing(window, unit)) return at;
    at -= 1;
  }
  return null;
}

/** An item under "You must not:" says the opposite by itself: what introduces it comes with it. */
function shapeList(window: PassageWindow, core: UnitRange, shape: AnswerShape): AnswerPiece[] {
  const group = groupAt(window, core.first);
  const introduction = introductionOf(window, core.first);
  const whole = { first: introduction ?? group.first, last: Math.max(group.last, core.last) };
  const wholePiece = pieceOf(window, whole);
  const isAll = shape === 'list' || shape === 'comparison';
  const max = isAll ? structureUnitsMax : smallStructureUnitsMax;
  const isAsked = isAll || introduction !== null;
  if (shape === 'list') {
    // Code between the items does not end the list.
    const all = shapeSteps(window, core, structureUnitsMax);
    if (all !== null) return [pieceOf(window, all)];
  }
  if (isAsked && sizeOf([wholePiece]) <= max) return [wholePiece];
  const own = itemAt(window, core.first);
  const item = throughIntroduced(window, { first: own.first, last: Math.max(own.last, core.last) });
  const lead = parentOf(window, own.first) ?? introduction;
  if (lead === null) return [pieceOf(window, item)];
  if (lead === item.first - 1) return [pieceOf(window, { first: lead, last: item.last })];
  return [pieceOf(window, { first: lead, last: lead }), { ...pieceOf(window, item, { isMarked: true }) }];
}

function shapeTable(window: PassageWindow, core: UnitRange, shape: AnswerShape): AnswerPiece[] {
  const { units } = window;
  const group = groupAt(window, core.first);
  const whole = pieceOf(window, { first: group.first, last: Math.max(group.last, core.last) });
  const end = headEnd(window, core.first);
  const isHead = end !== null && core.first === group.first;
  if ((shape === 'list' || shape === 'comparison' || isHead) && sizeOf([whole]) <= structureUnitsMax)
    return [whole];
  if (end === null) return [pieceOf(window, core)];
  const row = { first: isHead ? Math.min(core.first + 1, group.last) : core.first, last: core.last };
  const last = Math.max(row.first, row.last);
  // Next to its head a row is quoted with it; further down the two are two quotes, and stand together in the answer.
  if (row.first <= group.first + 1) return [pieceOf(window, { first: group.first, last })];
  const head = { start: units[group.first]?.start ?? 0, end, follows: 'as_paragraph' } as const;
  return [head, { ...pieceOf(window, { first: row.first, last }), follows: 'as_row' }];
}

function pieceOf(
  window: PassageWindow,
  range: UnitRange,
  { isMarked = range.last > range.first }: { readonly isMarked?: boolean } = {},
): AnswerPiece {
  const { first, last } = trimRange(window, range);
  const begin = window.units[first];
  const end = window.units[last];
  if (begin === undefined || end === undefined)
    throw new RangeError('an answer is made of units that are there');
  // One item alone reads as a sentence; of several, each needs its marker.
  const isSeveral = isMarked && window.units.slice(first + 1, last + 1).some(({ kind }) => kind === 'item');
  const start = isSeveral || (isMarked && first === last) ? markedStart(window, begin) : begin.start;
  return { start, end: end.end, follows: 'as_paragraph' };
}

/** Without what says nothing at either end; where all of it says nothing, as it is. */
function trimRange(window: PassageWindow, { first, last }: UnitRange): UnitRange {
  const speaks = (position: number) => {
    const unit = window.units[position];
    return unit !== undefined && !saysNothing(window, unit);
  };
  let begin = first;
  let end = last;
  while (begin < end && !speaks(begin)) begin += 1;
  while (end > begin && !speaks(end)) end -= 1;
  return { first: begin, last: end };
}

function sizeOf(pieces: readonly AnswerPiece[]): number {
  return pieces.reduce((size, { start, end }) => size + end - start, 0);
}
