import type { GuardrailAction } from '@avow/contract/guardrails';
import type { GuardrailResult } from '@avow/contract/query';
import type { Guardrail } from './guardrail.ts';
import type { CheckRun } from './run-guardrail.ts';

interface Finding {
  readonly compliant: boolean;
  readonly reasoning: string;
  readonly score: number;
  /** What is done about it if the guardrail is enforced. */
  readonly action: GuardrailAction;
}

const notFinishedReasoning = {
  error: {
    closed: 'This check could not run, so nothing was let through.',
    open: 'This check could not run, and processing continued without it.',
    shadow: 'This check could not run; it runs in shadow mode, so this had no effect.',
  },
  timeout: {
    closed: 'This check did not finish in time, so nothing was let through.',
    open: 'This check did not finish in time, and processing continued without it.',
    shadow: 'This check did not finish in time; it runs in shadow mode, so this had no effect.',
  },
} as const;

/** The result on the wire. In shadow mode the action is always `none`. */
export function writeResult(guardrail: Guardrail, run: CheckRun<Finding>): GuardrailResult {
  const { mode, failMode } = guardrail;
  const facts = factsOf(guardrail);
  if (run.kind === 'finished') {
    const { compliant, reasoning, score, action } = run.found;
    return {
      ...facts,
      compliant,
      reasoning,
      action: mode === 'shadow' ? 'none' : action,
      status: 'ok',
      score: Math.round(score * 10_000) / 10_000,
    };
  }
  const reasoning = notFinishedReasoning[run.kind][mode === 'shadow' ? mode : failMode];
  const action = mode === 'enforce' && failMode === 'closed' ? 'block' : 'none';
  return { ...facts, compliant: false, reasoning, action, status: run.kind, score: 0 };
}

const skippedReasoning = 'This check did not run, because the query did not reach it.';

/** The result of a guardrail that was not reached. It is never compliant. */
export function skippedResult(guardrail: Guardrail): GuardrailResult {
  return {
    ...factsOf(guardrail),
    compliant: false,
    reasoning: skippedReasoning,
    action: 'none',
    status: 'skipped',
    score: 0,
  };
}

function factsOf({ id, name, category, stage, mode }: Guardrail) {
  return { guardrail_id: id, name, category, stage, mode } as const;
}
