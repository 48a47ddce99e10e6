import type { CheckSettings } from '@avow/contract/guardrails';
import { joinAnswer } from '@avow/text';
import type { GuardrailInput, Verdict } from '../guardrail.ts';
import type { BuildCheck } from './check-builder.ts';
import { checkGenerated } from './check-generated.ts';

type Thresholds = CheckSettings<'grounding'>;

/** From here on the judge positively supports the answer, rather than just not rejecting it. */
const clearlySupportedMin = 0.5;

/**
 * An answer says nothing that is not stored: each quote must match the stored words exactly, and the answer must consist of
 * its quotes only. If a model judged the answer, it must have found it supported; a yes or no before the quotes relies on
 * that judgement alone. Generated text is compared with its quotes sentence by sentence. An answer that should have been
 * judged and was not may be delivered if the policy allows it, but is never compliant.
 */
export const buildGrounding: BuildCheck<'grounding'> = ({ settings, action }, { hasJudge }) => ({
  kind: 'text',
  // Streamed sentences were compared with their quotes before, and the whole answer is checked again each time: a later
  // unsupported sentence does not affect the earlier ones.
  reach: 'none',
  check: (input) => {
    const { written } = input;
    const verdict =
      written === undefined
        ? checkGrounding(input, settings, hasJudge)
        : checkGenerated({ ...input, written }, settings);
    return verdict.kind === 'block' && action === 'flag' ? { ...verdict, kind: 'flag' } : verdict;
  },
});

/** What may stand before two quotes without being judged: it claims nothing that they could fail to support. */
const ofTwoQuotes: ReadonlySet<string> = new Set(['The sources disagree:', 'Two passages may answer this:']);

function checkGrounding(
  { text, quotes, lead = '', judgement }: GuardrailInput,
  thresholds: Thresholds,
  hasJudge: boolean,
): Verdict {
  if (quotes.length === 0)
    return { kind: 'pass', score: 0, reasoning: 'No answer was given, so nothing needed support.' };
  if (quotes.some(({ quote, stored }) => quote !== stored))
    return blocked('The words that the answer relies on are not those that are stored.');
  if (text !== joinAnswer(lead, quotes).text)
    return blocked('The answer says something that its quotes do not.');
  if (ofTwoQuotes.has(lead) && quotes.length < 2)
    return blocked('The answer speaks of two sources, and quotes only one.');
  if (!ofTwoQuotes.has(lead) && quotes.some(({ page }) => page !== undefined))
    return blocked('The answer names the page of a quote, and does not choose between two.');
  if (judgement === undefined || judgement === null) {
    if (lead !== '' && !ofTwoQuotes.has(lead))
      return blocked('The answer says yes or no, and nothing has judged whether its quotes do.');
    if (judgement === null && hasJudge) return unjudged(thresholds.when_judge_unavailable);
    return pass('Every sentence of the answer is quoted from the stored knowledge.', 0);
  }
  // Negated, so that NaN does not pass.
  if (!(judgement.supported >= thresholds.supported_min))
    return blocked('The quotes do not support the answer.');
  const isContradicted =
    !(judgement.contradicted <= thresholds.contradicted_max) ||
    !(judgement.sentenceContradicted <= thresholds.sentence_contradicted_max);
  if (isContradicted) return blocked('The quotes contradict the answer.');
  const found = judgement.supported >= clearlySupportedMin ? 'found it supported' : 'did not reject it';
  return pass(
    `Every sentence of the answer is quoted from the stored knowledge, and a model that judged it ${found}.`,
    Math.round((1 - Math.min(1, judgement.supported)) * 10_000) / 10_000,
  );
}

function pass(reasoning: string, score: number): Verdict {
  return { kind: 'pass', score, reasoning };
}

function unjudged(kind: Thresholds['when_judge_unavailable']): Verdict {
  return {
    kind,
    score: 0.5,
    reasoning:
      'Every sentence of the answer is quoted from the stored knowledge, but the model that should have judged it could not.',
  };
}

function blocked(reasoning: string): Verdict {
  return { kind: 'block', score: 1, reasoning };
}
