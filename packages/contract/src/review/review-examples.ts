import { messageExample, queryResponseExample } from '../api/examples.ts';
import type { PendingReviewEntry, ReviewRequest } from './review.ts';
import type {
  ReviewAssignmentEntry,
  ReviewDecisionEntry,
  ReviewFigures,
  ReviewNoteEntry,
  ReviewNoticesEntry,
  ReviewSourceEntry,
} from './review-work.ts';

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
  assigned_to: 'usr_01jd7c2m4pf0e8a6ktyr3w5n9b',
  assigned_at: '2024-11-21T09:16:44.118Z',
  is_overdue: false,
  note_count: 1,
};

const assignment: ReviewAssignmentEntry = {
  message_id: pendingReview.message_id,
  assigned_to: pendingReview.assigned_to,
  assigned_at: pendingReview.assigned_at,
};

const note: ReviewNoteEntry = {
  text: 'Waiting for the returns desk to confirm the 30 days.',
  created_by: 'usr_01jd7c2m4pf0e8a6ktyr3w5n9b',
  created_at: '2024-11-21T09:17:02.004Z',
};

const decided: ReviewDecisionEntry = {
  message_id: pendingReview.message_id,
  outcome: 'deliver',
  decided_by: 'usr_01jd7c2m4pf0e8a6ktyr3w5n9b',
  decided_at: '2024-11-21T09:20:11.004Z',
  pending_since: pendingReview.pending_since,
  pending_ms: 367_731,
  question: pendingReview.question,
  answer: pendingReview.answer,
  reason: null,
  comment: 'Checked with the returns desk.',
};

const [citation] = pendingReview.citations;
const source: ReviewSourceEntry = {
  document_id: citation?.document_id ?? '',
  title: citation?.title ?? '',
  source: citation?.source ?? '',
  start: 0,
  text: '# Returns\n\nInstruments can be returned within 30 days.',
  is_complete: true,
};

const notices: ReviewNoticesEntry = {
  ...{ pending: false, overdue: true, assigned: true },
  ...{ email: 'ada@example.org', email_available: true },
};

const figures: ReviewFigures = {
  pending: 3,
  mine: 1,
  unassigned: 2,
  overdue: 0,
  overdue_after_ms: 14_400_000,
  oldest_pending_since: pendingReview.pending_since,
  handovers_waiting: 2,
  decided: {
    days: 30,
    count: 48,
    delivered: 37,
    edited: 6,
    blocked: 4,
    expired: 1,
    median_ms: 412_000,
    p90_ms: 5_310_000,
    is_complete: true,
  },
};

const decision: ReviewRequest = { decision: 'deliver', comment: 'Checked with the returns desk.' };

export const reviewRequestExamples: Readonly<Record<string, unknown>> = {
  decideReview: decision,
  assignReview: { assigned_to: 'me', expected: null },
  addReviewNote: { text: note.text },
  setReviewNotices: { pending: false, overdue: true, assigned: true },
};

export const reviewResponseExamples: Readonly<Record<string, Readonly<Record<number, unknown>>>> = {
  listPendingReviews: { 200: { data: [pendingReview], has_more: false, next_cursor: null } },
  getPendingReview: { 200: pendingReview },
  decideReview: { 200: queryResponseExample },
  assignReview: { 200: assignment },
  listReviewNotes: { 200: { data: [note], has_more: false, next_cursor: null } },
  addReviewNote: { 201: note },
  listReviewSources: { 200: { data: [source] } },
  listReviewDecisions: { 200: { data: [decided], has_more: false, next_cursor: null } },
  getReviewFigures: { 200: figures },
  getReviewNotices: { 200: notices },
  setReviewNotices: { 200: notices },
  listReviewers: { 200: { data: [{ user_id: 'usr_01jd7c2m4pf0e8a6ktyr3w5n9b', name: 'Ada Lovelace' }] } },
};
