import type { PassagesVerdict, Verdict } from '../guardrail.ts';
import { attackReasonings } from '../prompt-attack/attack-kinds.ts';
import { buildSharedViews } from '../views/build-shared-views.ts';
import { assessAttacks } from './assess-attack.ts';
import type { AttackFound } from './attack-found.ts';
import type { BuildCheck, CheckGiven } from './check-builder.ts';
import { createPassageScreening } from './create-passage-screening.ts';
import { decide } from './decide.ts';

const clear = 'The prompt does not try to give instructions to the service.';
const likeAttack = 'The prompt reads like an attempt to give instructions to the service.';

/**
 * Texts that try to give instructions: to ignore the rules, reveal secrets, play a role or do something else. Such a prompt
 * is blocked, and such a passage is left out.
 */
export const buildPromptAttack: BuildCheck<'prompt_attack'> = (given, parts) => {
  if (given.stage === 'retrieval') {
    const screening = parts.screening ?? createPassageScreening(parts);
    return {
      kind: 'passages',
      check: (passages, call) => {
        const assessed = screening.screen(passages, call);
        return 'then' in assessed
          ? assessed.then((found) => buildPassagesVerdict(found, given))
          : buildPassagesVerdict(assessed, given);
      },
    };
  }
  return {
    kind: 'text',
    check: (input, call) => {
      const viewsOf = () => buildSharedViews(input);
      const assessed = assessAttacks([input.text], parts, { ...call, viewsOf });
      return 'then' in assessed
        ? assessed.then(([found]) => buildVerdict(found, given))
        : buildVerdict(assessed[0], given);
    },
  };
};

type Limits = Pick<CheckGiven<'prompt_attack'>, 'action' | 'threshold' | 'settings'>;

function buildVerdict(found: AttackFound | undefined, given: Limits): Verdict {
  if (found === undefined) throw new Error('the text was not assessed');
  const { kind } = found;
  const reasoning = { found: kind === null ? likeAttack : attackReasonings[kind], clear };
  const score = rounded(found.score);
  const { flag_from: flagFrom } = given.settings;
  const isSuspicious = flagFrom !== null && score >= flagFrom;
  return decide({ score, reasoning, isSuspicious, models: found.models }, given);
}

function buildPassagesVerdict(
  assessed: readonly AttackFound[],
  { threshold }: Pick<Limits, 'threshold'>,
): PassagesVerdict {
  if (assessed.length === 0)
    return {
      found: [],
      score: 0,
      reasoning: 'Nothing was retrieved that could give instructions to the service.',
    };
  const found = [...assessed.entries()].flatMap(([position, one]) =>
    isObjectionable(one, threshold) ? [position] : [],
  );
  const score = rounded(Math.max(0, ...assessed.map((one) => one.score)));
  const models = [...new Set(assessed.flatMap((one) => one.models))];
  if (found.length === 0)
    return {
      found,
      score,
      models,
      reasoning: 'No retrieved passage tries to give instructions to the service.',
    };
  const count = found.length === 1 ? '1 retrieved passage reads' : `${found.length} retrieved passages read`;
  return { found, score, models, reasoning: `${count} like instructions to the service.` };
}

/** As for prompts, a score of 0 is never a finding, not even for a threshold of 0. */
export function isObjectionable({ score }: AttackFound, threshold: number): boolean {
  return score > 0 && score >= threshold;
}

function rounded(score: number): number {
  return Math.round(score * 10_000) / 10_000;
}
