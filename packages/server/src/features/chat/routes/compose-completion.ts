import {
  type ChatAvow,
  type ChatChunk,
  type ChatCompletion,
  type ChatUsage,
  chatModel,
  documentUri,
  receiptPath,
} from '@avow/contract/chat';
import type { QueryResponse } from '@avow/contract/query';

/** What is said in place of an answer that nobody may see yet. It is a notice of the service, and not on record. */
const pendingNotice = 'This answer is pending review by a person and is not available yet.';

interface Completing {
  readonly ignored: readonly string[];
  readonly usage: ChatUsage;
}

export function composeCompletion(response: QueryResponse, { ignored, usage }: Completing): ChatCompletion {
  return {
    ...headOf(response),
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: shownContent(response),
          refusal: null,
          annotations: annotationsOf(response),
        },
        logprobs: null,
        finish_reason: finishReasonOf(response),
      },
    ],
    usage,
    avow: avowOf(response, ignored),
  };
}

type Head = Pick<QueryResponse, 'message_id' | 'created_at'>;
type Delta = ChatChunk['choices'][number]['delta'];

export function composeChunk(head: Head, delta: Delta): ChatChunk {
  return chunkOf(head, [{ index: 0, delta, logprobs: null, finish_reason: null }]);
}

/** The last part: why the content ends, the citations, and what is on record. */
export function composeLastChunk(response: QueryResponse, ignored: readonly string[]): ChatChunk {
  const annotations = annotationsOf(response);
  const delta = annotations.length === 0 ? {} : { annotations };
  const last = { index: 0, delta, logprobs: null, finish_reason: finishReasonOf(response) } as const;
  return { ...chunkOf(response, [last]), avow: avowOf(response, ignored) };
}

export function composeUsageChunk(head: Head, usage: ChatUsage): ChatChunk {
  return { ...chunkOf(head, []), usage };
}

export function shownContent({ status, answer }: Pick<QueryResponse, 'status' | 'answer'>): string {
  return status === 'in_review' ? pendingNotice : answer;
}

function chunkOf(head: Head, choices: ChatChunk['choices']): ChatChunk {
  return { ...headOf(head), object: 'chat.completion.chunk', choices };
}

function headOf({ message_id: id, created_at: createdAt }: Head) {
  return { id, created: Math.floor(Date.parse(createdAt) / 1000), model: chatModel };
}

function finishReasonOf({ status }: QueryResponse): 'stop' | 'content_filter' {
  return status === 'blocked' ? 'content_filter' : 'stop';
}

function annotationsOf({
  citations,
}: QueryResponse): ChatCompletion['choices'][number]['message']['annotations'] {
  return citations.map(({ url, title, document_id: documentId, answer_start: start, answer_end: end }) => ({
    type: 'url_citation',
    url_citation: { url: url ?? documentUri(documentId), title, start_index: start, end_index: end },
  }));
}

function avowOf(response: QueryResponse, ignored: readonly string[]): ChatAvow {
  const { message_id, audit_ref, thread_id, status, source_type, generated, citations, confidence } =
    response;
  return {
    ...{ message_id, audit_ref, thread_id, status, source_type, generated, citations },
    confidence: confidence.score,
    band: confidence.band,
    suggested_next_action: response.agent_context.suggested_next_action,
    receipt: response.receipt,
    receipt_path: receiptPath(message_id),
    ignored: [...ignored],
  };
}
