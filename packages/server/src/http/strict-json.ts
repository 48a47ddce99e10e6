import { AppError } from '../errors/app-error.ts';

const depthMax = 64;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** Strings, and the marks that open, close and name: all that is needed to know which names stand in which object. */
const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/g;

/**
 * Reads a JSON body the way two parties can agree on: valid UTF-8, no member named twice, no lone surrogate,
 * bounded nesting. `JSON.parse` alone lets all four pass.
 */
export function parseStrictJson(body: Uint8Array): unknown {
  const text = decode(body);
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

/** Walks a text that is known to be JSON. A string is a member's name exactly when a colon follows it. */
function checkMembers(text: string): void {
  const open: Array<Set<string> | null> = [];
  let lastString = '';
  for (const [token] of text.matchAll(tokens)) {
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
  }
}

function checkSurrogates(quoted: string): void {
  // Decoding guarantees whole characters; only an escape can write half of one.
  if (!quoted.includes('\\u')) return;
  const value: string = JSON.parse(quoted);
  if (!value.isWellFormed()) {
    throw new AppError('malformed_json', { detail: 'A string in the body holds half of a surrogate pair.' });
  }
}
