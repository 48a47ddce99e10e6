import type { PackVersion } from '../interfaces/identity.ts';
import type { Passage, PassageHit } from '../interfaces/passage-search.ts';

const packsMax = 10_000;
/** With more alternatives than this, reading the condition takes longer than going without the index. */
const alternativesMax = 64;

/**
 * A row as stored. What a search gives back is one column, because each further column costs a tenth of the throughput.
 * `searchable` is what is indexed: the headings and the text.
 */
export interface PassageRow extends Record<string, unknown> {
  readonly pack_id: string;
  readonly pack_version: number;
  readonly searchable: string;
  readonly passage: string;
}

export function rowOf(passage: Passage): PassageRow {
  checkId(passage.pack.packId);
  const { kind, pack, documentId, ordinal, headings, text, start, end } = passage;
  const { packId, version } = pack;
  return {
    pack_id: packId,
    pack_version: checkVersion(version),
    searchable: `${headings}\n${text}`,
    passage: JSON.stringify({
      kind,
      pack: { packId, version },
      documentId,
      ordinal,
      headings,
      text,
      start,
      end,
    }),
  };
}

/**
 * The condition that picks out the rows of these pack versions; null where there are none. Packs of one version are one
 * list, which the engine reads ten times faster than as many alternatives and looks up in its indexes.
 */
export function filterOf(packs: readonly PackVersion[]): string | null {
  if (packs.length === 0) return null;
  if (packs.length > packsMax) throw new RangeError(`at most ${packsMax} packs are searched at once`);
  const byVersion = Map.groupBy(packs, ({ version }) => checkVersion(version));
  if (byVersion.size > alternativesMax) {
    const pairs = packs.map(({ packId, version }) => `'${checkId(packId)}@${version}'`);
    return `concat(pack_id, '@', cast(pack_version AS varchar)) IN (${pairs.join(', ')})`;
  }
  return Array.from(byVersion, ([version, group]) => {
    const ids = group.map(({ packId }) => `'${checkId(packId)}'`);
    return `(pack_version = ${version} AND pack_id IN (${ids.join(', ')}))`;
  }).join(' OR ');
}

/** Ids stand in filters and file names: nothing but the characters of an id may reach either. */
export function checkId<Id extends string>(id: Id): Id {
  if (!/^(?:ten|pack)_[0-9a-z]{1,64}$/.test(id)) throw new RangeError('not an id that can be searched by');
  return id;
}

export function checkVersion(version: number): number {
  if (!Number.isInteger(version) || version < 0 || version > 0x7fffffff)
    throw new RangeError('not a pack version');
  return version;
}

/** Equal scores come in one order always, whatever order the engine met them in. */
export function byScore(one: PassageHit, other: PassageHit): number {
  if (one.score !== other.score) return other.score - one.score;
  if (one.documentId !== other.documentId) return one.documentId < other.documentId ? -1 : 1;
  return one.ordinal - other.ordinal;
}
