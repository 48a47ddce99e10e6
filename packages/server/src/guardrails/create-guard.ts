import type { Guard } from '../interfaces/guard.ts';
import type { Policy } from '../interfaces/guardrail.ts';
import { checkText } from './check-text.ts';
import { rememberOutcomes } from './remember-outcomes.ts';
import { siftPassages } from './sift-passages.ts';
import { skippedResult } from './write-result.ts';

/** A policy in force. */
export function createGuard(policy: Policy): Guard {
  const checkPrompt = rememberOutcomes(policy, (input, signal) => checkText(policy, 'prompt', input, signal));
  return {
    policyVersion: policy.version,
    messages: policy.messages,
    bands: policy.bands,
    blockedPrompts: policy.blockedPrompts,
    check: (looksAt, input, signal) =>
      looksAt === 'prompt' ? checkPrompt(input, signal) : checkText(policy, looksAt, input, signal),
    sift: (passages, signal) => siftPassages(policy, passages, signal),
    report: (results) => {
      const known = new Map(results.map((result) => [result.guardrail_id, result]));
      return policy.guardrails.map((guardrail) => known.get(guardrail.id) ?? skippedResult(guardrail));
    },
  };
}
