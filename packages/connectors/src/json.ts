import { parsedLimits } from './parsed-limits.ts';
import { SourceFault } from './source-fault.ts';

/** Reads what a service answered without trusting its shape: what is not as expected is absent. */
export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  let found = value;
  for (const name of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Readonly<Record<string, unknown>>)[name];
  }
  return found;
}

/** Null unless there is a text that is not empty. */
export function textAt(value: unknown, ...path: readonly string[]): string | null {
  const found = valueAt(value, ...path);
  if (typeof found === 'number') return String(found);
  return typeof found === 'string' && found !== '' ? found : null;
}

export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? found : [];
}

const { json } = parsedLimits;
const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

/** Throws if the text has more values than an answer may have: a few bytes of it become a hundred in memory. */
function checkValues(bytes: Uint8Array): void {
  let [values, depth] = [0, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (byte === quote) {
      for (at += 1; at < bytes.length && bytes[at] !== quote; at += 1) if (bytes[at] === backslash) at += 1;
    } else if (byte === comma) values += 1;
    else if (opening.has(byte)) {
      values += 1;
      depth += 1;
    } else if (closing.has(byte)) depth -= 1;
    if (values > json.valuesMax)
      throw new SourceFault(
        'too_large',
        `The source answers with JSON of more than ${json.valuesMax} values.`,
      );
    if (depth > json.depthMax)
      throw new SourceFault('too_large', `The source answers with JSON nested deeper than ${json.depthMax}.`);
  }
}

/** Undefined if it is not JSON. Throws if it has more values than it may have. */
export function parseSourceJson(bytes: Buffer): unknown {
  checkValues(bytes);
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** What a service answered with. Throws if that is not JSON. */
export function parseAnswer(bytes: Buffer, what: string): unknown {
  const value = parseSourceJson(bytes);
  if (value !== undefined) return value;
  throw new SourceFault('invalid', `${what} does not answer with JSON, as its interface should.`);
}
