import type { GuardrailResult, GuardrailStage } from '@avow/contract';
import type { Policy } from '../interfaces/guardrail.ts';

const reasoning = 'This check did not run, because the query ended before it was reached.';

/** The results of a stage that was not reached: every guardrail is listed, and none of them as compliant. */
export function skippedResults(policy: Policy, stage: GuardrailStage): readonly GuardrailResult[] {
  return policy.guardrails
    .filter((guardrail) => guardrail.stage === stage)
    .map(({ id, name, category }) => ({
      guardrail_id: id,
      name,
      category,
      compliant: false,
      reasoning,
      stage,
      action: 'none',
      status: 'skipped',
      score: 0,
    }));
}
