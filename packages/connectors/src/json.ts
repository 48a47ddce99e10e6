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

/** Undefined if it is not JSON. */
export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** What a service answered with. Throws if that is not JSON. */
export function parseAnswer(bytes: Buffer, what: string): unknown {
  const value = parseJson(bytes);
  if (value !== undefined) return value;
  throw new SourceFault('invalid', `${what} does not answer with JSON, as its interface should.`);
}
