import type { PassagesVerdict, Verdict } from '../../interfaces/guardrail.ts';
import { attackReasonings } from '../prompt-attack/attack-kinds.ts';
import { shareViews } from '../views/share-views.ts';
import { assessAttacks } from './assess-attack.ts';
import type { BuildCheck, CheckGiven } from './check-builder.ts';
import { decide } from './decide.ts';
import type { AttackFound } from './gauge-attack.ts';
import { keepAssessments } from './keep-assessments.ts';

const clear = 'The prompt does not try to give orders to the service.';
const likeAttack = 'The prompt reads like an attempt to give orders to the service.';

/**
 * Texts that try to give orders: to drop the rules, to tell what is to be kept, to play another, to do something else. A
 * prompt that does is not answered; a passage that does is left out.
 */
export const buildPromptAttack: BuildCheck<'prompt_attack'> = (given, parts) => {
  const { timeout_ms: timeoutMs } = given;
  if (given.stage === 'retrieval') {
    const assess = keepAssessments((passages, signal) =>
      assessAttacks(passages, parts, { timeoutMs, signal, closely: true }),
    );
    return {
      kind: 'passages',
      check: (passages, signal) => {
        const assessed = assess(passages, signal);
        return 'then' in assessed
          ? assessed.then((found) => weighPassages(found, given))
          : weighPassages(assessed, given);
      },
    };
  }
  return {
    kind: 'text',
    check: (input, signal) => {
      const see = () => shareViews(input);
      const assessed = assessAttacks([input.text], parts, { timeoutMs, signal, see });
      return 'then' in assessed ? assessed.then(([found]) => weigh(found, given)) : weigh(assessed[0], given);
    },
  };
};

type Lines = Pick<CheckGiven<'prompt_attack'>, 'action' | 'threshold'>;

function weigh(found: AttackFound | undefined, given: Lines): Verdict {
  if (found === undefined) throw new Error('the text was not assessed');
  const { kind } = found;
  const reasoning = { found: kind === null ? likeAttack : attackReasonings[kind], clear };
  return decide({ score: rounded(found.score), reasoning }, given);
}

function weighPassages(
  assessed: readonly AttackFound[],
  { threshold }: Pick<Lines, 'threshold'>,
): PassagesVerdict {
  if (assessed.length === 0)
    return { found: [], score: 0, reasoning: 'Nothing was retrieved that could give orders to the service.' };
  // As of prompts, a score of nothing is no finding, not even for a threshold of 0.
  const found = [...assessed.entries()].flatMap(([position, { score }]) =>
    score > 0 && score >= threshold ? [position] : [],
  );
  const score = rounded(Math.max(0, ...assessed.map((one) => one.score)));
  if (found.length === 0)
    return { found, score, reasoning: 'No passage that was found tries to give orders to the service.' };
  const count = found.length === 1 ? '1 passage reads' : `${found.length} passages read`;
  return { found, score, reasoning: `Of what was found, ${count} like orders to the service.` };
}

function rounded(score: number): number {
  return Math.round(score * 10_000) / 10_000;
}
