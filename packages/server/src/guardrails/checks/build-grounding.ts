import type { CheckSettings } from '@avow/contract';
import type { GuardrailInput, Verdict } from '../../interfaces/guardrail.ts';
import { joinAnswer } from '../../text/join-answer.ts';
import type { BuildCheck } from './check-builder.ts';
import { checkWritten } from './check-written.ts';

type Lines = CheckSettings<'grounding'>;

/** Above this a judge does not only let an answer pass. */
const borneOutMin = 0.5;

/**
 * Nothing is said that is not stored: each quote is today's stored words to the letter, and the answer is made of its
 * quotes and of nothing else. Where a model judged the answer, it must have found it borne out; a plain yes or no before
 * the quotes is not stored anywhere, and stands on that judgement alone. What a language model wrote is held against its
 * quotes sentence by sentence. What was to be judged and was not may be given where the policy says so, but never as
 * compliant.
 */
export const buildGrounding: BuildCheck<'grounding'> = ({ settings, action }, { hasJudge }) => ({
  kind: 'text',
  // What is told of an answer in the making was tied to its quotes before, and each time all of it is checked again: a
  // later sentence that is not borne out takes nothing from those before it.
  reach: 'none',
  check: (input) => {
    const { written } = input;
    const verdict =
      written === undefined
        ? checkGrounding(input, settings, hasJudge)
        : checkWritten({ ...input, written }, settings);
    return verdict.kind === 'block' && action === 'flag' ? { ...verdict, kind: 'flag' } : verdict;
  },
});

const disagreement = 'The sources disagree:';

function checkGrounding(
  { text, quotes, lead = '', judgement }: GuardrailInput,
  lines: Lines,
  hasJudge: boolean,
): Verdict {
  if (quotes.length === 0)
    return { kind: 'pass', score: 0, reasoning: 'No answer was given, so nothing needed support.' };
  if (quotes.some(({ quote, stored }) => quote !== stored))
    return blocked('The words that the answer relies on are not those that are stored.');
  if (text !== joinAnswer(lead, quotes).text)
    return blocked('The answer says something that its quotes do not.');
  if (lead === disagreement && quotes.length < 2)
    return blocked('The answer says that its sources disagree, and quotes only one.');
  if (judgement === undefined || judgement === null) {
    if (lead !== '' && lead !== disagreement)
      return blocked('The answer says yes or no, and nothing has judged whether its quotes do.');
    if (judgement === null && hasJudge) return unjudged(lines.unjudged);
    return pass('Every sentence of the answer is quoted from the stored knowledge.', 0);
  }
  // Written so that a judgement that is no number does not pass.
  if (!(judgement.supported >= lines.supported_min)) return blocked('The quotes do not bear the answer out.');
  const isContradicted =
    !(judgement.contradicted <= lines.contradicted_max) ||
    !(judgement.sentenceContradicted <= lines.sentence_contradicted_max);
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

function unjudged(kind: Lines['unjudged']): Verdict {
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
