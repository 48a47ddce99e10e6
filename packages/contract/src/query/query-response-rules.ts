import type { z } from 'zod';
import { codePointLength } from '../values/code-point-length.ts';
import { none } from '../values/enumerations.ts';
import type { Citation, GuardrailResult, QueryResponse, RelatedPassage } from './query-response-fields.ts';

interface Breach {
  readonly path: ReadonlyArray<string | number>;
  readonly message: string;
}

/** One id under three names: the part after the prefix is the same. */
function* checkIds(response: QueryResponse): Generator<Breach> {
  const suffix = response.message_id.slice('msg_'.length);
  if (response.request_id !== `req_${suffix}`)
    yield { path: ['request_id'], message: 'Does not match the id of the message' };
  if (response.audit_ref !== `aud_${suffix}`)
    yield { path: ['audit_ref'], message: 'Does not match the id of the message' };
}

function* checkAnswer(response: QueryResponse): Generator<Breach> {
  const { status, confidence, agent_context: context, source_type: sourceType } = response;
  const hasAnswer = status === 'delivered' && sourceType !== 'none';
  if (!hasAnswer && (confidence.score !== 0 || confidence.band !== 'none')) {
    yield { path: ['confidence'], message: 'Must have score 0 and band none if there is no answer' };
  }
  if (hasAnswer && confidence.band === 'none') {
    yield { path: ['confidence', 'band'], message: 'Must not be none if there is an answer' };
  }
  if (hasAnswer !== (response.generated !== null)) {
    yield { path: ['generated'], message: 'Must be given if and only if there is an answer' };
  }
  const hasText = status === 'delivered' || status === 'blocked';
  if (hasText !== response.answer.length > 0) {
    yield { path: ['answer'], message: 'Must be given if and only if the message is delivered or blocked' };
  }
  if ((status === 'blocked') !== (context.blocked_reason !== none)) {
    yield {
      path: ['agent_context', 'blocked_reason'],
      message: 'Must be other than none if and only if the message is blocked',
    };
  }
  const isWithout = status === 'delivered' && sourceType === 'none';
  if (isWithout !== (context.no_answer_cause !== null)) {
    yield {
      path: ['agent_context', 'no_answer_cause'],
      message: 'Must be given if and only if the message is delivered without an answer',
    };
  }
  if ((context.no_answer_cause === 'ambiguous') !== (context.clarifying_question !== null)) {
    yield {
      path: ['agent_context', 'clarifying_question'],
      message: 'Must be given if and only if the query is ambiguous',
    };
  }
  if (context.source_type !== sourceType) {
    yield { path: ['agent_context', 'source_type'], message: 'Must equal source_type' };
  }
  if (!hasAnswer && context.knowledge_grounded) {
    yield { path: ['agent_context', 'knowledge_grounded'], message: 'Must be false if there is no answer' };
  }
  if (!hasAnswer && context.answer_language !== null) {
    yield { path: ['agent_context', 'answer_language'], message: 'Must be null if there is no answer' };
  }
  const { score } = confidence;
  if (!hasFourDecimals(score)) {
    yield { path: ['confidence', 'score'], message: 'Must have at most four decimals' };
  }
}

function hasFourDecimals(score: number): boolean {
  return Math.round(score * 10_000) / 10_000 === score;
}

function* checkGuardrail(result: GuardrailResult, index: number): Generator<Breach> {
  if (result.status !== 'ok' && result.compliant) {
    yield { path: ['guardrails', index, 'compliant'], message: 'Must be false if the check did not run' };
  }
}

/** What is quoted, in a citation or a related passage. */
function* checkQuote(
  path: Breach['path'],
  { quote, start, end }: Pick<Citation | RelatedPassage, 'quote' | 'start' | 'end'>,
): Generator<Breach> {
  if (quote !== null && start !== null && end !== null) {
    if (end - start !== codePointLength(quote)) {
      yield { path: [...path, 'end'], message: 'The offsets do not span the quote' };
    }
  } else if (quote !== null || start !== null || end !== null) {
    yield { path: [...path, 'quote'], message: 'Quote, start and end are null together' };
  }
}

function* checkCitation(citation: Citation, index: number, answerLength: number): Generator<Breach> {
  if (!hasFourDecimals(citation.score))
    yield { path: ['citations', index, 'score'], message: 'Must have at most four decimals' };
  yield* checkQuote(['citations', index], citation);
  if (citation.answer_start > citation.answer_end || citation.answer_end > answerLength) {
    yield { path: ['citations', index, 'answer_end'], message: 'Not a part of the answer' };
  }
}

function* checkRelated({ status, source_type: sourceType, related }: QueryResponse): Generator<Breach> {
  if (related.length > 0 && (status !== 'delivered' || sourceType !== 'none')) {
    yield { path: ['related'], message: 'Must be empty unless the message is delivered without an answer' };
  }
  for (const [index, passage] of related.entries()) yield* checkQuote(['related', index], passage);
}

function* checkAll(response: QueryResponse): Generator<Breach> {
  yield* checkIds(response);
  yield* checkAnswer(response);
  for (const [index, result] of response.guardrails.entries()) yield* checkGuardrail(result, index);
  const answerLength = codePointLength(response.answer);
  for (const [index, citation] of response.citations.entries()) {
    yield* checkCitation(citation, index, answerLength);
  }
  yield* checkRelated(response);
}

/** What must hold between the fields of a response, which no single field can say. */
export function checkQueryResponse(response: QueryResponse, context: z.RefinementCtx): void {
  for (const { path, message } of checkAll(response)) {
    context.addIssue({ code: 'custom', path: [...path], message });
  }
}
