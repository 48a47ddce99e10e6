import type { Guardrail, GuardrailInput, Verdict } from '../interfaces/guardrail.ts';
import { joinAnswer } from '../text/join-answer.ts';

/** How far a judge must hold an answer borne out, and how far at most contradicted. */
interface GroundingLines {
  readonly supportedMin: number;
  readonly contradictedMax: number;
  readonly sentenceContradictedMax: number;
}

interface GroundingSettings extends GroundingLines {
  /** Whether there is a model that is to judge every answer from documents. */
  readonly hasJudge: boolean;
}

/** Above this a judge does not only let an answer pass. */
const borneOutMin = 0.5;

/**
 * Nothing is said that is not stored: each quote is today's stored words to the letter, and the answer is made of its
 * quotes and of nothing else. Where a model judged the answer, it must have found it borne out; a plain yes or no before
 * the quotes is not stored anywhere, and stands on that judgement alone. Quotes that were to be judged and were not may
 * be given, but never as compliant.
 */
export function createGroundingGuardrail({
  id,
  ...lines
}: { readonly id: Guardrail['id'] } & GroundingSettings): Guardrail {
  return {
    id,
    name: 'Grounding',
    category: 'grounding',
    stage: 'output',
    blockedReason: 'ungrounded',
    failMode: 'closed',
    timeoutMs: 1000,
    lines,
    check: (input) => checkGrounding(input, lines),
  };
}

function checkGrounding(
  { text, quotes, lead = '', judgement }: GuardrailInput,
  { supportedMin, contradictedMax, sentenceContradictedMax, hasJudge }: GroundingSettings,
): Verdict {
  if (quotes.length === 0)
    return { kind: 'pass', score: 0, reasoning: 'No answer was given, so nothing needed support.' };
  if (quotes.some(({ quote, stored }) => quote !== stored))
    return blocked('The words that the answer relies on are not those that are stored.');
  if (text !== joinAnswer(lead, quotes).text)
    return blocked('The answer says something that its quotes do not.');
  if (judgement === undefined || judgement === null) {
    if (lead !== '')
      return blocked('The answer says yes or no, and nothing has judged whether its quotes do.');
    if (judgement === null && hasJudge) return unjudged();
    return pass('Every sentence of the answer is quoted from the stored knowledge.', 0);
  }
  // Written so that a judgement that is no number does not pass.
  if (!(judgement.supported >= supportedMin)) return blocked('The quotes do not bear the answer out.');
  const isContradicted =
    !(judgement.contradicted <= contradictedMax) ||
    !(judgement.sentenceContradicted <= sentenceContradictedMax);
  if (isContradicted) return blocked('The quotes contradict the answer.');
  const found = judgement.supported >= borneOutMin ? 'found it borne out' : 'did not turn it down';
  return pass(
    `Every sentence of the answer is quoted from the stored knowledge, and a model that judged it ${found}.`,
    Math.round((1 - Math.min(1, judgement.supported)) * 10_000) / 10_000,
  );
}

function pass(reasoning: string, score: number): Verdict {
  return { kind: 'pass', score, reasoning };
}

function unjudged(): Verdict {
  return {
    kind: 'flag',
    score: 0.5,
    reasoning:
      'Every sentence of the answer is quoted from the stored knowledge, but the model that should have judged it could not.',
  };
}

function blocked(reasoning: string): Verdict {
  return { kind: 'block', score: 1, reasoning };
}
