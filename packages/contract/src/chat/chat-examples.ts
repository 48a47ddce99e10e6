import { queryRequestExample, queryResponseExample } from '../api/examples.ts';
import {
  type ChatChunk,
  type ChatCompletion,
  chatModel,
  documentUri,
  receiptPath,
} from './chat-completion.ts';

const {
  message_id,
  audit_ref,
  thread_id,
  status,
  confidence,
  source_type,
  generated,
  citations,
  agent_context,
  answer,
} = queryResponseExample;
const created = Math.floor(Date.parse(queryResponseExample.created_at) / 1000);

const annotations = citations.map(({ url, document_id, title, answer_start, answer_end }) => ({
  type: 'url_citation' as const,
  url_citation: {
    url: url ?? documentUri(document_id),
    title,
    start_index: answer_start,
    end_index: answer_end,
  },
}));

const avow = {
  ...{ message_id, audit_ref, thread_id, status, source_type, generated, citations: [...citations] },
  confidence: confidence.score,
  band: confidence.band,
  suggested_next_action: agent_context.suggested_next_action,
  ...{ receipt: null, receipt_path: receiptPath(message_id) },
  ignored: ['temperature'],
};
const usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };

const completion: ChatCompletion = {
  ...{ id: message_id, object: 'chat.completion', created, model: chatModel },
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: answer, refusal: null, annotations },
      logprobs: null,
      finish_reason: 'stop',
    },
  ],
  usage,
  avow,
};

const chunk = (
  delta: ChatChunk['choices'][number]['delta'],
  also: Partial<Pick<ChatChunk, 'avow'>> = {},
): ChatChunk => ({
  ...{ id: message_id, object: 'chat.completion.chunk', created, model: chatModel },
  choices: [{ index: 0, delta, logprobs: null, finish_reason: also.avow === undefined ? null : 'stop' }],
  ...also,
});

export const chatChunksExample = [
  chunk({ role: 'assistant', content: '' }),
  chunk({ content: answer }),
  chunk({ annotations }, { avow }),
]
  .map((data) => `data: ${JSON.stringify(data)}\n\n`)
  .concat('data: [DONE]\n\n')
  .join('');

export const chatRequestExamples = {
  createChatCompletion: {
    model: chatModel,
    messages: [{ role: 'user', content: queryRequestExample.prompt }],
    temperature: 0,
  },
};

const model = { id: chatModel, object: 'model', created: 1_794_873_600, owned_by: 'avow' } as const;

export const chatResponseExamples = {
  createChatCompletion: { 200: completion },
  listModels: { 200: { object: 'list', data: [model] } },
  getModel: { 200: model },
};
