import { stripEnd } from '@avow/text';
import type { JsonPath } from './json-leaves.ts';
import { plainReferences, type ReferenceForm, readReferences } from './read-references.ts';
import { notCoveredWord } from './write-task.ts';

/** What a model wrote that was asked for JSON. */
export type JsonWritten =
  | {
      readonly kind: 'answer';
      /** What it has in place of an answer, without references in its texts. */
      readonly answer: unknown;
      /** The numbers of the sources that it names for a place, or for what holds it. */
      referencesAt(path: JsonPath): readonly number[];
      /** The words of sources that it names for it. */
      quotesAt(path: JsonPath): readonly string[];
    }
  | { readonly kind: 'not_covered' }
  | { readonly kind: 'faulty' };

const depthMax = 32;
const namedMax = 400;
const numbersMax = 16;
const quotesMax = 4;
const quoteUnitsMax = 600;

class TooDeep extends Error {}

export function readJsonWritten(text: string, form: ReferenceForm = plainReferences): JsonWritten {
  const bare = withoutFence(text);
  if (bare.replace(/[^A-Z_]/g, '') === notCoveredWord && bare.length < 40) return { kind: 'not_covered' };
  try {
    const parsed: unknown = JSON.parse(bare);
    if (!isRecord(parsed) || !Object.hasOwn(parsed, 'answer')) return { kind: 'faulty' };
    if (parsed['is_covered'] === false) return { kind: 'not_covered' };
    const answer = withoutReferences(parsed['answer'], { form, depth: 0 });
    const named = readNamed(parsed['sources']);
    return {
      ...{ kind: 'answer', answer },
      referencesAt: (path) => namedAt(named, path)?.numbers ?? [],
      quotesAt: (path) => (form.withQuotes ? (namedAt(named, path)?.quotes ?? []) : []),
    };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError || error instanceof TooDeep)
      return { kind: 'faulty' };
    throw error;
  }
}

export function withoutFence(text: string): string {
  const opened = text.trim().replace(/^`{3,}(?:json)?\s*/i, '');
  const closed = stripEnd(opened, /`/u);
  return (opened.length - closed.length >= 3 ? closed : opened).trim();
}

function withoutReferences(
  value: unknown,
  { form, depth }: { readonly form: ReferenceForm; readonly depth: number },
): unknown {
  const within = { form, depth: depth + 1 };
  if (depth > depthMax) throw new TooDeep();
  if (typeof value === 'string') return readReferences(value.toWellFormed(), form).text;
  if (Array.isArray(value)) return value.map((part) => withoutReferences(part, within));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key.toWellFormed(), withoutReferences(part, within)]),
  );
}

interface Named {
  readonly numbers: readonly number[];
  readonly quotes: readonly string[];
}

/** References by place. Whatever is not as it should be is left out: references are hints, and nothing rests on them. */
function readNamed(sources: unknown): ReadonlyMap<string, Named> {
  const named = new Map<string, Named>();
  if (!Array.isArray(sources)) return named;
  for (const entry of sources.slice(0, namedMax)) {
    if (!isRecord(entry)) continue;
    const { path, references, quotes: said } = entry;
    if (typeof path !== 'string' || !Array.isArray(references)) continue;
    const numbers = references.filter((number) => Number.isInteger(number) && number > 0);
    const quotes = (Array.isArray(said) ? said : [])
      .filter((words): words is string => typeof words === 'string' && words.length <= quoteUnitsMax)
      .slice(0, quotesMax);
    named.set(placeOf(path), { numbers: [...new Set<number>(numbers)].slice(0, numbersMax), quotes });
  }
  return named;
}

/** `/fee/amount`, `fee.amount` and `$.answer.fee.amount` name the same place. */
function placeOf(path: string): string {
  const keys = path.split(/[./[\]"']+/u).filter((key) => key !== '' && key !== '$');
  return (keys[0] === 'answer' && keys.length > 1 ? keys.slice(1) : keys).join('/');
}

function namedAt(named: ReadonlyMap<string, Named>, path: JsonPath): Named | null {
  for (let length = path.length; length >= 0; length--) {
    const found = named.get(path.slice(0, length).join('/'));
    if (found !== undefined) return found;
  }
  return null;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
