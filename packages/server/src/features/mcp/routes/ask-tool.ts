import { receiptPath } from '@avow/contract/chat';
import { type QueryResponse, queryRequestSchema } from '@avow/contract/query';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { takeFrom } from '../../../http/admit-request.ts';
import { validate } from '../../../http/validate.ts';
import { describeGenerated } from '../../records/records.ts';
import { askerOf } from './mcp-asker.ts';
import { type McpCaller, reportProblems, toolResult } from './tool-result.ts';

const { prompt, thread_id, history, content_pack_ids, end_user_id, groups, language } =
  queryRequestSchema.shape;

const inputSchema = z.strictObject({
  question: prompt,
  ...{ thread_id, history, content_pack_ids, end_user_id, groups, language },
});

const citationSchema = z.looseObject({
  title: z.string(),
  source: z.string(),
  url: z.string().nullable(),
  document_id: z.string(),
  quote: z.string().nullable(),
});

const outputSchema = z.looseObject({
  answer: z.string().describe('Empty while the answer is pending review.'),
  status: z.string().describe('delivered, blocked, or in_review if a person decides first.'),
  confidence: z.number().describe('The calibrated probability that the answer is right and supported.'),
  band: z.string().describe('high, medium, low, or none if there is no answer.'),
  suggested_next_action: z
    .string()
    .describe(
      'use_answer, review_citations, ask_clarification, rephrase, escalate_to_human, request_access, retry_later or stop.',
    ),
  generated: z
    .string()
    .nullable()
    .describe(
      'The mark of an automatic answer: written by a language model, quoted from sources, or curated; null if there is none.',
    ),
  no_answer_cause: z.string().nullable(),
  blocked_reason: z.string().describe('none unless a guardrail blocked.'),
  clarifying_question: z.string().nullable().describe('Ask this of the user.'),
  citations: z.array(citationSchema).describe('The exact words that support the answer.'),
  related: z.array(citationSchema).describe('Near passages if there is no answer.'),
  message_id: z.string().describe('Names the record of this answer, for get_record and get_receipt.'),
  thread_id: z.string().describe('Pass it with a follow-up question.'),
  receipt: z.looseObject({}).nullable().describe('Null until the log is signed: call get_receipt then.'),
  receipt_path: z.string().describe('Where the receipt is taken over HTTP.'),
});

export function addAskTool(server: McpServer, { parts, principal }: McpCaller): void {
  server.registerTool(
    'ask',
    {
      title: 'Ask a question',
      description:
        'Answers a question from the knowledge, in natural language, with the exact words that it relied on, a calibrated confidence and what to do next. Every answer is recorded. If nothing supports an answer, it says so instead of guessing.',
      inputSchema,
      outputSchema,
      annotations: { readOnlyHint: true, openWorldHint: false, idempotentHint: false },
    },
    ({ question, groups: named, end_user_id: endUser, ...rest }) =>
      reportProblems(parts, async () => {
        takeFrom(parts, { limit: 'query', principal });
        const { tenantId, groups, endUserId } = askerOf(principal, { groups: named, end_user_id: endUser });
        const request = validate(queryRequestSchema, {
          ...{ prompt: question, channel_type: 'mcp', answer_format: 'markdown', ...rest },
          groups: [...groups],
          ...(endUserId === null ? {} : { end_user_id: endUserId }),
        });
        const asked = await parts.queries.ask(
          { tenantId, request, idempotencyKey: null },
          { respondAsync: false, waitMs: null },
        );
        const response =
          asked.kind === 'replayed' ? (JSON.parse(asked.body) as QueryResponse) : asked.response;
        return toolResult(textOf(response), structuredOf(response));
      }),
  );
}

function structuredOf(response: QueryResponse): z.input<typeof outputSchema> {
  const { answer, status, confidence, agent_context: context, citations, related } = response;
  return {
    ...{ answer, status, confidence: confidence.score, band: confidence.band },
    suggested_next_action: context.suggested_next_action,
    generated: response.generated,
    no_answer_cause: context.no_answer_cause,
    blocked_reason: context.blocked_reason,
    clarifying_question: context.clarifying_question,
    ...{ citations, related, message_id: response.message_id, thread_id: response.thread_id },
    ...{ audit_ref: response.audit_ref, source_type: response.source_type },
    ...{ receipt: response.receipt, receipt_path: receiptPath(response.message_id) },
  };
}

function textOf({
  answer,
  status,
  confidence,
  agent_context: context,
  citations,
  message_id,
  generated,
}: QueryResponse): string {
  const said = status === 'in_review' ? 'The answer is pending review by a person.' : answer;
  const sources = citations.map(({ title, source, url }, at) => `[${at + 1}] ${title} (${url ?? source})`);
  return [
    said,
    ...(sources.length === 0 ? [] : ['', 'Sources:', ...new Set(sources)]),
    '',
    ...(generated === null ? [] : [describeGenerated(generated)]),
    `Confidence ${confidence.score} (${confidence.band}); next: ${context.suggested_next_action}; record ${message_id}.`,
  ].join('\n');
}
