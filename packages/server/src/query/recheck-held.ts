import type { QueryResponse } from '@avow/contract';
import type { HeldContent, MessageContent } from '../audit/envelope.ts';
import type { Guard } from '../interfaces/guard.ts';
import { composeAnswer } from './compose-answer.ts';
import { wordsAsked } from './conclude.ts';
import { type AnswerOutcome, guardAnswer } from './guard-answer.ts';
import { guardDraft } from './guard-draft.ts';

interface HeldToCheck {
  readonly held: HeldContent;
  readonly content: Pick<MessageContent, 'question' | 'refined_question'>;
  /** What is stored now where it quotes. */
  readonly stored: readonly string[];
}

/** `unchecked`: a guardrail that must look at it could not. */
type Rechecked = 'passes' | 'objects' | 'unchecked';

/**
 * What the output guardrails of another policy than the one that an answer was held under make of it. It is given as it
 * was held or not at all: what they would change, they do not let pass.
 */
export async function recheckHeld(
  guard: Guard,
  given: HeldToCheck,
  deadline: AbortSignal,
): Promise<Rechecked> {
  const { blocked, redacted, quotesRedacted, sourcesRedacted } = await guardHeld(guard, given, deadline);
  if (blocked !== null) return blocked.reason === 'guardrail_unavailable' ? 'unchecked' : 'objects';
  return redacted || quotesRedacted || sourcesRedacted ? 'objects' : 'passes';
}

async function guardHeld(
  guard: Guard,
  { held, content, stored }: HeldToCheck,
  deadline: AbortSignal,
): Promise<AnswerOutcome> {
  const { response, draft } = held;
  const { question: text, refined_question: refined } = content;
  const question = wordsAsked({ text }, { text: refined ?? text });
  if (draft !== null) {
    const shown = composeAnswer(draft, { stored, format: response.agent_context.answer_format });
    return await guardDraft(guard, { draft, stored, shown, question }, deadline);
  }
  // Something was taken out of it: what is left is looked at by itself, since no quote bears it out to the letter.
  const urls = response.citations.flatMap(({ url }) => url ?? []);
  const shown = { text: saidIn(response), quotes: [], urls, question };
  return await guardAnswer(guard, { shown, stored: shown, cited: response.citations }, deadline);
}

/** An answer that was put into JSON is checked as what it was before. */
function saidIn({ answer, agent_context }: QueryResponse): string {
  if (agent_context.answer_format !== 'json') return answer;
  const { answer: said, ...others } = JSON.parse(answer);
  return typeof said === 'string' && Object.keys(others).length === 0 ? said : answer;
}
