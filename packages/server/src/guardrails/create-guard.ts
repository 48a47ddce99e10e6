import type { Guard } from '../interfaces/guard.ts';
import type { Guardrail, Policy, TextGuardrail } from '../interfaces/guardrail.ts';
import { checkText, guardrailsFor } from './check-text.ts';
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
  return {
    policyVersion: policy.version,
    messages: policy.messages,
    bands: policy.bands,
    blockedPrompts: policy.blockedPrompts,
    answering: policy.answering,
    mayGoUnjudged: policy.mayGoUnjudged,
    holdsBack: holdsBack(guardrailsFor(policy, 'answer')),
    check: (looksAt, input, signal) =>
      looksAt === 'prompt' || looksAt === 'citation'
        ? remembered[looksAt](input, signal)
        : checkText(policy, looksAt, input, signal),
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

/** Of an answer as much as the check that reaches furthest must know. */
function holdsBack(guardrails: readonly TextGuardrail[]): Guard['holdsBack'] {
  let most = 0;
  for (const { mode, reach } of guardrails) {
    if (mode === 'shadow' || reach === 'none') continue;
    if (reach === 'whole') return 'whole';
    most = Math.max(most, reach);
  }
  return most;
}
