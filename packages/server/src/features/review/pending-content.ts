import { hash } from 'node:crypto';
import type { ServedContent } from '@avow/answering';
import type { QueryResponse } from '@avow/contract';
import type { TenantId } from '@avow/foundation';
import type { Answered } from '../../path/recording/outcome.ts';
import type { PendingContent, PendingQuote } from '../records/records.ts';

const hashOf = (quote: string) => hash('sha256', quote, 'hex');

/** What is stored of an answer pending review: the response, and the words of sources that must still support it. */
export function composePendingContent(
  { draft: checked, quotesRedacted, sourcesRedacted }: Answered,
  also: {
    readonly response: QueryResponse;
    readonly groups: readonly string[];
    readonly nowMs: number;
  },
): PendingContent {
  // What was removed from it is on record as far as it may be stored.
  const draft = checked.kind === 'written' ? { ...checked, changes: [] } : checked;
  const quotes = draft.support.map(
    ({ documentId, start, end, quote }): PendingQuote => ({
      ...{ document_id: documentId, start, end },
      hash: hashOf(quote),
    }),
  );
  return {
    ...{ response: also.response, held_at_ms: also.nowMs, groups: also.groups, quotes },
    draft: quotesRedacted || sourcesRedacted ? null : draft,
  };
}

/** Everything that the answer quotes, if it is still served, word for word, to the caller; else null. */
export async function readPendingQuotes(
  content: Pick<ServedContent, 'readQuote'>,
  { groups, quotes }: Pick<PendingContent, 'groups' | 'quotes'>,
  at: { readonly tenantId: TenantId; readonly nowMs: number },
): Promise<readonly string[] | null> {
  const read = await Promise.all(
    quotes.map(({ document_id: documentId, start, end }) =>
      content.readQuote(at.tenantId, { groups, nowMs: at.nowMs, documentId, start, end }),
    ),
  );
  const same = read.filter((words, index) => words !== null && hashOf(words) === quotes[index]?.hash);
  return same.length === quotes.length ? same.map(String) : null;
}
