/** Why a text is rejected as JSON. Gives a position and never quotes the text, which may contain a secret. */
export class StrictJsonError extends Error {
  readonly kind: 'syntax' | 'duplicate_name' | 'lone_surrogate' | 'too_deep' | 'too_many_parts';
  readonly line: number;
  readonly column: number;

  constructor(kind: StrictJsonError['kind'], { text, index, message }: FaultPlace) {
    super(message);
    this.name = 'StrictJsonError';
    this.kind = kind;
    const before = text.slice(0, index).split('\n');
    this.line = before.length;
    this.column = (before.at(-1)?.length ?? 0) + 1;
  }
}

interface FaultPlace {
  readonly text: string;
  readonly index: number;
  readonly message: string;
}

export interface JsonLimits {
  readonly depthMax: number;
  /** Brackets, colons and commas. */
  readonly marksMax: number;
}

/** Far more than any operation needs; reading more would delay other requests. */
const usualLimits: JsonLimits = { depthMax: 64, marksMax: 600_000 };
const whitespace = /[ \t\n\r]*/y;
const literal = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;

/**
 * Parses JSON (RFC 8259) unambiguously: no duplicate names, no lone surrogates, bounded nesting and a bounded number of
 * parts. `JSON.parse` alone accepts all of these, and quotes the text in its errors.
 */
export function parseStrictJson(text: string, limits: Partial<JsonLimits> = {}): unknown {
  walkJson(text, { ...usualLimits, ...limits });
  return JSON.parse(text);
}

/** Throws a `StrictJsonError` at the first fault. */
function walkJson(text: string, { depthMax, marksMax }: JsonLimits): void {
  let index = 0;
  let marks = 0;

  const fault = (kind: StrictJsonError['kind'], message: string, at = index) =>
    new StrictJsonError(kind, { text, index: at, message });
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = index;
    if (!pattern.test(text)) return false;
    index = pattern.lastIndex;
    return true;
  };
  const takeMark = (mark: string): boolean => {
    take(whitespace);
    if (text[index] !== mark) return false;
    index += 1;
    marks += 1;
    if (marks > marksMax) throw fault('too_many_parts', `it has more than ${marksMax} parts`);
    return true;
  };
  const expectMark = (mark: string, expected: string): void => {
    if (!takeMark(mark)) throw fault('syntax', `${expected} was expected`);
  };
  /** The string that begins here, or null. */
  const takeString = (): string | null => {
    if (text[index] !== '"') return null;
    const end = endOfString(text, index);
    const value = readString(text.slice(index, end));
    if (value === null) return null;
    if (!value.isWellFormed()) throw fault('lone_surrogate', 'this string contains an unpaired surrogate');
    index = end;
    return value;
  };

  const walkMembers = (depth: number): void => {
    const names = new Set<string>();
    if (takeMark('}')) return;
    do {
      take(whitespace);
      const start = index;
      const name = takeString();
      if (name === null) throw fault('syntax', 'a name in double quotes was expected');
      if (names.has(name)) throw fault('duplicate_name', 'this name occurs twice in one object', start);
      names.add(name);
      expectMark(':', 'a colon');
      walkValue(depth);
    } while (takeMark(','));
    expectMark('}', 'a comma or a closing brace');
  };
  const walkItems = (depth: number): void => {
    if (takeMark(']')) return;
    do walkValue(depth);
    while (takeMark(','));
    expectMark(']', 'a comma or a closing bracket');
  };
  const walkValue = (depth: number): void => {
    take(whitespace);
    const opens = text[index] === '{' || text[index] === '[';
    if (opens && depth === depthMax) throw fault('too_deep', `it is nested deeper than ${depthMax} levels`);
    if (takeMark('{')) walkMembers(depth + 1);
    else if (takeMark('[')) walkItems(depth + 1);
    else if (takeString() === null && !take(literal)) throw fault('syntax', 'a value was expected');
  };

  walkValue(0);
  take(whitespace);
  if (index < text.length) throw fault('syntax', 'the end was expected');
}

/** One past the quote that ends the string which begins at `start`; the end of the text if none does. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let before = quote - 1;
    while (before > start && text[before] === '\\') before -= 1;
    // An odd number of backslashes escapes the quote.
    if ((quote - before) % 2 === 1) return quote + 1;
  }
  return text.length;
}

/** `JSON.parse` reads a string of megabytes at once. Null if it is not a string. */
function readString(quoted: string): string | null {
  try {
    return JSON.parse(quoted);
  } catch {
    return null;
  }
}
