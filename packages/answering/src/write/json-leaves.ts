import { splitSentences } from '@avow/text/sentences';

/** A place in a value of JSON: keys and positions, from the outside in. */
export type JsonPath = ReadonlyArray<string | number>;

/** A value of an answer in JSON that says something. */
export interface JsonLeaf {
  readonly path: JsonPath;
  /** What it says: its path in words and its value; of a text of several sentences, each. */
  readonly claims: readonly string[];
}

/** Every text, number and truth value. What is empty or null says nothing. */
export function listLeaves(value: unknown, path: JsonPath = []): JsonLeaf[] {
  if (typeof value === 'object' && value !== null)
    return entriesOf(value).flatMap(([key, part]) => listLeaves(part, [...path, key]));
  const claims = claimsOf(value, path);
  return claims.length === 0 ? [] : [{ path, claims }];
}

function entriesOf(value: object): [string | number, unknown][] {
  return Array.isArray(value) ? value.map((part, position) => [position, part]) : Object.entries(value);
}

function claimsOf(value: unknown, path: JsonPath): string[] {
  const named = wordsOf(path);
  const claim = (said: string) => (named === '' ? said : `${named}: ${said}`);
  if (typeof value === 'number') return [claim(String(value))];
  if (typeof value === 'boolean') return [claim(value ? 'yes' : 'no')];
  if (typeof value !== 'string' || value.trim() === '') return [];
  const sentences = splitSentences(value).map(({ start, end }) => value.slice(start, end));
  return (sentences.length === 0 ? [value.trim()] : sentences).map(claim);
}

/** `["opening_hours", 0, "daysOpen"]` as "opening hours, days open". */
function wordsOf(path: JsonPath): string {
  return path
    .filter((key) => typeof key === 'string')
    .map((key) =>
      key
        .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
        .replace(/[_\s-]+/gu, ' ')
        .toLowerCase()
        .trim(),
    )
    .filter((key) => key !== '')
    .join(', ');
}

/**
 * The value without names that would say something by themselves: those that are not `given` and have nothing under them.
 * A value is compared with sources together with its name.
 */
export function withoutBareNames(value: unknown, given: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((part) => withoutBareNames(part, given));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, part]) => given.has(name) || listLeaves(part).length > 0)
      .map(([name, part]) => [name, withoutBareNames(part, given)]),
  );
}

/** Every name and every text in a value, as they were written. */
export function wordsGiven(value: unknown): ReadonlySet<string> {
  if (typeof value === 'string') return new Set([value]);
  if (typeof value !== 'object' || value === null) return new Set();
  const within = Object.values(value).flatMap((part) => [...wordsGiven(part)]);
  return new Set(Array.isArray(value) ? within : [...Object.keys(value), ...within]);
}

/** The value without those places; items of a list close up. */
export function withoutLeaves(value: unknown, leaves: readonly Pick<JsonLeaf, 'path'>[]): unknown {
  if (leaves.length === 0) return value;
  if (leaves.some(({ path }) => path.length === 0)) return null;
  if (typeof value !== 'object' || value === null) return value;
  const kept = entriesOf(value).flatMap(([key, part]) => {
    const under = leaves.filter(({ path }) => path[0] === key).map(({ path }) => ({ path: path.slice(1) }));
    if (under.some(({ path }) => path.length === 0)) return [];
    return [[key, withoutLeaves(part, under)] as const];
  });
  return Array.isArray(value) ? kept.map(([, part]) => part) : Object.fromEntries(kept);
}
