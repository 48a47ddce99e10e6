import type { Explanation } from '@avow/answering';
import type { QueryResponse } from '@avow/contract';
import type { PackVersion } from '@avow/foundation';
import { openEnvelope, responseOf, scoredAsTold } from '../records/envelope.ts';
import type { MessageRow } from '../records/record-store.ts';

/** What is compared between the recorded answer and the replayed one. */
export interface AnswerFacts {
  readonly response: QueryResponse;
  /** The question that was searched for, if it differs from the one asked. */
  readonly refinedQuestion: string | null;
  /** How it was scored; null: it was not. */
  readonly scored: Explanation | null;
  readonly packVersions: readonly PackVersion[];
}

export function factsOf(row: Pick<MessageRow, 'envelope' | 'status' | 'packVersions'>): AnswerFacts {
  return {
    response: responseOf(row),
    refinedQuestion: openEnvelope(row.envelope).refined_question,
    scored: scoredAsTold(row),
    packVersions: row.packVersions,
  };
}
