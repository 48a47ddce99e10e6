import type { Redaction } from './guardrail.ts';

/**
 * Sorts redactions and merges those that overlap. A merged range has the placeholder of the part that starts first, or of
 * the first one given, and is reversible only if all its parts are.
 */
export function mergeRedactions(text: string, redactions: readonly Redaction[]): readonly Redaction[] {
  const merged: Redaction[] = [];
  for (const redaction of redactions.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last === undefined || redaction.start >= last.end) merged.push(redaction);
    else merged[merged.length - 1] = merge(last, redaction);
  }
  return merged.map((redaction) => separate(redaction, text));
}

function merge(first: Redaction, second: Redaction): Redaction {
  const { start, placeholder } = first;
  const isReversible = first.isReversible === true && second.isReversible === true;
  return {
    ...{ start, end: Math.max(first.end, second.end), placeholder },
    ...(isReversible ? { isReversible } : {}),
  };
}

/** In Markdown, brackets directly before a parenthesis would create a link. */
function separate(redaction: Redaction, text: string): Redaction {
  const { placeholder, end } = redaction;
  return placeholder.endsWith(']') && text[end] === '('
    ? { ...redaction, placeholder: `${placeholder} ` }
    : redaction;
}

/** Replaces every range by its placeholder. Ranges must be merged and lie within the text. */
export function replaceRanges(text: string, merged: readonly Redaction[]): string {
  const parts: string[] = [];
  let position = 0;
  for (const { start, end, placeholder } of merged) {
    parts.push(text.slice(position, start), placeholder);
    position = end;
  }
  parts.push(text.slice(position));
  return parts.join('');
}

/** Replaces every range by its placeholder. Ranges must lie within the text; they may overlap. */
export function applyRedactions(text: string, redactions: readonly Redaction[]): string {
  return replaceRanges(text, mergeRedactions(text, redactions));
}
