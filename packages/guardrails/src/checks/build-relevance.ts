import type { GuardrailInput, Verdict } from '../guardrail.ts';
import { type BuildCheck, type CheckGiven, faulty } from './check-builder.ts';
import { decide } from './decide.ts';

const reasoning = {
  found: 'A model that read the answer doubts that it addresses the question.',
  clear: 'A model that read the answer found that it addresses the question.',
};

/**
 * Whether the answer addresses the question, according to the model that read the passage for it, or else to the judge. A
 * curated answer was written for its question by people.
 */
export const buildRelevance: BuildCheck<'relevance'> = (given, { hasJudge }) => {
  if (!hasJudge) return faulty([], 'Needs a judge model, which is not installed');
  return { kind: 'text', check: (input) => buildVerdict(input, given) };
};

function buildVerdict({ quotes, judgement }: GuardrailInput, given: CheckGiven<'relevance'>): Verdict {
  if (quotes.length === 0)
    return {
      kind: 'pass',
      score: 0,
      reasoning: 'No answer was given, so none had to address the question.',
    };
  if (judgement === undefined)
    return { kind: 'pass', score: 0, reasoning: 'The answer was written for this question.' };
  // Not a pass: nothing has checked the answer.
  if (judgement === null) throw new Error('no model has judged the answer');
  const score =
    Math.round((1 - Math.min(1, Math.max(0, judgement.answers ?? judgement.supported))) * 10_000) / 10_000;
  return decide({ score, reasoning }, given);
}
