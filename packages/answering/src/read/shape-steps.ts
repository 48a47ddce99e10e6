import { stripOpeners } from '@avow/text/markdown';
import type { TextUnit } from './answer-units.ts';
import type { PassageWindow } from './open-window.ts';
import { groupAt, introductionOf, markedStart, type UnitRange, unitWords } from './unit-structure.ts';

/** A procedure in plain sentences is no longer than this, in UTF-16 units. */
const proseUnitsMax = 900;

/** What may come after the last step and still belongs to it. */
const goesOn = /^(?:if|once|after|afterwards|then|finally|when|until|next|lastly)\b/iu;

/** "To reset it, run:" */
const begins = /^(?:to|for|if|in\s+order\s+to)\b/iu;

/**
 * Everything that has to be done: the list with its introduction, the code between its items, what is added below; of plain
 * sentences, those that follow. Null where the words stand in none of these, as in a table.
 */
export function shapeSteps(window: PassageWindow, core: UnitRange, unitsMax: number): UnitRange | null {
  const { units } = window;
  const kind = units[core.first]?.groupKind;
  if (kind === 'table' || kind === undefined) return null;
  const fits = (range: UnitRange, max = unitsMax) =>
    (units[range.last]?.end ?? 0) - (units[range.first]?.start ?? 0) <= max;

  let range = core;
  const grow = (wider: UnitRange, max = unitsMax): boolean => {
    if (!fits(wider, max)) return false;
    range = wider;
    return true;
  };
  if (kind === 'paragraph') {
    const group = groupAt(window, core.last);
    if (!grow({ first: core.first, last: Math.max(core.last, group.last) }, proseUnitsMax)) return null;
  } else {
    const group = groupAt(window, core.first);
    if (!grow({ first: group.first, last: Math.max(group.last, core.last) })) return null;
  }
  while (growBack(window, range, grow) || growForward(window, range, grow));
  if (units.slice(range.first, range.last + 1).some(({ kind: each }) => each === 'item')) return range;
  // Words about the steps, and the steps further down under the same heading.
  const steps = units.findIndex(
    (unit, position) => position > range.last && (unit.kind === 'heading' || isNumbered(window, unit)),
  );
  if (
    steps === -1 ||
    units[steps]?.kind === 'heading' ||
    !grow({ ...range, last: groupAt(window, steps).last })
  )
    return range;
  while (growForward(window, range, grow));
  return range;
}

function isNumbered(window: PassageWindow, unit: TextUnit): boolean {
  return unit.kind === 'item' && /^\d/.test(window.text.slice(markedStart(window, unit), unit.end));
}

type Grow = (wider: UnitRange) => boolean;

/** To what introduces the steps, and to steps that stand above. */
function growBack(window: PassageWindow, range: UnitRange, grow: Grow): boolean {
  const first = window.units[range.first];
  if (first === undefined) return false;
  const introduction = introductionOf(window, range.first);
  if (introduction !== null) return grow({ ...range, first: introduction });
  const before = window.units[range.first - 1];
  if (before === undefined || before.kind === 'heading' || before.group === window.cutGroup) return false;
  if (before.groupKind === 'table') return false;
  // Whatever stands right above code says what it is for.
  const isPart = first.groupKind === 'code' || ![first.groupKind, before.groupKind].includes('paragraph');
  if (!isPart && !goesOnFromAbove(window, range)) return false;
  return grow({ ...range, first: groupAt(window, range.first - 1).first });
}

/**
 * Whether steps of sentences and code begin further up: below other code, a warning, or a colon. Those that say what they
 * are for begin where they say it.
 */
function goesOnFromAbove(window: PassageWindow, { first, last }: UnitRange): boolean {
  const { units, text } = window;
  const [begin, before] = [units[first], units[first - 1]];
  if (begin === undefined || before === undefined || !holdsCode(window, { first, last })) return false;
  if (begins.test(stripOpeners(unitWords(window, begin)))) return false;
  const heading = units.findLastIndex(({ kind }, position) => kind === 'heading' && position < first);
  const line = text.slice(text.lastIndexOf('\n', before.start - 1) + 1, before.start);
  const isQuoted = line.trimStart().startsWith('>');
  return before.introduces || isQuoted || holdsCode(window, { first: heading + 1, last: first - 1 });
}

function growForward(window: PassageWindow, range: UnitRange, grow: Grow): boolean {
  const { units } = window;
  const last = units[range.last];
  const next = units[range.last + 1];
  if (last === undefined || next === undefined || next.kind === 'heading' || next.groupKind === 'table')
    return false;
  const group = groupAt(window, range.last + 1);
  const wider = { ...range, last: group.last };
  if (next.groupKind === 'paragraph') {
    // What stands below a colon belongs to it. "Then run:" is between two steps; "If it fails, …" says what to do after them.
    const announces = units[group.last]?.introduces === true && group.last + 1 < units.length;
    return last.introduces ||
      announces ||
      isBetweenCode(window, group, range) ||
      goesOn.test(stripOpeners(unitWords(window, next)))
      ? grow(wider)
      : false;
  }
  return last.introduces || last.groupKind !== 'paragraph' || isNumbered(window, next) ? grow(wider) : false;
}

/** Whether more code follows under the same heading, below a paragraph or a few. */
function isBetweenCode(window: PassageWindow, { last }: UnitRange, range: UnitRange): boolean {
  const next = window.units
    .slice(last + 1)
    .find((unit) => unit.kind === 'heading' || unit.groupKind !== 'paragraph');
  return next?.groupKind === 'code' && holdsCode(window, range);
}

function holdsCode({ units }: PassageWindow, { first, last }: UnitRange): boolean {
  return units.slice(first, last + 1).some(({ groupKind }) => groupKind === 'code');
}
