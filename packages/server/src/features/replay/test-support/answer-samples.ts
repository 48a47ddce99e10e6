import type { Explanation } from '@avow/answering/score';
import type { Citation, GuardrailResult, QueryResponse, RelatedPassage } from '@avow/contract/query';
import type { Circumstances } from '../circumstances.ts';
import { type ComparedAnswer, compareAnswers } from '../compare-answers.ts';

const suffix = '01jd8n4w6zfk3v5q7r9s2t4x6y';

export const citation: Citation = {
  ...{ source: 'leave.md', title: 'Leave', document_id: `doc_${suffix}`, content_pack_id: `pack_${suffix}` },
  ...{ score: 0.9, quote: '27 days', start: 10, end: 17, answer_start: 0, answer_end: 7, url: null },
  use: 'quotes',
};

export const guardrail: GuardrailResult = {
  ...{ guardrail_id: `grd_${suffix}`, name: 'Personal data', category: 'privacy', compliant: true },
  ...{ reasoning: 'Nothing was found.', stage: 'input', action: 'none', status: 'ok', score: 0 },
  mode: 'enforce',
};

export const related: RelatedPassage = {
  ...{ source: 'leave.md', title: 'Leave', headings: 'Leave › Carrying over', url: null, score: 0.8 },
  ...{ document_id: `doc_${suffix}`, content_pack_id: `pack_${suffix}`, quote: null, start: null, end: null },
};

export const response: QueryResponse = {
  ...{ request_id: `req_${suffix}`, message_id: `msg_${suffix}`, audit_ref: `aud_${suffix}` },
  ...{ created_at: '2026-11-01T09:14:03.231Z', answer: '27 days.', thread_id: `thr_${suffix}` },
  status: 'delivered',
  confidence: { score: 0.9, band: 'high', tool_confidence_score: 0.8, guarantee: null },
  ...{
    guardrails: [guardrail],
    citations: [citation],
    related: [],
    source_type: 'document',
    generated: 'quoted',
  },
  model_info: { refinement_model: 'none', summarization_model: 'reader-1', guardrail_model: 'none' },
  processing: {
    time_ms: 3,
    model_tier: 0,
    degraded_mode: false,
    embedded_share: null,
    routing_source: 'retrieval',
  },
  agent_context: {
    ...{ suggested_next_action: 'use_answer', answer_format: 'structured_text', blocked_reason: 'none' },
    ...{ no_answer_cause: null, clarifying_question: null, knowledge_grounded: true },
    ...{ source_type: 'document', question_language: 'en', answer_language: 'en' },
  },
  receipt: null,
};

export const scored: Explanation = {
  ...{ model: 'confidence-1', calibration: null, calibrated: 0.9, factors: [], caps: [] },
  evidence: { method: 'extractive', toolScore: 0.8, features: { relevance: 0.9 } },
  ...{ riskLevel: 0, isWithheld: false },
};

export const facts: ComparedAnswer = {
  ...{ response, refinedQuestion: null, scored },
  packVersions: [{ packId: `pack_${suffix}`, version: 3 }],
};

/** Facts whose response is other in these parts. */
export function factsWith(
  changed: Partial<Omit<QueryResponse, 'model_info' | 'processing'>> & {
    readonly model_info?: Partial<QueryResponse['model_info']>;
    readonly processing?: Partial<QueryResponse['processing']>;
  },
  also: Partial<ComparedAnswer> = {},
): ComparedAnswer {
  const model_info = { ...response.model_info, ...changed.model_info };
  const processing = { ...response.processing, ...changed.processing };
  return { ...facts, response: { ...response, ...changed, model_info, processing }, ...also };
}

/** A replay of which nothing else is known than what is given. */
export function circumstancesOf(given: Partial<Circumstances>): Circumstances {
  const { was = facts, now = facts } = given;
  return {
    ...{ was, now, differences: compareAnswers({ was, now }), review: null, isQuestionRedacted: false },
    ...{ goneBefore: 0, restricted: [], groups: [], tierAsked: null, changes: [] },
    installed: { tiers: [], refinement: null, reader: 'reader-1', isBudgetSpent: false },
    ...given,
  };
}
