import type { Guard } from '@avow/guardrails';
import type { Turn } from '../question.ts';
import { refineByRules } from './refine-by-rules.ts';
import { replyToCourtesy } from './reply-to-courtesy.ts';

/** How far back a follow-up may reach. */
export const turnsMax = 4;

/*
 * A client that keeps the conversation itself states the earlier questions with each request. They are its word and not
 * messages on record: they pass the same checks as a prompt, help to understand a follow-up, and nothing else is taken from
 * them.
 */

/** The newest of the stated questions, as the policy lets them be used; none from before the first that it does not allow. */
export async function allowStated(
  guard: Pick<Guard, 'check'>,
  stated: readonly string[],
  deadline: AbortSignal,
): Promise<string[]> {
  const allowed: string[] = [];
  for (const text of stated.slice(-turnsMax).reverse()) {
    const outcome = await guard.check('prompt', { text, quotes: [] }, deadline);
    if (outcome.blocked !== null) break;
    allowed.unshift(outcome.text);
  }
  return allowed;
}

/** Newest first. Each is made standalone by rules, since nobody knows what was understood by it. */
export function turnsOfStated(stated: readonly string[]): Turn[] {
  const turns: Turn[] = [];
  for (const prompt of stated) {
    const isCourtesy = replyToCourtesy(prompt) !== null;
    const question = isCourtesy ? prompt : refineByRules({ text: prompt, language: null }, turns);
    turns.unshift({ prompt, question, wasAnswered: null });
  }
  return turns;
}
