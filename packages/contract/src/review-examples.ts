import { messageExample, queryResponseExample } from './examples.ts';
import type { HeldAnswerEntry, ReviewRequest } from './review.ts';

const held: HeldAnswerEntry = {
  message_id: queryResponseExample.message_id,
  thread_id: queryResponseExample.thread_id,
  question: 'How long do I have to return an instrument?',
  refined_question: null,
  answer: queryResponseExample.answer,
  answer_format: queryResponseExample.agent_context.answer_format,
  citations: queryResponseExample.citations,
  source_type: queryResponseExample.source_type,
  confidence: queryResponseExample.confidence,
  confidence_explanation: messageExample.confidence_explanation,
  guardrails: queryResponseExample.guardrails,
  channel_type: 'chat',
  end_user_id: 'customer-4711',
  created_at: '2024-11-21T09:14:03.231Z',
  held_at: '2024-11-21T09:14:03.273Z',
  waiting_ms: 184_000,
  expires_at: '2024-11-28T09:14:03.231Z',
};

const decision: ReviewRequest = { decision: 'deliver', comment: 'Checked with the returns desk.' };

export const reviewRequestExamples: Readonly<Record<string, unknown>> = { decideReview: decision };

export const reviewResponseExamples: Readonly<Record<string, Readonly<Record<number, unknown>>>> = {
  listReview: { 200: { data: [held], has_more: false, next_cursor: null } },
  getReview: { 200: held },
  decideReview: { 200: queryResponseExample },
};
