import type { CuratedMatch, CuratedPair } from '@avow/answering';
import type { CuratedId, PackId } from '@avow/foundation';
import type { Row } from '@avow/storage';
import { columnsOf } from '@avow/storage';
import type { DraftChange } from '../content-store.ts';
import { decodeList } from './list-column.ts';
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
export type PairContent = Row<typeof pairContents>;

export interface PutPair {
  readonly id: CuratedId;
  readonly content: PairContent;
  /** Unique and sorted, so that equal sets are equal lists. */
  readonly keys: readonly string[];
}

/** A row of `curated_pairs`, as far as it is read. */
export interface PairColumns extends PairContent {
  readonly curated_id: CuratedId;
  readonly revision: number;
  readonly updated_at_ms: number;
}

export interface MatchColumns extends PairColumns {
  readonly pack_id: PackId;
  readonly version: number;
}

export const pairContentColumns = pairContents.columns;

export const pairColumns = columnsOf<PairColumns>()([
  'curated_id',
  'revision',
  'updated_at_ms',
  ...pairContentColumns,
]);

export function encodePair(pair: NonNullable<DraftChange['putPairs']>[number]): PutPair {
  return {
    id: pair.curatedId,
    content: {
      source: pair.source,
      url: pair.url,
      groups: JSON.stringify(pair.groups),
      tags: JSON.stringify(pair.tags),
      valid_from_ms: pair.validFromMs,
      valid_until_ms: pair.validUntilMs,
      question: pair.question,
      alternatives: JSON.stringify(pair.alternatives),
      answer: pair.answer,
    },
    keys: [...new Set(pair.keys)].toSorted(),
  };
}

export function decodePair(row: PairColumns): CuratedPair {
  return {
    curatedId: row.curated_id,
    revision: row.revision,
    question: row.question,
    alternatives: decodeList(row.alternatives),
    answer: row.answer,
    source: row.source,
    url: row.url,
    tags: decodeList(row.tags),
    groups: decodeList(row.groups),
    validFromMs: row.valid_from_ms,
    validUntilMs: row.valid_until_ms,
    updatedAtMs: row.updated_at_ms,
  };
}

export function decodeMatch(row: MatchColumns): CuratedMatch {
  return { pair: decodePair(row), pack: { packId: row.pack_id, version: row.version } };
}
