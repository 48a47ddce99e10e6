import type { Message, MessagePage } from '../query/message.ts';
import type { QueryRequestInput } from '../query/query-request.ts';
import type { QueryResponse } from '../query/query-response-fields.ts';
import type { StreamEvent } from '../query/stream-events.ts';
import type { AuditRecord } from '../records/audit-record.ts';
import { type ProblemCode, problems } from '../values/problems.ts';
import type { Readiness } from './health.ts';
import { type ProblemDocument, problemPath } from './problem.ts';

const suffix = '01jd8n4w6zfk3v5q7r9s2t4x6y';

export const queryRequestExample: QueryRequestInput = {
  prompt: 'How long do I have to return an instrument?',
  channel_type: 'chat',
  metadata: { ticket: 'S-2207' },
};

const answer = 'You can return an instrument within 30 days of delivery.';
const quote = 'An instrument may be returned within 30 days of delivery.';

export const queryResponseExample: QueryResponse = {
  request_id: `req_${suffix}`,
  message_id: `msg_${suffix}`,
  created_at: '2024-11-21T09:14:03.231Z',
  answer,
  thread_id: 'thr_01jd8n4w6zc8mmt0kp9x1r5b7e',
  status: 'delivered',
  confidence: { score: 0.9312, band: 'high', tool_confidence_score: 0.887, guarantee: null },
  guardrails: [
    {
      guardrail_id: 'grd_01jd7c2m4pf0e8a6ktyr3w5n9b',
      name: 'Prompt injection',
      category: 'security',
      compliant: true,
      reasoning: 'Nothing in the question tries to change how the service behaves.',
      stage: 'input',
      action: 'none',
      status: 'ok',
      score: 0.02,
      mode: 'enforce',
    },
  ],
  citations: [
    {
      source: 'returns.md',
      title: 'Returns',
      document_id: 'doc_01jd7c5v8rg2h4j6k8m0n2p4q6',
      content_pack_id: 'pack_01jd7c5v8r9a7b5c3d1e0f2g4h',
      score: 0.887,
      quote,
      start: 118,
      end: 118 + quote.length,
      answer_start: 0,
      answer_end: answer.length,
      url: null,
      use: 'quotes',
    },
  ],
  related: [],
  source_type: 'document',
  generated: 'quoted',
  audit_ref: `aud_${suffix}`,
  model_info: {
    ...{ refinement_model: 'none', summarization_model: 'none' },
    guardrail_model: 'avow-screener@43d1c0a97be2',
  },
  processing: {
    time_ms: 42,
    model_tier: 0,
    degraded_mode: false,
    embedded_share: 1,
    routing_source: 'retrieval',
  },
  agent_context: {
    suggested_next_action: 'use_answer',
    answer_format: 'structured_text',
    blocked_reason: 'none',
    no_answer_cause: null,
    clarifying_question: null,
    knowledge_grounded: true,
    source_type: 'document',
    question_language: 'en',
    answer_language: 'en',
  },
  receipt: null,
};

export const messageExample: Message = {
  ...queryResponseExample,
  confidence_explanation: {
    model: 'avow-confidence-1a2b3c4d',
    calibration: 4,
    method: 'extractive',
    calibrated: 0.9312,
    factors: [
      {
        feature: 'span_margin',
        description: 'The reader is sure of the words it points at.',
        effect: 0.1806,
      },
      { feature: 'agreement', description: 'Other passages say the same.', effect: 0.0714 },
      {
        feature: 'heading_match',
        description: 'The heading above the passage says what is asked.',
        effect: 0.0231,
      },
    ],
    caps: [],
    risk_level: 0.2,
    withheld: false,
  },
};

/** The same question accepted for later: every field is there, and nothing is known yet but what its prompt was found to be. */
export const acceptedResponseExample: QueryResponse = {
  ...queryResponseExample,
  answer: '',
  status: 'queued',
  confidence: { score: 0, band: 'none', tool_confidence_score: 0, guarantee: null },
  citations: [],
  source_type: 'none',
  generated: null,
  processing: {
    time_ms: 0,
    model_tier: 0,
    degraded_mode: false,
    embedded_share: null,
    routing_source: 'default',
  },
  agent_context: {
    suggested_next_action: 'retry_later',
    answer_format: 'structured_text',
    blocked_reason: 'none',
    no_answer_cause: null,
    clarifying_question: null,
    knowledge_grounded: false,
    source_type: 'none',
    question_language: 'en',
    answer_language: null,
  },
  receipt: null,
};

export const cancelledResponseExample: QueryResponse = {
  ...acceptedResponseExample,
  status: 'cancelled',
  agent_context: { ...acceptedResponseExample.agent_context, suggested_next_action: 'stop' },
};

const exampleEvents: readonly StreamEvent[] = [
  {
    type: 'message.created',
    data: {
      message_id: queryResponseExample.message_id,
      request_id: queryResponseExample.request_id,
      audit_ref: queryResponseExample.audit_ref,
      thread_id: queryResponseExample.thread_id,
      created_at: queryResponseExample.created_at,
    },
  },
  { type: 'message.answer.delta', data: { text: answer, generated: queryResponseExample.generated } },
  { type: 'message.delivered', data: queryResponseExample },
];

export const eventsExample = exampleEvents
  .map(({ type, data }, index) => `id: ${index + 1}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`)
  .join('');

export const auditRecordExample: AuditRecord = {
  id: `aud_${suffix}`,
  tenant_id: 'ten_01jd7b0s2t4v6w8x0y1z3a5b7c',
  thread_id: queryResponseExample.thread_id,
  question: queryRequestExample.prompt,
  refined_question: null,
  history: [],
  answer,
  confidence_score: queryResponseExample.confidence.score,
  tripwire_triggered: false,
  channel_type: 'chat',
  created_at: queryResponseExample.created_at,
  message_id: `msg_${suffix}`,
  request_id: `req_${suffix}`,
  status: 'delivered',
  source_type: 'document',
  content_state: 'present',
  end_user_id: 'customer-4711',
  metadata: { ticket: 'S-2207' },
  response: queryResponseExample,
  pack_versions: [{ pack_id: 'pack_01jd7c5v8r9a7b5c3d1e0f2g4h', version: 3 }],
  policy_version: '3-9f2c41d07be6',
  rules_in_force: [
    {
      leaf_index: 0,
      leaf_hash: '2c1f0a5c8d3ab7f1de24b9c9c8f1f8a0f3f4a6f9d6f2c1b0a9e8d7c6b5a49382',
      kind: 'pack',
      subject: 'pack_01jd7c5v8r9a7b5c3d1e0f2g4h',
      action: 'published',
      occurred_at: '2024-11-20T16:20:11.480Z',
      actor: 'key_01jd7b1m2n3p4q5r6s7t8v9w0x',
      reason: 'The canteen has moved.',
      details: { version: '3', documents: '12', pairs: '40' },
    },
  ],
  blocked_prompt: null,
  confidence_model: { name: 'avow-confidence-1a2b3c4d', calibration: 4 },
  review: null,
  cost: { currency: 'USD', amount: 0, input_tokens: 0, output_tokens: 0 },
  groups: [],
  failed_tiers: [],
  searches: [],
  answer_changes: [],
  other_answer: null,
  log: { leaf_index: 2, leaf_hash: 'eca81c8aaeb555b8f4cc586905c41f7cb7d7f95cea7eb98f24d66afc51c04feb' },
};

export const messagePageExample: MessagePage = {
  data: [queryResponseExample],
  has_more: false,
  next_cursor: null,
};

/** What a problem of this kind looks like when `baseUrl` serves it. */
export function problemExample(code: ProblemCode, baseUrl: string): ProblemDocument {
  const { status, title, retryable, meaning } = problems[code];
  const document: ProblemDocument = {
    type: `${baseUrl}${problemPath(code)}`,
    title,
    status,
    instance: '/v1/query',
    code,
    request_id: `req_${suffix}`,
    retryable,
  };
  // An internal error says nothing of what went wrong inside.
  if (code !== 'internal') document.detail = meaning;
  if (code === 'validation_failed') {
    document.errors = [{ pointer: '/prompt', code: 'required', message: 'This field is required' }];
  }
  if (code === 'record_expired') Object.assign(document, auditRecordExample.log);
  return document;
}

const languages = { embedded: ['en'], others: false };

export const readinessExamples: Readonly<Record<200 | 503, Readiness>> = {
  200: { status: 'ready', checks: { records: 'ok' }, languages, backup: 'ok', vector_indexes: 'off' },
  503: {
    status: 'not_ready',
    checks: { records: 'failing' },
    languages,
    backup: 'off',
    vector_indexes: 'off',
  },
};
