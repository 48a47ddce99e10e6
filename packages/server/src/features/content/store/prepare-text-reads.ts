import type { ServedContent, Viewer } from '@avow/answering';
import type { CuratedId, DocumentId, TenantId } from '@avow/foundation';
import type { SqlValue, Statements } from '@avow/storage';
import type { ContentStore } from '../content-store.ts';
import { decodeFoundDocument } from './document-columns.ts';
import { decodeMatch } from './pair-columns.ts';
import type { TextReadsSql } from './text-reads-sql.ts';

/** One pack in one state, instead of what is served; null: what is served. */
export type Pinned = Parameters<ContentStore['viewOf']>[1] | null;

function quoteLength({ start, end }: { readonly start: number; readonly end: number }): number {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start)
    throw new RangeError('a quote runs from 0 or more to its end');
  return end - start;
}

/** The parameters of a read, in order. Documents are valid at any time and ignore the current time. */
function parametersOf(tenantId: TenantId, keyOrId: string, { groups, nowMs }: Viewer, pinned: Pinned) {
  const parameters: SqlValue[] = [tenantId, keyOrId, nowMs, JSON.stringify(groups)];
  if (pinned !== null) parameters.push(pinned.packId);
  if (pinned !== null && pinned.version !== 'draft') parameters.push(pinned.version);
  return parameters;
}

/** Reads of one state of packs, as one viewer may see it: each is one statement. */
export function prepareTextReads({ read }: Statements, sql: TextReadsSql) {
  const findCurated = read(sql.findCurated, decodeMatch);
  const findCuratedIn = read(sql.findCuratedIn, decodeMatch);
  const getCurated = read(sql.getCurated, decodeMatch);
  const getDocument = read(sql.getDocument, decodeFoundDocument);
  const decodeQuote = (row: { readonly quote: string }) => row.quote;
  const quoteDocument = read(sql.quoteDocument, decodeQuote);
  const quoteAnswer = read(sql.quoteAnswer, decodeQuote);
  return {
    /** In no order. */
    findCurated(tenantId: TenantId, wanted: Parameters<ServedContent['findCurated']>[1], pinned: Pinned) {
      const parameters = parametersOf(tenantId, wanted.key, wanted, pinned);
      return wanted.packIds === null
        ? findCurated.all(...parameters)
        : findCuratedIn.all(...parameters, JSON.stringify(wanted.packIds));
    },
    getCurated: (tenantId: TenantId, curatedId: CuratedId, viewer: Viewer, pinned: Pinned) =>
      getCurated.first(...parametersOf(tenantId, curatedId, viewer, pinned)),
    getDocument: (tenantId: TenantId, documentId: DocumentId, viewer: Viewer, pinned: Pinned) =>
      getDocument.first(...parametersOf(tenantId, documentId, viewer, pinned)),
    readQuote(tenantId: TenantId, wanted: Parameters<ServedContent['readQuote']>[1], pinned: Pinned) {
      const length = quoteLength(wanted);
      const parameters = parametersOf(tenantId, wanted.documentId, wanted, pinned);
      const quote = wanted.documentId.startsWith('qna_') ? quoteAnswer : quoteDocument;
      return quote.first(...parameters, wanted.start, length);
    },
  };
}
