import {
  bodyProblems,
  creating,
  type HttpOperation,
  jsonResponse,
  keyProblems,
  type StatedOperation,
} from '../api/operation.ts';
import type { ProblemCode } from '../values/problems.ts';
import { activityInsightSchema, activityQuerySchema } from './insight-activity.ts';
import { confidenceInsightSchema } from './insight-confidence.ts';
import { costInsightSchema, guardrailInsightSchema, latencyInsightSchema } from './insight-figures.ts';
import { periodQuerySchema } from './insight-period.ts';
import {
  groupDraftRequestSchema,
  groupDraftSchema,
  groupMarkedSchema,
  groupParamsSchema,
  groupRequestSchema,
  taskListSchema,
  taskRequestSchema,
  unansweredPageSchema,
  unansweredQuerySchema,
} from './insight-unanswered.ts';

const path = '/v1/insights';
const unansweredPath = `${path}/unanswered`;
const groupPath = `${unansweredPath}/{group_id}`;

export const markdownType = 'text/markdown';

function insightOperation(stated: StatedOperation): HttpOperation {
  const problems: readonly ProblemCode[] = [
    ...keyProblems,
    'audit_unavailable',
    'concurrency_limited',
    ...(stated.problems ?? ['validation_failed']),
  ];
  return { ...stated, tag: 'insights', scope: 'content:manage', limit: 'audit', problems };
}

/** Figures over many messages, and unanswered questions. */
export const insightOperations = {
  listUnanswered: insightOperation({
    operationId: 'listUnanswered',
    shows: 'everybody',
    method: 'GET',
    path: unansweredPath,
    summary: 'List unanswered questions',
    description:
      'Questions without an answer, with a low-confidence answer, or with an answer that people reported as wrong, grouped by what they ask. The most frequent groups come first. Blocked questions are not included.',
    request: { query: unansweredQuerySchema },
    responses: { 200: jsonResponse('A page of groups.', unansweredPageSchema) },
    problems: ['invalid_cursor', 'validation_failed'],
  }),
  draftUnanswered: creating(
    insightOperation({
      operationId: 'draftUnanswered',
      method: 'POST',
      path: `${groupPath}/draft`,
      summary: 'Answer a group with a curated pair',
      description:
        'Adds the pair to the draft of the pack, with the other phrasings as alternatives. It is used once the draft is published. The messages of the group are marked as drafted.',
      request: { params: groupParamsSchema, body: groupDraftRequestSchema },
      responses: {
        201: jsonResponse('The pair, and how many messages were marked.', groupDraftSchema, ['Location']),
      },
      problems: [...bodyProblems, 'not_found', 'pack_conflict', 'invalid_state'],
    }),
    'quoting',
  ),
  dismissUnanswered: insightOperation({
    operationId: 'dismissUnanswered',
    method: 'POST',
    path: `${groupPath}/dismiss`,
    summary: 'Dismiss a group',
    description:
      'Marks the group as needing no action. Questions that join the group later are dismissed with it.',
    request: { params: groupParamsSchema, body: groupRequestSchema, bodyOptional: true },
    responses: { 200: jsonResponse('The group, and how many messages were marked.', groupMarkedSchema) },
    problems: [...bodyProblems, 'not_found'],
  }),
  reopenUnanswered: insightOperation({
    operationId: 'reopenUnanswered',
    method: 'POST',
    path: `${groupPath}/reopen`,
    summary: 'Reopen a group',
    description: 'Reopens a drafted or dismissed group. A drafted pair stays in the draft.',
    request: { params: groupParamsSchema, body: groupRequestSchema, bodyOptional: true },
    responses: { 200: jsonResponse('The group, and how many messages were marked.', groupMarkedSchema) },
    problems: [...bodyProblems, 'not_found'],
  }),
  listUnansweredTasks: insightOperation({
    operationId: 'listUnansweredTasks',
    shows: 'everybody',
    method: 'POST',
    path: `${unansweredPath}/tasks`,
    summary: 'Create a task list from unanswered questions',
    description:
      'Suggests an action for each group, as JSON, or as a Markdown checklist if `Accept` prefers `text/markdown`. Changes nothing.',
    request: { body: taskRequestSchema, bodyOptional: true },
    responses: { 200: { ...jsonResponse('The tasks.', taskListSchema), otherTypes: [markdownType] } },
    problems: [...bodyProblems, 'not_found'],
  }),
  getActivityInsight: insightOperation({
    operationId: 'getActivityInsight',
    method: 'GET',
    path: `${path}/activity`,
    summary: 'Read activity figures',
    description:
      'Questions by day and channel: how many were answered, declined and blocked, with which confidence, what feedback says of the answers, and what they cite most.',
    request: { query: activityQuerySchema },
    responses: { 200: jsonResponse('The figures.', activityInsightSchema) },
  }),
  getConfidenceInsight: insightOperation({
    operationId: 'getConfidenceInsight',
    method: 'GET',
    path: `${path}/confidence`,
    summary: 'Read confidence figures',
    description:
      'Answers, labels and the share of right answers by band, week and answer method, with confidence intervals; the calibration error; and the active calibration.',
    request: { query: periodQuerySchema },
    responses: { 200: jsonResponse('The figures.', confidenceInsightSchema) },
  }),
  getCostInsight: insightOperation({
    operationId: 'getCostInsight',
    method: 'GET',
    path: `${path}/cost`,
    summary: 'Read cost figures',
    description: 'The cost of language models by day and currency, and the remaining budget.',
    request: { query: periodQuerySchema },
    responses: { 200: jsonResponse('The figures.', costInsightSchema) },
  }),
  getLatencyInsight: insightOperation({
    operationId: 'getLatencyInsight',
    method: 'GET',
    path: `${path}/latency`,
    summary: 'Read latency figures',
    description: 'Latency percentiles and the share of degraded answers, by day, tier and routing source.',
    request: { query: periodQuerySchema },
    responses: { 200: jsonResponse('The figures.', latencyInsightSchema) },
  }),
  getGuardrailInsight: insightOperation({
    operationId: 'getGuardrailInsight',
    method: 'GET',
    path: `${path}/guardrails`,
    summary: 'Read guardrail figures',
    description:
      'How often each guardrail flagged, redacted, blocked or failed, and what guardrails in shadow mode would have done.',
    request: { query: periodQuerySchema },
    responses: { 200: jsonResponse('The figures.', guardrailInsightSchema) },
  }),
} as const;
