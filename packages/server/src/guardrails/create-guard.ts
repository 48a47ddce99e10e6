import type { Guard } from '../interfaces/guard.ts';
import type { Policy } from '../interfaces/guardrail.ts';
import { runStage } from './run-stage.ts';
import { skippedResults } from './skipped-results.ts';

/** A policy in force. */
export function createGuard(policy: Policy): Guard {
  return {
    policyVersion: policy.version,
    messages: policy.messages,
    check: (stage, input, signal) => runStage({ policy, stage, input, signal }),
    skipped: (stage) => skippedResults(policy, stage),
  };
}
