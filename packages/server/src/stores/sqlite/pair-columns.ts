import type { CuratedId, PackId } from '../../interfaces/identity.ts';
import type { CuratedMatch, CuratedPair, DraftChange } from '../../interfaces/knowledge-store.ts';
import { decodeList } from './list-column.ts';

/** What a client can change in a pair: two rows that agree in all of it, and in their keys, are the same. */
type PairContent = readonly [
  source: string,
  url: string | null,
  groups: string,
  tags: string,
  validFromMs: number | null,
  validUntilMs: number | null,
  question: string,
  alternatives: string,
  answer: string,
];

export interface PutPair {
  readonly id: CuratedId;
  readonly content: PairContent;
  /** Each once and in order, so that equal sets are equal lists. */
  readonly keys: readonly string[];
}

export type PairColumns = readonly [
  curatedId: CuratedId,
  revision: number,
  updatedAtMs: number,
  ...PairContent,
];

/** The columns in the order of the types above. */
export const pairContentSql =
  'source, url, groups, tags, valid_from_ms, valid_until_ms, question, alternatives, answer';
export const pairColumnsSql = `curated_id, revision, updated_at_ms, ${pairContentSql}`;

export type MatchColumns = readonly [...PairColumns, packId: PackId, version: number];

export function encodePair(pair: NonNullable<DraftChange['putPairs']>[number]): PutPair {
  const { curatedId, source, url, validFromMs, validUntilMs, question, answer } = pair;
  const groups = JSON.stringify(pair.groups);
  const tags = JSON.stringify(pair.tags);
  const alternatives = JSON.stringify(pair.alternatives);
  return {
    id: curatedId,
    content: [source, url, groups, tags, validFromMs, validUntilMs, question, alternatives, answer],
    keys: [...new Set(pair.keys)].toSorted(),
  };
}

export function decodePair(columns: PairColumns | MatchColumns): CuratedPair {
  const [curatedId, revision, updatedAtMs, source, url, groups, tags, ...more] = columns;
  const [validFromMs, validUntilMs, question, alternatives, answer] = more;
  return {
    curatedId,
    revision,
    question,
    alternatives: decodeList(alternatives),
    answer,
    source,
    url,
    tags: decodeList(tags),
    groups: decodeList(groups),
    validFromMs,
    validUntilMs,
    updatedAtMs,
  };
}

export function decodeMatch(columns: MatchColumns): CuratedMatch {
  return { pair: decodePair(columns), pack: { packId: columns[12], version: columns[13] } };
}
