import type { Operation } from '../sql/operation.ts';
import type { Statements } from '../sql/statements.ts';
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

const byCuratedId = (one: MatchColumns, other: MatchColumns) => (one.curated_id < other.curated_id ? -1 : 1);

/** Reads of one state of packs, as one viewer may see it. */
export function prepareTextReads({ read }: Statements, sql: TextReadsSql) {
  const findCurated = read<MatchColumns>(sql.findCurated);
  const findCuratedIn = read<MatchColumns>(sql.findCuratedIn);
  const getCurated = read<MatchColumns>(sql.getCurated);
  const getDocument = read<FoundDocumentColumns>(sql.getDocument);
  const quoteDocument = read<{ readonly quote: string }>(sql.quoteDocument);
  const quoteAnswer = read<{ readonly quote: string }>(sql.quoteAnswer);
  return {
    /** By id. Sorted here, because one match is the rule and SQLite would sort that as well. */
    *findCurated({ viewer, packIds }: FindCuratedCall): Operation<MatchColumns[]> {
      const found = yield* packIds === null
        ? findCurated.all(...viewer)
        : findCuratedIn.all(...viewer, JSON.stringify(packIds));
      return found.length > 1 ? found.sort(byCuratedId) : found;
    },
    getCurated: (viewer: ViewerKey) => getCurated.first(...viewer),
    getDocument: (viewer: ViewerKey) => getDocument.first(...viewer),
    *readQuote({ viewer, start, length }: QuoteCall): Operation<string | null> {
      const quote = viewer[1].startsWith('qna_') ? quoteAnswer : quoteDocument;
      return (yield* quote.first(...viewer, start, length))?.quote ?? null;
    },
  };
}
