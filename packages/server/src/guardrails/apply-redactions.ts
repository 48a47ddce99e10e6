import type { Redaction } from '../interfaces/guardrail.ts';

/**
 * In order, with what overlaps united: the placeholder is that of the range that starts first, and of the first one given.
 * What is united can be put back only where that was so of all of it.
 */
export function settleRedactions(text: string, redactions: readonly Redaction[]): readonly Redaction[] {
  const united: Redaction[] = [];
  for (const redaction of redactions.toSorted((a, b) => a.start - b.start)) {
    const last = united.at(-1);
    if (last === undefined || redaction.start >= last.end) united.push(redaction);
    else united[united.length - 1] = unite(last, redaction);
  }
  return united.map((redaction) => setApart(redaction, text));
}

function unite(first: Redaction, second: Redaction): Redaction {
  const { start, placeholder } = first;
  const isReversible = first.isReversible === true && second.isReversible === true;
  return {
    ...{ start, end: Math.max(first.end, second.end), placeholder },
    ...(isReversible ? { isReversible } : {}),
  };
}

/** In Markdown brackets right before a parenthesis would be a link that nobody wrote. */
function setApart(redaction: Redaction, text: string): Redaction {
  const { placeholder, end } = redaction;
  return placeholder.endsWith(']') && text[end] === '('
    ? { ...redaction, placeholder: `${placeholder} ` }
    : redaction;
}

/** The text with every range replaced by its placeholder. They must be settled, and lie within the text. */
export function replaceSettled(text: string, settled: readonly Redaction[]): string {
  const parts: string[] = [];
  let position = 0;
  for (const { start, end, placeholder } of settled) {
    parts.push(text.slice(position, start), placeholder);
    position = end;
  }
  parts.push(text.slice(position));
  return parts.join('');
}

/** The text with every range replaced by a placeholder. Ranges must lie within the text; they may overlap. */
export function applyRedactions(text: string, redactions: readonly Redaction[]): string {
  return replaceSettled(text, settleRedactions(text, redactions));
}
