import type { Redaction } from '../interfaces/guardrail.ts';

/**
 * In order, with what overlaps united; the placeholder is that of the range that starts first, and of the first one given.
 */
export function settleRedactions(redactions: readonly Redaction[]): readonly Redaction[] {
  const united: Redaction[] = [];
  for (const redaction of redactions.toSorted((a, b) => a.start - b.start)) {
    const last = united.at(-1);
    if (last === undefined || redaction.start >= last.end) {
      united.push(redaction);
    } else {
      united[united.length - 1] = { ...last, end: Math.max(last.end, redaction.end) };
    }
  }
  return united;
}

/** The text with every range replaced by a placeholder. Ranges must lie within the text; they may overlap. */
export function applyRedactions(text: string, redactions: readonly Redaction[]): string {
  const parts: string[] = [];
  let position = 0;
  for (const { start, end, placeholder } of settleRedactions(redactions)) {
    parts.push(text.slice(position, start), placeholder);
    // In Markdown brackets right before a parenthesis would be a link that nobody wrote.
    if (placeholder.endsWith(']') && text[end] === '(') parts.push(' ');
    position = end;
  }
  parts.push(text.slice(position));
  return parts.join('');
}
