import type { AnswerShape } from './answer-shape.ts';
import type { PassageWindow } from './open-window.ts';
import { markedStart } from './unit-structure.ts';

/**
 * Where the steps or the list of a passage begin. A model that holds the passage to be the answer, but no few words of it,
 * points anywhere: what was asked for is then found by its form. Null where the passage has no list, or none was asked for.
 */
export function findStructure(
  window: PassageWindow,
  shape: AnswerShape,
): { readonly start: number; readonly end: number } | null {
  if (shape !== 'steps' && shape !== 'list') return null;
  const { passage, text } = window;
  const items = window.units.filter(
    ({ kind, start, end }) => kind === 'item' && start >= passage.start && end <= passage.end,
  );
  const numbered = items.find((unit) => /^\d/.test(text.slice(markedStart(window, unit), unit.end)));
  const first = (shape === 'steps' ? numbered : undefined) ?? items[0];
  return first === undefined ? null : { start: first.start, end: first.end };
}
