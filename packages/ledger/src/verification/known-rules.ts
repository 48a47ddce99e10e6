import { parseEntry } from '@avow/ledger-log/entries';
import type { Archive } from './archive.ts';

/** The kinds of entries that say what records were answered by. */
export const ruleKinds: ReadonlySet<string> = new Set([
  ...['pack', 'policy', 'calibration', 'models', 'settings', 'software'],
]);
const textsKeptMax = 10_000;

/** The entries that records name as what they were answered by. Most records name the same. */
export class KnownRules {
  readonly #archive: Pick<Archive, 'listPlaces'>;
  readonly #tenantId: string;
  /** The largest index of each text, or what is wrong with it. */
  readonly #known = new Map<string, number | string>();

  constructor(archive: Pick<Archive, 'listPlaces'>, tenantId: string) {
    this.#archive = archive;
    this.#tenantId = tenantId;
  }

  /** What is wrong with a list that the record at this index names; null: nothing. */
  findFault(rules: string, leafIndex: number): string | null {
    let found = this.#known.get(rules);
    if (found === undefined) {
      found = this.#read(rules);
      if (this.#known.size >= textsKeptMax) this.#known.clear();
      this.#known.set(rules, found);
    }
    if (typeof found === 'string') return found;
    return found < leafIndex ? null : 'The record names an entry that is not older than itself.';
  }

  #read(rules: string): number | string {
    const indexes = readIndexes(rules);
    if (indexes === null) return 'The list of entries that the record names cannot be read.';
    for (const index of indexes) {
      const [place] = this.#archive.listPlaces(this.#tenantId, { start: index, end: index + 1 });
      const kind = place === undefined ? null : kindOf(place.entry);
      if (kind === null || !ruleKinds.has(kind))
        return `The record names entry ${index} as what it was answered by, and the log has no such entry there.`;
    }
    return indexes.at(-1) ?? 0;
  }
}

function readIndexes(text: string): number[] | null {
  try {
    const indexes: unknown = JSON.parse(text);
    const isList =
      Array.isArray(indexes) && indexes.every((index) => Number.isSafeInteger(index) && index >= 0);
    return isList ? indexes.toSorted((left, right) => left - right) : null;
  } catch {
    return null;
  }
}

function kindOf(text: string): string | null {
  try {
    return parseEntry(text).kind;
  } catch {
    return null;
  }
}
