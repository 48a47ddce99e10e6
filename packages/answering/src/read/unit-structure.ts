import { isTableRule, itemMarkBefore, showLinks, stripClosers } from '@avow/text/markdown';
import { hasNegation } from '@avow/text/terms';
import type { TextUnit } from './answer-units.ts';
import type { PassageWindow } from './open-window.ts';

/** Positions among the units of a window, both included. */
export interface UnitRange {
  readonly first: number;
  readonly last: number;
}

const pointsAhead = /\b(?:following|below|as\s+follows|these)\b/iu;

/** The paragraph, list, table or block of code that a unit is in. */
export function groupAt({ units }: PassageWindow, position: number): UnitRange {
  const group = units[position]?.group;
  let first = position;
  let last = position;
  while (first > 0 && units[first - 1]?.group === group) first -= 1;
  while (last + 1 < units.length && units[last + 1]?.group === group) last += 1;
  return { first, last };
}

/**
 * The unit that introduces the list, table or code at this position; null where there is none. "You must never" does so
 * without a colon.
 */
export function introductionOf(window: PassageWindow, position: number): number | null {
  const unit = window.units[position];
  if (unit === undefined || unit.groupKind === 'paragraph' || unit.group === window.cutGroup) return null;
  const before = groupAt(window, position).first - 1;
  const candidate = window.units[before];
  if (candidate === undefined || candidate.kind === 'heading' || candidate.groupKind === 'table') return null;
  if (candidate.introduces) return before;
  const words = unitWords(window, candidate);
  const isOpen = hasNegation(words) && !/[.!?…]$/u.test(stripClosers(words));
  return candidate.groupKind === 'paragraph' && (isOpen || pointsAhead.test(words)) ? before : null;
}

/** The list item that a unit belongs to, with everything below it. */
export function itemAt(window: PassageWindow, position: number): UnitRange {
  const { units } = window;
  const group = groupAt(window, position);
  let first = position;
  while (first > group.first && units[first]?.kind !== 'item') first -= 1;
  const depth = indentOf(window, first);
  let last = position;
  while (last < group.last && !(units[last + 1]?.kind === 'item' && indentOf(window, last + 1) <= depth))
    last += 1;
  return { first, last };
}

/** The item that a nested one is under; null if it is not nested. */
export function parentOf(window: PassageWindow, position: number): number | null {
  const { units } = window;
  const depth = indentOf(window, position);
  const group = groupAt(window, position);
  for (let above = position - 1; above >= group.first; above -= 1)
    if (units[above]?.kind === 'item' && indentOf(window, above) < depth) return above;
  return null;
}

/** Where the line of an item begins to say something: at its marker. Of any other unit, where it begins. */
export function markedStart({ text }: PassageWindow, unit: TextUnit): number {
  if (unit.kind !== 'item') return unit.start;
  return itemMarkBefore(text, unit.start)?.start ?? unit.start;
}

/** Where the head of a table and the rule below it end; null where the table has no head in sight. */
export function headEnd(window: PassageWindow, position: number): number | null {
  const { text, units, cutGroup } = window;
  const { first, last } = groupAt(window, position);
  const head = units[first];
  if (head === undefined || head.group === cutGroup) return null;
  const next = first < last ? units[first + 1]?.start : undefined;
  const below = text.slice(head.end, next ?? head.end + ruleUnitsMax);
  const [rest = '', rule = ''] = below.split('\n', 2);
  return rest.trim() === '' && isTableRule(rule) ? head.end + `${rest}\n${rule}`.trimEnd().length : null;
}

const ruleUnitsMax = 400;

/** Tags, and what a template would put here: nothing that a reader of the answer could read. */
const wordless = /<[^<>\n]*>|\{%[^}\n]*%\}|\{\{[^}\n]*\}\}/g;

export function saysNothing(window: PassageWindow, unit: TextUnit): boolean {
  return !/[\p{L}\p{N}]/u.test(showLinks(unitWords(window, unit), { images: 'drop' }).replace(wordless, ''));
}

export function unitWords({ text }: PassageWindow, unit: TextUnit): string {
  return text.slice(unit.start, unit.end);
}

function indentOf(window: PassageWindow, position: number): number {
  const unit = window.units[position];
  if (unit === undefined) return 0;
  const start = markedStart(window, unit);
  return start - (window.text.lastIndexOf('\n', start - 1) + 1);
}
