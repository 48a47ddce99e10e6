import type { GuardrailInput, Redaction } from '../../interfaces/guardrail.ts';
import { createPlaceholders } from '../personal-data/placeholders.ts';

interface FoundValue {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Numbered, so that an answer can name what it means: the same value gets the same number. No placeholder that stands in
 * the question is given out for something else: it would be taken for what the question means by it. Nor one that stands
 * in the text; of what a language model writes, only what comes before is looked at, so that what was told of it holds
 * whatever follows.
 */
export function placeRedactions(
  { text, question = '', written }: GuardrailInput,
  found: readonly FoundValue[],
): Redaction[] {
  const { placeholderFor, noteWritten } = createPlaceholders(question, written === undefined ? text : '');
  let noted = 0;
  return found.map(({ type, start, end }) => {
    if (written !== undefined) noteWritten(text.slice(noted, start));
    noted = start;
    return { start, end, placeholder: placeholderFor(type, text.slice(start, end)) };
  });
}
