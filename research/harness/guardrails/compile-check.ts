import {
  type GuardrailPolicy,
  type GuardrailPolicyGiven,
  guardrailPolicySchema,
  policyLimits,
} from '@avow/contract/guardrails';
import { runStepsSync } from '@avow/foundation/concurrency';
import type { CheckDependencies, GuardrailInput } from '@avow/guardrails';
import { compilePolicy } from '@avow/guardrails/policies';
import type { Redaction } from '@avow/guardrails/testing';
import { guardrailIds } from '@avow/guardrails/testing/checks';
import { callLimits } from '../in-calls.ts';

export type GivenGuardrail = GuardrailPolicyGiven['guardrails'][number];

/** The result of a check for one text. */
export interface Checked {
  /** By the threshold of its policy. */
  readonly isFound: boolean;
  readonly score: number;
  readonly hidden: readonly Redaction[];
}

export type CheckText = (text: string, more?: Partial<GuardrailInput>) => Promise<Checked>;

/**
 * Compiles a check of a policy as the service does. If these parts cannot run it, prints why and returns null. It has no
 * time limit, so that a busy machine does not change the findings.
 */
export function compileCheck(given: GivenGuardrail, parts: CheckDependencies): CheckText | null {
  const entry = { id: guardrailIds.promptSize, timeout_ms: policyLimits.timeoutMsMax, ...given };
  const { guardrails, ...rest } = guardrailPolicySchema.parse({ guardrails: [entry] });
  const asked = { ...rest, guardrails: guardrails as GuardrailPolicy['guardrails'] };
  const { policy, faults } = runStepsSync(compilePolicy(asked, 'measured', parts));
  const [guardrail] = policy.guardrails;
  if (guardrail === undefined || faults.length > 0) {
    console.error(`${given.check} is not measured: ${faults.map(({ message }) => message).join('; ')}`);
    return null;
  }
  const { target, failMode } = guardrail;
  const isClosed = failMode === 'closed';
  const run = async (text: string, more?: Partial<GuardrailInput>): Promise<Checked> => {
    if (guardrail.target === 'passages') {
      const { found, score } = await guardrail.check([text], callLimits);
      return { isFound: found.length > 0, score, hidden: [] };
    }
    const verdict = await guardrail.check({ quotes: [], ...more, text }, callLimits);
    const hidden = verdict.kind === 'redact' ? verdict.redactions : [];
    return { isFound: verdict.kind !== 'pass', score: verdict.score, hidden };
  };
  return (text, more) =>
    run(text, more).catch((error: Error) => {
      console.error(`${given.check}, ${target}: ${text.length} characters not checked: ${error.message}`);
      // A check that did not run counts as in the service.
      return { isFound: isClosed, score: isClosed ? 1 : 0, hidden: [] };
    });
}
