import type { CuratedMatch, CuratedPair } from '@avow/answering';
import type { CuratedId, PackId } from '@avow/foundation';
import type { Row } from '@avow/storage';
import type { DraftChange } from '../content-store.ts';
import { curatedPairs } from './pack-tables.ts';

const pairContents = curatedPairs.only(
  'source',
  'url',
  'groups',
  'tags',
  'valid_from_ms',
  'valid_until_ms',
  'question',
  'alternatives',
  'answer',
);
/** What a client can change in a pair: two rows that agree in all of these, and in their keys, are the same. */
type PairFields = Row<typeof pairContents>;

export interface PutPair {
  readonly id: CuratedId;
  readonly content: PairFields;
  /** Unique and sorted, so that equal sets are equal lists. */
  readonly keys: readonly string[];
}

const pairRows = curatedPairs.without(
  'row_id',
  'tenant_id',
  'pack_id',
  'from_version',
  'until_version',
  'removed',
  'commitment',
);
/** A row of `curated_pairs`, as far as it is read. */
export type PairColumns = Row<typeof pairRows>;

export interface MatchColumns extends PairColumns {
  readonly pack_id: PackId;
  readonly version: number;
}

export const pairContentColumns = pairContents.columns;

export const pairColumns = pairRows.columns;

export function encodePair(pair: NonNullable<DraftChange['putPairs']>[number]): PutPair {
  return {
    id: pair.curatedId,
    content: pairContents.encode(pair),
    keys: [...new Set(pair.keys)].toSorted(),
  };
}

export const decodePair: (row: PairColumns) => CuratedPair = pairRows.decode;

export function decodeMatch(row: MatchColumns): CuratedMatch {
  return { pair: decodePair(row), pack: { packId: row.pack_id, version: row.version } };
}
