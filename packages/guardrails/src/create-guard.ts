import { cacheOutcomes } from './cache-outcomes.ts';
import { checkStatement, checkText, guardrailsFor } from './check-text.ts';
import type { AttackFound } from './checks/attack-found.ts';
import { isObjectionable } from './checks/build-prompt-attack.ts';
import { createOutcomeCache } from './create-outcome-cache.ts';
import { filterPassages } from './filter-passages.ts';
import type { Guard, PassageObjection } from './guard.ts';
import type { CheckedText, Guardrail, GuardrailInput, Policy, TextGuardrail } from './guardrail.ts';
import { attackReasonings } from './prompt-attack/attack-kinds.ts';
import { wordBlock } from './word-block.ts';
import { skippedResult } from './write-result.ts';

const likeInstructions = 'The text reads like instructions to a language model.';

/** The first guardrail in force that leaves a passage out which scores this much; null: none does. */
function findObjection(
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

/** Puts a policy in force for one owner. Tenants with the same policy share its checks, but never its cached outcomes. */
export function createGuard(
  policy: Policy,
  { outcomes, owner } = { outcomes: createOutcomeCache(), owner: '' },
): Guard {
  const cached = (target: CheckedText | 'citation') =>
    cacheOutcomes(
      guardrailsFor(policy, target),
      (input, signal) => checkText(policy, target, input, { signal, owner }),
      outcomes.of(owner, `${policy.version} ${target}`),
    );
  const checks: Readonly<Record<CheckedText | 'citation', ReturnType<typeof cached>>> = {
    prompt: cached('prompt'),
    question: cached('question'),
    answer: cached('answer'),
    citation: cached('citation'),
  };
  // The same objects each time: what is made of them, such as their JSON, is made once.
  const skipped = policy.guardrails.map((guardrail) => Object.freeze(skippedResult(guardrail)));
  const provingGrounding = new Set<string>(policy.guardrails.filter(provesGrounding).map(({ id }) => id));
  const reaching = guardrailsFor(policy, 'answer').filter(reachesFurther);
  const reachTogether = greatestReach(reaching);
  return {
    policyVersion: policy.version,
    messages: policy.messages,
    bands: policy.bands,
    confidence: policy.confidence,
    review: policy.review,
    blockedPrompts: policy.blockedPrompts,
    answering: policy.answering,
    allowsUnverified: policy.allowsUnverified,
    generatedSupportedMin: policy.generatedSupportedMin,
    holdsBack: reachTogether,
    settledBefore: (input) =>
      reachTogether === 'whole'
        ? 0
        : Math.max(0, Math.min(input.text.length, ...reaching.map((one) => settledBy(one, input)))),
    check: (target, input, signal) => checks[target](input, signal),
    checkStatement: (text, signal) => checkStatement(policy, text, { signal, owner }),
    leavesOut: (screened) => findObjection(policy, screened),
    filterPassages: (passages, signal) => filterPassages(policy, passages, { signal, owner }),
    report: (results) => {
      const known = new Map(results.map((result) => [result.guardrail_id, result]));
      return skipped.map((result) => known.get(result.guardrail_id) ?? result);
    },
    blockedMessage: (block) =>
      wordBlock(policy.messages, block, policy.guardrails.find(({ id }) => id === block.guardrailId) ?? null),
    isGrounded: (results) =>
      results.every(({ guardrail_id, compliant }) => compliant || !provingGrounding.has(guardrail_id)),
  };
}

function provesGrounding(guardrail: Guardrail): boolean {
  return guardrail.target === 'answer' && guardrail.mode === 'enforce' && guardrail.provesGrounding === true;
}

type Reaching = TextGuardrail & { readonly reach: number | 'whole' };

/** Flags and guardrails in shadow mode change no answer. */
function reachesFurther(guardrail: TextGuardrail): guardrail is Reaching {
  return guardrail.mode === 'enforce' && guardrail.reach !== 'none';
}

function greatestReach(reaching: readonly Reaching[]): Guard['holdsBack'] {
  const reaches = reaching.map(({ reach }) => reach);
  const numbers = reaches.filter((reach) => reach !== 'whole');
  return numbers.length < reaches.length ? 'whole' : Math.max(0, ...numbers);
}

function settledBy({ reach, settledBefore }: Reaching, input: GuardrailInput): number {
  if (settledBefore !== undefined) return settledBefore(input);
  return input.text.length - Number(reach);
}
