import type { QueryRequest } from '@avow/contract';
import type { WritingWish, WrittenDraft } from '../interfaces/answering.ts';

/** How a client wants its answer, as far as it concerns whoever writes it. */
export interface WritingRequest {
  readonly wish: Omit<WritingWish, 'signal' | 'beforeSending'>;
  /** Only a language model can fill in a form that the client has given. */
  readonly needsModel: boolean;
  /** The draft of which something has been told to the client and cannot be taken back; null: nothing was told. */
  readonly toldDraft: () => WrittenDraft | null;
}

export function writingRequestOf(
  { answer_format: format, answer_schema }: Pick<QueryRequest, 'answer_format' | 'answer_schema'>,
  {
    toldDraft,
    ...also
  }: Pick<WritingWish, 'mayGoUnjudged' | 'supportedMin' | 'sift' | 'onSoFar'> &
    Pick<WritingRequest, 'toldDraft'>,
): WritingRequest {
  const schema = answer_schema ?? null;
  return { wish: { format, schema, ...also }, needsModel: schema !== null, toldDraft };
}
