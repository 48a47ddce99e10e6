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
import {
  bodyProblems,
  jsonResponse,
  keyProblems,
  type Operation,
  type StatedOperation,
} from './operation.ts';
import type { ProblemCode } from './problems.ts';

const path = '/v1/insights';
const unansweredPath = `${path}/unanswered`;
const groupPath = `${unansweredPath}/{group_id}`;

export const markdownType = 'text/markdown';

function insightOperation(stated: StatedOperation): Operation {
  const problems: readonly ProblemCode[] = [
    ...keyProblems,
    'audit_unavailable',
    'concurrency_limited',
    ...(stated.problems ?? ['validation_failed']),
  ];
  return { ...stated, tag: 'insights', scope: 'content:manage', limit: 'audit', problems };
}

/** What is counted over many messages, and what goes unanswered. */
export const insightOperations = {
  listUnanswered: insightOperation({
    operationId: 'listUnanswered',
    method: 'GET',
    path: unansweredPath,
    summary: 'List what goes unanswered',
    description:
      'Questions that found no answer or a weak one, or whose answer people called wrong, put into groups that ask the same; those asked most first, a page at a time. Blocked questions are not among them.',
    request: { query: unansweredQuerySchema },
    responses: { 200: jsonResponse('A page of groups.', unansweredPageSchema) },
    problems: ['invalid_cursor', 'validation_failed'],
  }),
  draftUnanswered: insightOperation({
    operationId: 'draftUnanswered',
    method: 'POST',
    path: `${groupPath}/draft`,
    summary: 'Answer a group by a curated pair',
    description:
      'The pair goes into the draft of the pack, with the other phrasings as alternatives, and answers once that is published. The messages of the group are marked as drafted.',
    request: { params: groupParamsSchema, body: groupDraftRequestSchema },
    responses: { 201: jsonResponse('The pair, and what was marked.', groupDraftSchema, ['Location']) },
    problems: [...bodyProblems, 'not_found', 'pack_conflict', 'invalid_state'],
  }),
  dismissUnanswered: insightOperation({
    operationId: 'dismissUnanswered',
    method: 'POST',
    path: `${groupPath}/dismiss`,
    summary: 'Set a group aside',
    description: 'Nothing is to be done about it. Questions that join the group later are set aside with it.',
    request: { params: groupParamsSchema, body: groupRequestSchema, bodyOptional: true },
    responses: { 200: jsonResponse('What was marked.', groupMarkedSchema) },
    problems: [...bodyProblems, 'not_found'],
  }),
  reopenUnanswered: insightOperation({
    operationId: 'reopenUnanswered',
    method: 'POST',
    path: `${groupPath}/reopen`,
    summary: 'Open a group again',
    description: 'Whatever was done about it before. A pair that was drafted stays in the draft.',
    request: { params: groupParamsSchema, body: groupRequestSchema, bodyOptional: true },
    responses: { 200: jsonResponse('What was marked.', groupMarkedSchema) },
    problems: [...bodyProblems, 'not_found'],
  }),
  listUnansweredTasks: insightOperation({
    operationId: 'listUnansweredTasks',
    method: 'POST',
    path: `${unansweredPath}/tasks`,
    summary: 'Make a task list of what goes unanswered',
    description:
      'What to do about each group, as JSON, or as a checklist in Markdown where `Accept` prefers `text/markdown`. Nothing is changed.',
    request: { body: taskRequestSchema, bodyOptional: true },
    responses: { 200: { ...jsonResponse('The tasks.', taskListSchema), otherTypes: [markdownType] } },
    problems: [...bodyProblems, 'not_found'],
  }),
  getConfidenceInsight: insightOperation({
    operationId: 'getConfidenceInsight',
    method: 'GET',
    path: `${path}/confidence`,
    summary: 'See whether scores mean what they say',
    description:
      'By band, by week and by way: answers, labels, and the share that was right, with intervals; the calibration error; what is in force.',
    request: { query: periodQuerySchema },
    responses: { 200: jsonResponse('The figures.', confidenceInsightSchema) },
  }),
  getCostInsight: insightOperation({
    operationId: 'getCostInsight',
    method: 'GET',
    path: `${path}/cost`,
    summary: 'See what answers cost',
    description: 'What language models cost, by day and currency, and what is left of the budget.',
    request: { query: periodQuerySchema },
    responses: { 200: jsonResponse('The figures.', costInsightSchema) },
  }),
  getLatencyInsight: insightOperation({
    operationId: 'getLatencyInsight',
    method: 'GET',
    path: `${path}/latency`,
    summary: 'See how long answers take',
    description:
      'By day, by tier and by what decided the path: percentiles, and the share that was degraded.',
    request: { query: periodQuerySchema },
    responses: { 200: jsonResponse('The figures.', latencyInsightSchema) },
  }),
  getGuardrailInsight: insightOperation({
    operationId: 'getGuardrailInsight',
    method: 'GET',
    path: `${path}/guardrails`,
    summary: 'See what guardrails do',
    description:
      'How often each flagged, redacted, blocked and failed, and what those on trial would have done.',
    request: { query: periodQuerySchema },
    responses: { 200: jsonResponse('The figures.', guardrailInsightSchema) },
  }),
} as const;
