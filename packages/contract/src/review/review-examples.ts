import { messageExample, queryResponseExample } from '../api/examples.ts';
import type { PendingReviewEntry, ReviewRequest } from './review.ts';

const pendingReview: PendingReviewEntry = {
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
  pending_since: '2024-11-21T09:14:03.273Z',
  pending_ms: 184_000,
  expires_at: '2024-11-28T09:14:03.231Z',
};

const decision: ReviewRequest = { decision: 'deliver', comment: 'Checked with the returns desk.' };

export const reviewRequestExamples: Readonly<Record<string, unknown>> = { decideReview: decision };

export const reviewResponseExamples: Readonly<Record<string, Readonly<Record<number, unknown>>>> = {
  listPendingReviews: { 200: { data: [pendingReview], has_more: false, next_cursor: null } },
  getPendingReview: { 200: pendingReview },
  decideReview: { 200: queryResponseExample },
};
