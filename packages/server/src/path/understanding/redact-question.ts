import type { Guard } from '@avow/guardrails';

/**
 * A text to look up, with everything replaced that an answer must not show. Otherwise the search would tell right guesses of
 * such a value from wrong ones, by what it finds and how sure it is. If a check cannot run, the text stays as it is: the same
 * check then keeps what is found from being shown.
 */
export async function redactQuestion(guard: Guard, text: string, deadline: AbortSignal): Promise<string> {
  return (await guard.check('citation', { text, quotes: [] }, deadline)).text;
}
