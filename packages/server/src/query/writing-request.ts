import type { QueryRequest } from '@avow/contract';
import type { WritingWish } from '../interfaces/answering.ts';

/** How a client wants its answer, as far as it concerns whoever writes it. */
export interface WritingRequest {
  readonly wish: Omit<WritingWish, 'signal'>;
  /** Only a language model can fill in a form that the client has given. */
  readonly needsModel: boolean;
}

export function writingRequestOf(
  { answer_format: format, answer_schema }: Pick<QueryRequest, 'answer_format' | 'answer_schema'>,
  also: Pick<WritingWish, 'mayGoUnjudged' | 'onSoFar'>,
): WritingRequest {
  const schema = answer_schema ?? null;
  return { wish: { format, schema, ...also }, needsModel: schema !== null };
}
