import type { SecondVerdict } from '../../verify/grounder.ts';
import { isRecord, withoutFence } from '../read-json-written.ts';

const verdictsMax = 64;
const quotesMax = 3;
const wordsUnitsMax = 1_000;

/**
 * The verdicts of a reply, by the numbers of the sentences; null: it is not what was asked for. A verdict that lacks something, one on a
 * sentence that was not asked about, and several on the same sentence do not count.
 */
export function readVerdicts(reply: string, count: number): ReadonlyMap<number, SecondVerdict> | null {
  const given = readList(reply);
  if (given === null) return null;
  const verdicts = new Map<number, SecondVerdict>();
  const seen = new Set<number>();
  for (const entry of given.slice(0, verdictsMax)) {
    if (!isRecord(entry)) continue;
    const { sentence } = entry;
    if (typeof sentence !== 'number' || !Number.isInteger(sentence) || sentence < 1 || sentence > count)
      continue;
    const verdict = seen.has(sentence) ? null : readVerdict(entry);
    seen.add(sentence);
    if (verdict === null) verdicts.delete(sentence);
    else verdicts.set(sentence, verdict);
  }
  return verdicts;
}

function readList(reply: string): readonly unknown[] | null {
  try {
    const parsed: unknown = JSON.parse(withoutFence(reply));
    return isRecord(parsed) && Array.isArray(parsed['verdicts']) ? parsed['verdicts'] : null;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return null;
    throw error;
  }
}

function readVerdict({ verdict, quotes }: Readonly<Record<string, unknown>>): SecondVerdict | null {
  if (verdict === 'not_supported' || verdict === 'contradicted') return { verdict, quotes: [] };
  if (verdict !== 'supported' || !Array.isArray(quotes)) return null;
  // The number of a source only helps the model: the words are looked up in all of them.
  const words = quotes.slice(0, quotesMax).flatMap((quote): string[] => {
    const said: unknown = isRecord(quote) ? quote['words'] : null;
    return typeof said === 'string' && said.length <= wordsUnitsMax ? [said.toWellFormed()] : [];
  });
  return words.length === 0 ? null : { verdict, quotes: words };
}
