import type { AttackFound } from './checks/attack-found.ts';
import { isObjectionable } from './checks/build-prompt-attack.ts';
import type { PassageObjection } from './guard.ts';
import type { Policy } from './guardrail.ts';
import { attackReasonings } from './prompt-attack/attack-kinds.ts';

const likeInstructions = 'The text reads like instructions to a language model.';

/** The first guardrail in force that leaves a passage out which scores this much; null: none does. */
export function findObjection(
  { guardrails }: Pick<Policy, 'guardrails'>,
  screened: AttackFound,
): PassageObjection | null {
  const reason = screened.kind === null ? likeInstructions : attackReasonings[screened.kind];
  for (const guardrail of guardrails) {
    if (guardrail.target !== 'passages' || guardrail.mode !== 'enforce' || !guardrail.leavesOut) continue;
    const { id: guardrailId, name, threshold } = guardrail;
    if (isObjectionable(screened, threshold))
      return { guardrailId, name, score: screened.score, threshold, reason };
  }
  return null;
}
