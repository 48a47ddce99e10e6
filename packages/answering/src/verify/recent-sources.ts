import type { QuotableSource } from './quotable-source.ts';

/**
 * Sources as they were read, by the version of their pack and their place in it. A pack belongs to one tenant. The words are
 * compared all the same: nothing is taken for granted about what is quoted.
 */
export function createRecentSources<Read extends { readonly source: QuotableSource }>({
  unitsMax,
}: {
  /** Of all texts together, in UTF-16 units. What is read of a text takes some ten times its space. */
  readonly unitsMax: number;
}): (source: QuotableSource, read: (source: QuotableSource) => Read) => Read {
  const kept = new Map<string, Read>();
  let units = 0;

  function drop(key: string): void {
    units -= kept.get(key)?.source.text.length ?? 0;
    kept.delete(key);
  }

  return (source, read) => {
    const { pack, documentId, start } = source;
    const key = JSON.stringify([pack.packId, pack.version, documentId, start]);
    const known = kept.get(key);
    const found = known !== undefined && isSame(known.source, source) ? { ...known, source } : read(source);
    // The least recently used stays first.
    drop(key);
    kept.set(key, found);
    units += source.text.length;
    for (const oldest of kept.keys()) {
      if (units <= unitsMax) break;
      drop(oldest);
    }
    return found;
  };
}

function isSame(one: QuotableSource, other: QuotableSource): boolean {
  return one.text === other.text && one.title === other.title && one.context === other.context;
}
