import { wordsLackNumber } from './lacks-number.ts';
import type { PassageWindow } from './open-window.ts';
import { unitWords } from './unit-structure.ts';
import { creditTerms, readQuestionTerms } from './weigh-question-terms.ts';

/**
 * Where what answers begins, in a passage of several questions with their answers, if words below another question than the
 * one that was asked were pointed at. Null where the passage is not of this kind, or none says more of the question.
 */
export function findEntry(
  window: PassageWindow,
  span: { readonly start: number; readonly end: number },
  asked: string,
): { readonly start: number; readonly end: number } | null {
  const { units, passage } = window;
  const question = readQuestionTerms(asked);
  const entries: Array<{ words: string; below: { start: number; end: number } | null }> = [];
  let pointed = 0;
  for (const [position, unit] of units.entries()) {
    if (unit.start < passage.start || unit.end > passage.end) continue;
    const follows = unit.kind !== 'heading' || units[position - 1]?.kind === 'heading';
    if (entries.length === 0 || !follows) entries.push({ words: '', below: null });
    const entry = entries.at(-1);
    if (entry === undefined) continue;
    entry.words += ` ${unitWords(window, unit)}`;
    if (unit.kind !== 'heading') entry.below ??= { start: unit.start, end: unit.end };
    if (unit.start <= span.start) pointed = entries.length - 1;
  }
  const named = entries.map(({ words }) =>
    wordsLackNumber(question.kind, words)
      ? 0
      : creditTerms(question, words)
          .values()
          .reduce((sum, credit) => sum + credit, 0),
  );
  const best = named.indexOf(Math.max(0, ...named));
  return best === -1 || (named[best] ?? 0) <= (named[pointed] ?? 0) ? null : (entries[best]?.below ?? null);
}
