import type { Statements } from '@avow/storage';
import type { FoundDocumentColumns } from './document-columns.ts';
import type { MatchColumns } from './pair-columns.ts';
import type { TextReadsSql } from './text-reads-sql.ts';

/** The parameters of a read, in order; groups as JSON. Documents are valid at any time and ignore the current time. */
type ServedKey = readonly [tenantId: string, keyOrId: string, nowMs: number, groups: string];
type DraftKey = readonly [...ServedKey, packId: string];
type VersionKey = readonly [...DraftKey, version: number];

/** Reads of what is served, of the draft of one pack, or of one version. */
export type ViewerKey = ServedKey | DraftKey | VersionKey;

export interface FindCuratedCall {
  readonly viewer: ViewerKey;
  /** Null: all packs. */
  readonly packIds: readonly string[] | null;
}

export interface QuoteCall {
  readonly viewer: ViewerKey;
  readonly start: number;
  readonly length: number;
}

/** Reads of one state of packs, as one viewer may see it: each is one statement. */
export function prepareTextReads({ read }: Statements, sql: TextReadsSql) {
  const findCurated = read<MatchColumns>(sql.findCurated);
  const findCuratedIn = read<MatchColumns>(sql.findCuratedIn);
  const getCurated = read<MatchColumns>(sql.getCurated);
  const getDocument = read<FoundDocumentColumns>(sql.getDocument);
  const quoteDocument = read<{ readonly quote: string }>(sql.quoteDocument);
  const quoteAnswer = read<{ readonly quote: string }>(sql.quoteAnswer);
  return {
    findCurated: ({ viewer, packIds }: FindCuratedCall) =>
      packIds === null ? findCurated.all(...viewer) : findCuratedIn.all(...viewer, JSON.stringify(packIds)),
    getCurated: (viewer: ViewerKey) => getCurated.first(...viewer),
    getDocument: (viewer: ViewerKey) => getDocument.first(...viewer),
    readQuote: ({ viewer, start, length }: QuoteCall) =>
      (viewer[1].startsWith('qna_') ? quoteAnswer : quoteDocument).first(...viewer, start, length),
  };
}
