import type { GuardrailInput, Redaction } from '../guardrail.ts';
import { createPlaceholders } from '../personal-data/placeholders.ts';

interface FoundValue {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Redactions with numbered placeholders: the same value gets the same number, so that an answer can refer to it. A
 * placeholder that occurs in the question or the text is never used for another value. In generated text, only what comes
 * before is considered, so that streamed text stays valid whatever follows.
 */
export function createRedactions(
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
