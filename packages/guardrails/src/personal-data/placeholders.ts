interface PlacedRange {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** Stands in the place of values, and knows which. One serves all texts of a query. */
export interface Placeholders {
  /** The same value of the same type always has the same placeholder. It reveals neither length nor digits. */
  placeholderFor(type: string, value: string): string;
  /** No placeholder is given out from here on that stands in this text. */
  noteWritten(text: string): void;
  /** The ranges must be in order, and must not overlap. */
  redact(text: string, found: readonly PlacedRange[]): string;
  /** Puts the values back. What looks like a placeholder and was not given out here stays as it is. */
  restore(text: string): string;
}

const looksLikePlaceholder = /\[[A-Z][A-Z0-9_]{0,40}_\d{1,9}\]/g;
/** Far more than a text within its limits holds. */
const valuesMax = 100_000;

/**
 * `texts` are those that are known beforehand: no placeholder is given out that stands in one of them already, so that
 * what a person wrote is never taken for one of ours. What `redact` is given counts from then on.
 */
export function createPlaceholders(...texts: readonly string[]): Placeholders {
  const placeholders = new Map<string, string>();
  const values = new Map<string, string>();
  const lastNumber = new Map<string, number>();
  const written = new Set<string>();

  function noteWritten(text: string): void {
    for (const [placeholder] of text.matchAll(looksLikePlaceholder)) written.add(placeholder);
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
        throw new RangeError('what is replaced must be in order and within the text');
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
