import type { Guardrail, GuardrailInput, Verdict } from '../interfaces/guardrail.ts';
import { joinAnswer } from '../text/join-answer.ts';

/** How far a judge must hold an answer borne out, and how far at most contradicted. */
export interface GroundingLines {
  readonly supportedMin: number;
  readonly contradictedMax: number;
  readonly sentenceContradictedMax: number;
}

/**
 * Nothing is said that is not stored: each quote is today's stored words to the letter, and the answer is made of its
 * quotes and of nothing else. Where a model judged the answer, it must have found it borne out; a plain yes or no before
 * the quotes is not stored anywhere, and stands on that judgement alone.
 */
export function createGroundingGuardrail(
  settings: { readonly id: Guardrail['id'] } & GroundingLines,
): Guardrail {
  return {
    id: settings.id,
    name: 'Grounding',
    category: 'grounding',
    stage: 'output',
    blockedReason: 'ungrounded',
    failMode: 'closed',
    timeoutMs: 1000,
    check: (input) => checkGrounding(input, settings),
  };
}

function checkGrounding(
  { text, quotes, lead = '', judgement = null }: GuardrailInput,
  { supportedMin, contradictedMax, sentenceContradictedMax }: GroundingLines,
): Verdict {
  if (quotes.length === 0)
    return { kind: 'pass', score: 0, reasoning: 'No answer was given, so nothing needed support.' };
  if (quotes.some(({ quote, stored }) => quote !== stored))
    return blocked('The words that the answer relies on are not those that are stored.');
  if (text !== joinAnswer(lead, quotes).text)
    return blocked('The answer says something that its quotes do not.');
  if (judgement === null) {
    if (lead !== '')
      return blocked('The answer says yes or no, and nothing has judged whether its quotes do.');
    return pass('Every sentence of the answer is quoted from the stored knowledge.', 0);
  }
  // Written so that a judgement that is no number does not pass.
  if (!(judgement.supported >= supportedMin)) return blocked('The quotes do not bear the answer out.');
  const isContradicted =
    !(judgement.contradicted <= contradictedMax) ||
    !(judgement.sentenceContradicted <= sentenceContradictedMax);
  if (isContradicted) return blocked('The quotes contradict the answer.');
  return pass(
    'Every sentence of the answer is quoted from the stored knowledge, and a model that judged it found it borne out.',
    Math.round((1 - Math.min(1, judgement.supported)) * 10_000) / 10_000,
  );
}

function pass(reasoning: string, score: number): Verdict {
  return { kind: 'pass', score, reasoning };
}

function blocked(reasoning: string): Verdict {
  return { kind: 'block', score: 1, reasoning };
}
