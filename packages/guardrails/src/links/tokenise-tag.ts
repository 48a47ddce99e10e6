export interface Attribute {
  readonly name: string;
  readonly value: string;
}

export interface Tag {
  readonly name: string;
  readonly isClosing: boolean;
  readonly attributes: readonly Attribute[];
  /** The offset after `>`, or the end of the part that was read. */
  readonly end: number;
  /** It has no end within the part that was read: later text on the page would end it. */
  readonly isOpen: boolean;
}

const tagStart = /<(\/?)([a-z][a-z0-9:-]{0,40})/iy;
const between = /[\s/]*/y;
const attributeName = /=?[^\s/>=]*/y;
const valueStart = /\s*=\s*/y;
const bareValue = /[^\s>]*/y;

function matchAt(pattern: RegExp, text: string, offset: number): string | null {
  pattern.lastIndex = offset;
  return pattern.exec(text)?.[0] ?? null;
}

/** Parses the tag at an offset as browsers do; null if none begins there. */
export function tokeniseTag(
  text: string,
  offset: number,
  { unitsMax }: { readonly unitsMax: number },
): Tag | null {
  tagStart.lastIndex = offset;
  const start = tagStart.exec(text);
  if (start === null) return null;
  const [opening, slash, name = ''] = start;
  const from = offset + opening.length;
  const window = text.slice(from, from + unitsMax);
  const { attributes, end } = readAttributes(window);
  return {
    name: name.toLowerCase(),
    isClosing: slash === '/',
    attributes,
    end: from + (end ?? window.length),
    isOpen: end === null,
  };
}

/** `end` is the offset after `>`; null if there is none. */
function readAttributes(window: string): {
  readonly attributes: readonly Attribute[];
  readonly end: number | null;
} {
  const attributes: Attribute[] = [];
  let offset = 0;
  for (;;) {
    offset += matchAt(between, window, offset)?.length ?? 0;
    if (offset >= window.length) return { attributes, end: null };
    if (window[offset] === '>') return { attributes, end: offset + 1 };
    const name = matchAt(attributeName, window, offset) ?? '';
    offset += name.length;
    const value = readValue(window, offset);
    attributes.push({ name: name.toLowerCase(), value: value.text });
    if (value.end === null) return { attributes, end: null };
    offset = value.end;
  }
}

/** `end` is null if a quoted value is not closed. */
function readValue(window: string, offset: number): { readonly text: string; readonly end: number | null } {
  const equals = matchAt(valueStart, window, offset);
  if (equals === null) return { text: '', end: offset };
  const start = offset + equals.length;
  const quote = window[start];
  if (quote !== '"' && quote !== "'") {
    const text = matchAt(bareValue, window, start) ?? '';
    return { text, end: start + text.length };
  }
  const close = window.indexOf(quote, start + 1);
  const text = window.slice(start + 1, close === -1 ? window.length : close);
  return { text, end: close === -1 ? null : close + 1 };
}
