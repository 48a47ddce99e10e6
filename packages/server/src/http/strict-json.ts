import { AppError } from '../errors/app-error.ts';

const depthMax = 64;
/** Brackets, colons and commas. No operation takes a body with nearly as many; a larger one would only hold up others. */
const marksMax = 600_000;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** Where a string begins, and the marks that open, close and name: all that tells which names stand in which object. */
const marks = /["{}[\]:,]/g;

/**
 * Reads a JSON body the way two parties can agree on: valid UTF-8, no member named twice, no lone surrogate,
 * bounded nesting. `JSON.parse` alone lets all four pass.
 */
export function parseStrictJson(body: Uint8Array): unknown {
  const text = decode(body);
  refuseCrowded(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new AppError('malformed_json', { detail: 'The body is not valid JSON.', cause });
  }
  checkMembers(text);
  return value;
}

function decode(body: Uint8Array): string {
  try {
    return decoder.decode(body);
  } catch (cause) {
    throw new AppError('invalid_utf8', { detail: 'The body is not valid UTF-8.', cause });
  }
}

/** One past the quote that ends the string which begins at `start`; the end of the text where none does. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let before = quote - 1;
    while (before > start && text[before] === '\\') before -= 1;
    // An odd number of backslashes escapes the quote.
    if ((quote - before) % 2 === 1) return quote + 1;
  }
  return text.length;
}

/** Calls `visit` with every string, quotes included, and every mark outside of strings. */
function walkMarks(text: string, visit: (token: string) => void): void {
  marks.lastIndex = 0;
  for (let found = marks.exec(text); found !== null; found = marks.exec(text)) {
    if (found[0] === '"') {
      const end = endOfString(text, found.index);
      visit(text.slice(found.index, end));
      marks.lastIndex = end;
    } else visit(found[0]);
  }
}

/** Before it is parsed: a large text is read quickly where it is mostly one string, and slowly where it is all marks. */
function refuseCrowded(text: string): void {
  if (text.length <= marksMax) return;
  let count = 0;
  walkMarks(text, (token) => {
    if (token[0] !== '"') count += 1;
    if (count > marksMax) {
      throw new AppError('malformed_json', { detail: 'The body has more parts than any operation takes.' });
    }
  });
}

/** Walks a text that is known to be JSON. A string is a member's name exactly when a colon follows it. */
function checkMembers(text: string): void {
  const open: Array<Set<string> | null> = [];
  let lastString = '';
  walkMarks(text, (token) => {
    if (token[0] === '"') {
      lastString = token;
      checkSurrogates(token);
    } else if (token === '{' || token === '[') {
      open.push(token === '{' ? new Set() : null);
      if (open.length > depthMax) {
        throw new AppError('malformed_json', {
          detail: `The body is nested deeper than ${depthMax} levels.`,
        });
      }
    } else if (token === '}' || token === ']') {
      open.pop();
    } else if (token === ':') {
      const name: string = JSON.parse(lastString);
      const names = open.at(-1);
      if (names?.has(name))
        throw new AppError('duplicate_key', { detail: 'An object in the body names a member twice.' });
      names?.add(name);
    }
  });
}

function checkSurrogates(quoted: string): void {
  // Decoding guarantees whole characters; only an escape can write half of one.
  if (!quoted.includes('\\u')) return;
  const value: string = JSON.parse(quoted);
  if (!value.isWellFormed()) {
    throw new AppError('malformed_json', { detail: 'A string in the body holds half of a surrogate pair.' });
  }
}
