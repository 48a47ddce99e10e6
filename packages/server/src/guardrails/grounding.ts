import type { Guardrail, GuardrailInput, Verdict } from '../interfaces/guardrail.ts';

/** Quotes follow each other in the answer as paragraphs. */
const betweenQuotes = '\n\n';

/**
 * Nothing is said that is not stored: each quote is today's stored words to the letter, and the answer is made of its
 * quotes and of nothing else.
 */
export function createGroundingGuardrail(settings: { readonly id: Guardrail['id'] }): Guardrail {
  return {
    id: settings.id,
    name: 'Grounding',
    category: 'grounding',
    stage: 'output',
    blockedReason: 'ungrounded',
    failMode: 'closed',
    timeoutMs: 1000,
    check: checkGrounding,
  };
}

function checkGrounding({ text, quotes }: GuardrailInput): Verdict {
  if (quotes.length === 0)
    return { kind: 'pass', score: 0, reasoning: 'No answer was given, so nothing needed support.' };
  if (quotes.some(({ quote, stored }) => quote !== stored)) {
    return {
      kind: 'block',
      score: 1,
      reasoning: 'The words that the answer relies on are not those that are stored.',
    };
  }
  if (text !== quotes.map(({ shown }) => shown).join(betweenQuotes)) {
    return { kind: 'block', score: 1, reasoning: 'The answer says something that its quotes do not.' };
  }
  return {
    kind: 'pass',
    score: 0,
    reasoning: 'Every sentence of the answer is quoted from the stored knowledge.',
  };
}
