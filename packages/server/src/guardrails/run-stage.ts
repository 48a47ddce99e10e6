import type { GuardrailAction, GuardrailResult, GuardrailStage } from '@avow/contract';
import type { StageOutcome } from '../interfaces/guard.ts';
import type { Guardrail, GuardrailInput, Policy, Redaction, Verdict } from '../interfaces/guardrail.ts';
import { applyRedactions } from './apply-redactions.ts';
import { type GuardrailRun, runGuardrail } from './run-guardrail.ts';

const actionOf: Readonly<Record<Verdict['kind'], GuardrailAction>> = {
  pass: 'none',
  flag: 'flag',
  redact: 'redact',
  block: 'block',
};

const notFinishedReasoning = {
  error: {
    closed: 'This check could not be carried out, so nothing was let through.',
    open: 'This check could not be carried out, and the rest went on without it.',
  },
  timeout: {
    closed: 'This check did not finish in time, so nothing was let through.',
    open: 'This check did not finish in time, and the rest went on without it.',
  },
} as const;

function toResult(guardrail: Guardrail, run: GuardrailRun): GuardrailResult {
  const { id, name, category, stage, failMode } = guardrail;
  const common = { guardrail_id: id, name, category, stage };
  if (run.kind === 'finished') {
    const { kind, reasoning, score } = run.verdict;
    return { ...common, compliant: kind === 'pass', reasoning, action: actionOf[kind], status: 'ok', score };
  }
  const reasoning = notFinishedReasoning[run.kind][failMode];
  const action = failMode === 'closed' ? 'block' : 'none';
  return { ...common, compliant: false, reasoning, action, status: run.kind, score: 0 };
}

interface Checked {
  readonly guardrail: Guardrail;
  readonly run: GuardrailRun;
}

/** A finding goes before a failure: to try again later would not help against a finding. */
function findBlock(checked: readonly Checked[]): StageOutcome['blocked'] {
  for (const { guardrail, run } of checked) {
    if (run.kind === 'finished' && run.verdict.kind === 'block') {
      return { guardrailId: guardrail.id, reason: guardrail.blockedReason };
    }
  }
  const failed = checked.find(
    ({ guardrail, run }) => run.kind !== 'finished' && guardrail.failMode === 'closed',
  );
  return failed === undefined ? null : { guardrailId: failed.guardrail.id, reason: 'guardrail_unavailable' };
}

function redactionsOf({ run }: Checked): readonly Redaction[] {
  return run.kind === 'finished' && run.verdict.kind === 'redact' ? run.verdict.redactions : [];
}

/**
 * Runs all guardrails of one stage on a text, side by side, and says what they found together. All redactions are
 * applied, also where the stage blocks: what is stored is the redacted text. It never rejects on account of a check:
 * one that fails, hangs or answers nonsense is a result like any other, and never a compliant one.
 */
export async function runStage(stageInput: {
  readonly policy: Policy;
  readonly stage: GuardrailStage;
  readonly input: GuardrailInput;
  readonly signal: AbortSignal;
}): Promise<StageOutcome> {
  const { policy, stage, input, signal } = stageInput;
  const guardrails = policy.guardrails.filter((guardrail) => guardrail.stage === stage);
  const runs = guardrails.map((guardrail) => runGuardrail(guardrail, input, signal));
  const settled = await Promise.all(runs);
  const checked = guardrails.map(
    (guardrail, index): Checked => ({ guardrail, run: settled[index] ?? { kind: 'error' } }),
  );
  const redactions = checked.flatMap(redactionsOf);
  const blocked = findBlock(checked);
  return {
    results: checked.map(({ guardrail, run }) => toResult(guardrail, run)),
    text: applyRedactions(input.text, redactions),
    redacted: redactions.length > 0,
    blocked,
    tripwireTriggered: blocked !== null,
    degraded: checked.some(({ guardrail, run }) => run.kind !== 'finished' && guardrail.failMode === 'open'),
  };
}
