import { joinQuestionAndPrompt } from '@avow/answering';
import type { QueryResponse } from '@avow/contract';
import type { Guard } from '@avow/guardrails';
import { composeAnswer } from '../../path/verification/compose-answer.ts';
import { type AnswerOutcome, guardAnswer } from '../../path/verification/guard-answer.ts';
import { guardDraft } from '../../path/verification/guard-draft.ts';
import type { MessageContent, PendingContent } from '../records/records.ts';

interface PendingToCheck {
  readonly pending: PendingContent;
  readonly content: Pick<MessageContent, 'question' | 'refined_question'>;
  /** What is stored now at each place that it quotes. */
  readonly stored: readonly string[];
}

/** `unchecked`: a guardrail that must check it could not. */
type Rechecked = 'passes' | 'objects' | 'unchecked';

/**
 * Checks an answer pending review with the output guardrails of a newer policy. It is delivered unchanged or not at all: if
 * they would change it, they object.
 */
export async function recheckPending(
  guard: Guard,
  given: PendingToCheck,
  deadline: AbortSignal,
): Promise<Rechecked> {
  const { blocked, redacted, quotesRedacted, sourcesRedacted } = await guardPending(guard, given, deadline);
  if (blocked !== null) return blocked.reason === 'guardrail_unavailable' ? 'unchecked' : 'objects';
  return redacted || quotesRedacted || sourcesRedacted ? 'objects' : 'passes';
}

async function guardPending(
  guard: Guard,
  { pending, content, stored }: PendingToCheck,
  deadline: AbortSignal,
): Promise<AnswerOutcome> {
  const { response, draft } = pending;
  const { question: prompt, refined_question: refined } = content;
  // It decides only how placeholders are numbered, and any redaction is an objection. So the prompt does no harm here, even
  // if something was replaced in it before it was looked up.
  const question = joinQuestionAndPrompt({ text: refined ?? prompt }, prompt);
  if (draft !== null) {
    const shown = composeAnswer(draft, { stored, format: response.agent_context.answer_format });
    return await guardDraft(guard, { draft, stored, shown, question }, deadline);
  }
  // Something was redacted: the rest is checked by itself, since no quote supports it to the letter.
  const urls = response.citations.flatMap(({ url }) => url ?? []);
  const shown = { text: saidIn(response), quotes: [], urls, question };
  return await guardAnswer(guard, { shown, stored: shown, cited: response.citations }, deadline);
}

/** An answer that was wrapped in JSON is checked as the text that it was before. */
function saidIn({ answer, agent_context }: QueryResponse): string {
  if (agent_context.answer_format !== 'json') return answer;
  const { answer: said, ...others } = JSON.parse(answer);
  return typeof said === 'string' && Object.keys(others).length === 0 ? said : answer;
}
