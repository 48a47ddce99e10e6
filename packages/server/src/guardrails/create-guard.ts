import type { Guard } from '../interfaces/guard.ts';
import type { Policy } from '../interfaces/guardrail.ts';
import { runStage } from './run-stage.ts';
import { skippedResults } from './skipped-results.ts';

/** A policy in force. */
export function createGuard(policy: Policy): Guard {
  return {
    policyVersion: policy.version,
    messages: policy.messages,
    check: (stage, { text, quotes }, signal) => runStage({ policy, stage, text, quotes, signal }),
    skipped: (stage) => skippedResults(policy, stage),
  };
}
