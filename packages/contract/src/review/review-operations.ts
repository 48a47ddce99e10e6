import { creating, type HttpOperation, jsonResponse, operationGroup } from '../api/operation.ts';
import { messageParamsSchema } from '../query/message.ts';
import { queryResponseSchema } from '../query/query-response.ts';
import {
  pendingReviewPageSchema,
  pendingReviewSchema,
  reviewListQuerySchema,
  reviewRequestSchema,
} from './review.ts';
import {
  reviewAssignmentRequestSchema,
  reviewAssignmentSchema,
  reviewDecisionListQuerySchema,
  reviewDecisionPageSchema,
  reviewerListSchema,
  reviewFiguresQuerySchema,
  reviewFiguresSchema,
  reviewNotePageSchema,
  reviewNoteRequestSchema,
  reviewNoteSchema,
  reviewNoticesRequestSchema,
  reviewNoticesSchema,
  reviewSourceListSchema,
} from './review-work.ts';

const path = '/v1/review';

const reviewOperation = operationGroup({ tag: 'answers', scope: 'review:decide', limit: 'audit' });

/** Answers that are pending human review, if the policy requires it. */
export const reviewOperations = {
  listPendingReviews: reviewOperation({
    operationId: 'listPendingReviews',
    shows: 'everybody',
    method: 'GET',
    path,
    summary: 'List pending reviews',
    description:
      'Oldest first. Reviewers see answers from unrestricted content, and from content of groups that they may name.',
    request: { query: reviewListQuerySchema },
    responses: { 200: jsonResponse('A page of pending reviews.', pendingReviewPageSchema) },
    problems: ['invalid_cursor', 'validation_failed'],
  }),
  getPendingReview: reviewOperation({
    operationId: 'getPendingReview',
    shows: 'everybody',
    method: 'GET',
    path: `${path}/{message_id}`,
    summary: 'Read a pending review',
    description: 'Not found once it has been decided: read the message for the outcome.',
    request: { params: messageParamsSchema },
    responses: { 200: jsonResponse('The pending review.', pendingReviewSchema) },
    problems: ['not_found'],
  }),
  decideReview: reviewOperation({
    operationId: 'decideReview',
    method: 'POST',
    path: `${path}/{message_id}`,
    summary: 'Decide a pending review',
    description:
      'Delivers or blocks the answer and ends the message. A decision is final. The answer is delivered exactly as reviewed, or as the reviewer edited it. If a quoted source has changed since, or a changed guardrail policy would block the answer, it can only be blocked. Redactions in the prompt are kept.',
    request: { params: messageParamsSchema, body: reviewRequestSchema },
    responses: { 200: jsonResponse('The finished message.', queryResponseSchema) },
    problems: ['not_found', 'invalid_state'],
  }),
  assignReview: reviewOperation({
    operationId: 'assignReview',
    method: 'PUT',
    path: `${path}/{message_id}/assignment`,
    summary: 'Assign a pending review',
    description:
      'Takes a review, gives it to a person who may decide on it, or releases it. Others can still decide: an assignment says who is at work.',
    request: { params: messageParamsSchema, body: reviewAssignmentRequestSchema },
    responses: { 200: jsonResponse('Who has the review now.', reviewAssignmentSchema) },
    problems: ['not_found', 'invalid_state'],
  }),
  listReviewNotes: reviewOperation({
    operationId: 'listReviewNotes',
    shows: 'everybody',
    method: 'GET',
    path: `${path}/{message_id}/notes`,
    summary: 'List the notes of a review',
    description: 'Oldest first, all in one page. Notes stay after the decision, until the record is erased.',
    request: { params: messageParamsSchema },
    responses: { 200: jsonResponse('The only page.', reviewNotePageSchema) },
    problems: ['not_found'],
  }),
  addReviewNote: creating(
    reviewOperation({
      operationId: 'addReviewNote',
      method: 'POST',
      path: `${path}/{message_id}/notes`,
      summary: 'Add a note to a review',
      description:
        'For other reviewers; the person who asked never sees it. It is encrypted with the record and erased with it. A review has at most 50 notes.',
      request: { params: messageParamsSchema, body: reviewNoteRequestSchema },
      responses: { 201: jsonResponse('The note.', reviewNoteSchema) },
      problems: ['not_found', 'invalid_state'],
    }),
    'quoting',
  ),
  listReviewSources: reviewOperation({
    operationId: 'listReviewSources',
    shows: 'everybody',
    method: 'GET',
    path: `${path}/{message_id}/sources`,
    summary: 'Read the sources of a pending review',
    description:
      'The text around what the answer quotes, of each source that is still served and that the caller may read: at most 4,000 code points on each side.',
    request: { params: messageParamsSchema },
    responses: { 200: jsonResponse('The sources.', reviewSourceListSchema) },
    problems: ['not_found'],
  }),
  listReviewDecisions: reviewOperation({
    operationId: 'listReviewDecisions',
    shows: 'everybody',
    method: 'GET',
    path: '/v1/review-decisions',
    summary: 'List decisions',
    description: 'Reviews that have ended, newest first, as long as their records are kept.',
    request: { query: reviewDecisionListQuerySchema },
    responses: { 200: jsonResponse('A page of decisions.', reviewDecisionPageSchema) },
    problems: ['invalid_cursor', 'validation_failed'],
  }),
  getReviewFigures: reviewOperation({
    operationId: 'getReviewFigures',
    method: 'GET',
    path: '/v1/review-figures',
    summary: 'Count what is pending, and how long decisions take',
    description: 'Of the reviews that the caller may see.',
    request: { query: reviewFiguresQuerySchema },
    responses: { 200: jsonResponse('The figures.', reviewFiguresSchema) },
    problems: ['validation_failed'],
  }),
  listReviewers: reviewOperation({
    operationId: 'listReviewers',
    method: 'GET',
    path: '/v1/reviewers',
    summary: 'List reviewers',
    description: 'The people of the tenant who may decide on reviews.',
    request: {},
    responses: { 200: jsonResponse('The reviewers.', reviewerListSchema) },
  }),
  getReviewNotices: reviewOperation({
    operationId: 'getReviewNotices',
    method: 'GET',
    path: '/v1/review-notices',
    session: true,
    summary: 'Read what you are sent about reviews',
    description: 'For a person who is signed in: a key has no e-mail address.',
    request: {},
    responses: { 200: jsonResponse('What is sent.', reviewNoticesSchema) },
    problems: ['session_required', 'not_found'],
  }),
  setReviewNotices: reviewOperation({
    operationId: 'setReviewNotices',
    method: 'PUT',
    path: '/v1/review-notices',
    session: true,
    summary: 'Choose what you are sent about reviews',
    description:
      'For a person who is signed in. Mail has a link to the review, and nothing of the question or the answer.',
    request: { body: reviewNoticesRequestSchema },
    responses: { 200: jsonResponse('What is sent from now on.', reviewNoticesSchema) },
    problems: ['session_required', 'not_found'],
  }),
} as const satisfies Readonly<Record<string, HttpOperation>>;
