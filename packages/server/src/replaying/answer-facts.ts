import type { QueryResponse } from '@avow/contract';
import { openEnvelope, responseOf, scoredAsTold } from '../audit/envelope.ts';
import type { Explanation } from '../interfaces/confidence.ts';
import type { PackVersion } from '../interfaces/identity.ts';
import type { MessageRow } from '../interfaces/record-store.ts';

/** What is compared of an answer: of the one on record, and of the one that its question gets now. */
export interface AnswerFacts {
  readonly response: QueryResponse;
  /** The question as it was looked up, where that is another than the one asked. */
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
