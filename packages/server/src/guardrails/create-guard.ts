import type { Guard } from '../interfaces/guard.ts';
import type { Guardrail, GuardrailInput, Policy, TextGuardrail } from '../interfaces/guardrail.ts';
import { checkStatement, checkText, guardrailsFor } from './check-text.ts';
import { createOutcomeMemory } from './create-outcome-memory.ts';
import { rememberOutcomes } from './remember-outcomes.ts';
import { siftPassages } from './sift-passages.ts';
import { skippedResult } from './write-result.ts';

/** A policy in force for whoever the owner is: tenants that go by one policy share its checks, and no outcome. */
export function createGuard(
  policy: Policy,
  { memory, owner } = { memory: createOutcomeMemory(), owner: '' },
): Guard {
  const remember = (looksAt: 'prompt' | 'citation') =>
    rememberOutcomes(
      guardrailsFor(policy, looksAt),
      (input, signal) => checkText(policy, looksAt, input, signal),
      memory.of(`${owner} ${policy.version} ${looksAt}`),
    );
  const remembered = { prompt: remember('prompt'), citation: remember('citation') } as const;
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
    mayGoUnjudged: policy.mayGoUnjudged,
    writtenSupportedMin: policy.writtenSupportedMin,
    holdsBack: reachTogether,
    settledBefore: (input) =>
      reachTogether === 'whole'
        ? 0
        : Math.max(0, Math.min(input.text.length, ...reaching.map((one) => settledBy(one, input)))),
    check: (looksAt, input, signal) =>
      looksAt === 'prompt' || looksAt === 'citation'
        ? remembered[looksAt](input, signal)
        : checkText(policy, looksAt, input, signal),
    checkStatement: (text, signal) => checkStatement(policy, text, signal),
    sift: (passages, signal) => siftPassages(policy, passages, signal),
    report: (results) => {
      const known = new Map(results.map((result) => [result.guardrail_id, result]));
      return policy.guardrails.map((guardrail) => known.get(guardrail.id) ?? skippedResult(guardrail));
    },
    isGrounded: (results) =>
      results.every(({ guardrail_id, compliant }) => compliant || !provingGrounding.has(guardrail_id)),
  };
}

function provesGrounding(guardrail: Guardrail): boolean {
  return guardrail.looksAt === 'answer' && guardrail.mode === 'enforce' && guardrail.provesGrounding === true;
}

type Reaching = TextGuardrail & { readonly reach: number | 'whole' };

/** What is on trial, or only tells, changes no answer. */
function reachesFurther(guardrail: TextGuardrail): guardrail is Reaching {
  return guardrail.mode === 'enforce' && guardrail.reach !== 'none';
}

/** As much of an answer must be known as the check needs that reaches furthest. */
function greatestReach(reaching: readonly Reaching[]): Guard['holdsBack'] {
  const reaches = reaching.map(({ reach }) => reach);
  const numbers = reaches.filter((reach) => reach !== 'whole');
  return numbers.length < reaches.length ? 'whole' : Math.max(0, ...numbers);
}

function settledBy({ reach, settledBefore }: Reaching, input: GuardrailInput): number {
  if (settledBefore !== undefined) return settledBefore(input);
  return input.text.length - Number(reach);
}
