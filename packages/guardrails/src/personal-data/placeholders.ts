interface PlacedRange {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** Replaces values by placeholders and remembers which. One instance serves all texts of a query. */
export interface Placeholders {
  /** The same value of the same type always has the same placeholder. It reveals neither length nor digits. */
  placeholderFor(type: string, value: string): string;
  /** From now on, no placeholder that occurs in this text is used. */
  noteWritten(text: string): void;
  /** The ranges must be in order, and must not overlap. */
  redact(text: string, found: readonly PlacedRange[]): string;
  /** Restores the values. Look-alikes that were not created here are unchanged. */
  restore(text: string): string;
}

const looksLikePlaceholder = /\[[A-Z][A-Z0-9_]{0,40}_\d{1,9}\]/g;

/** What a text contains that is a placeholder, or looks like one. */
export function placeholdersIn(text: string): string[] {
  return text.match(looksLikePlaceholder) ?? [];
}

/** Far more than any text within the length limit contains. */
const valuesMax = 100_000;

/**
 * No placeholder that occurs in one of `texts` is used, so that text written by a person is never mistaken for one of
 * ours. Texts passed to `redact` are added to them.
 */
export function createPlaceholders(...texts: readonly string[]): Placeholders {
  const placeholders = new Map<string, string>();
  const values = new Map<string, string>();
  const lastNumber = new Map<string, number>();
  const written = new Set<string>();

  function noteWritten(text: string): void {
    for (const placeholder of placeholdersIn(text)) written.add(placeholder);
  }

  function nextPlaceholder(label: string): string {
    let number = lastNumber.get(label) ?? 0;
    let placeholder: string;
    do {
      number += 1;
      placeholder = `[${label}_${number}]`;
    } while (written.has(placeholder));
    lastNumber.set(label, number);
    return placeholder;
  }

  function placeholderFor(type: string, value: string): string {
    const key = `${type} ${value}`;
    const known = placeholders.get(key);
    if (known !== undefined) return known;
    if (values.size >= valuesMax) throw new RangeError(`at most ${valuesMax} values can be replaced`);
    const placeholder = nextPlaceholder(type.toUpperCase());
    placeholders.set(key, placeholder);
    values.set(placeholder, value);
    return placeholder;
  }

  function redact(text: string, found: readonly PlacedRange[]): string {
    noteWritten(text);
    const parts: string[] = [];
    let position = 0;
    for (const { type, start, end } of found) {
      if (start < position || end <= start || end > text.length) {
        throw new RangeError('ranges to redact must be in order and within the text');
      }
      parts.push(text.slice(position, start), placeholderFor(type, text.slice(start, end)));
      position = end;
    }
    parts.push(text.slice(position));
    return parts.join('');
  }

  const restore = (text: string) =>
    text.replace(looksLikePlaceholder, (placeholder) => values.get(placeholder) ?? placeholder);

  texts.forEach(noteWritten);
  return { placeholderFor, noteWritten, redact, restore };
}
