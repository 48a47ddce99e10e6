import { hash } from 'node:crypto';
import type { QueryResponse } from '@avow/contract';
import type { HeldContent, HeldQuote } from '../audit/envelope.ts';
import type { TenantId } from '../interfaces/identity.ts';
import type { ServedView } from '../interfaces/knowledge-store.ts';
import type { Answered } from './outcome.ts';

const hashOf = (quote: string) => hash('sha256', quote, 'hex');

/** What is kept of an answer that waits: what would be said, and by which words of which sources it must still be borne out. */
export function heldContent(
  { draft, quotesRedacted, sourcesRedacted }: Answered,
  also: {
    readonly response: QueryResponse;
    readonly groups: readonly string[];
    readonly nowMs: number;
  },
): HeldContent {
  const quotes = draft.support.map(
    ({ documentId, start, end, quote }): HeldQuote => ({
      ...{ document_id: documentId, start, end },
      hash: hashOf(quote),
    }),
  );
  return {
    ...{ response: also.response, held_at_ms: also.nowMs, groups: also.groups, quotes },
    draft: quotesRedacted || sourcesRedacted ? null : draft,
  };
}

/** Everything that the answer quotes, where it is served now, word for word, to whoever asked; else null. */
export async function readHeldQuotes(
  knowledge: Pick<ServedView, 'readQuote'>,
  { groups, quotes }: Pick<HeldContent, 'groups' | 'quotes'>,
  at: { readonly tenantId: TenantId; readonly nowMs: number },
): Promise<readonly string[] | null> {
  const read = await Promise.all(
    quotes.map(({ document_id: documentId, start, end }) =>
      knowledge.readQuote(at.tenantId, { groups, nowMs: at.nowMs, documentId, start, end }),
    ),
  );
  const same = read.filter((words, index) => words !== null && hashOf(words) === quotes[index]?.hash);
  return same.length === quotes.length ? same.map(String) : null;
}
