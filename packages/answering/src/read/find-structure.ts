import type { AnswerShape } from './answer-shape.ts';
import type { TextUnit } from './answer-units.ts';
import type { PassageWindow } from './open-window.ts';
import { groupAt, markedStart } from './unit-structure.ts';
import { creditTerms, readQuestionTerms } from './weigh-question-terms.ts';

/**
 * Where the steps or the list of a passage begin. A model that holds the passage to be the answer, but no few words of it,
 * points anywhere: what was asked for is then found by its form, and of several lists by their words and those above them. Null where
 * the passage has no list, or none was asked for.
 */
export function findStructure(
  window: PassageWindow,
  { shape, asked }: { readonly shape: AnswerShape; readonly asked: string },
): { readonly start: number; readonly end: number } | null {
  if (shape !== 'steps' && shape !== 'list') return null;
  const { passage, text, units } = window;
  const items = units.filter(
    ({ kind, start, end }) => kind === 'item' && start >= passage.start && end <= passage.end,
  );
  const numbered = items.filter((unit) => /^\d/.test(text.slice(markedStart(window, unit), unit.end)));
  const question = readQuestionTerms(asked);
  const namedBy = (item: TextUnit) => {
    const { first, last } = groupAt(window, units.indexOf(item));
    const words = text.slice(units[first - 1]?.start ?? units[first]?.start, units[last]?.end);
    return [...creditTerms(question, words).values()].reduce((sum, credit) => sum + credit, 0);
  };
  const candidates = shape === 'steps' && numbered.length > 0 ? numbered : items;
  const lists = candidates.filter(({ group }, position) => group !== candidates[position - 1]?.group);
  const named = lists.map(namedBy);
  const first = lists[named.indexOf(Math.max(...named))];
  return first === undefined ? null : { start: first.start, end: first.end };
}
