import type { UnsafeKind } from '@avow/contract/guardrails';
import type { StageOutcome } from './guard.ts';
import type { Guardrail } from './guardrail.ts';
import type { CheckRun } from './run-guardrail.ts';

interface Ran {
  readonly guardrail: Guardrail;
  readonly run: CheckRun<{ readonly degraded?: boolean; readonly models?: readonly string[] }>;
  /** What it blocks for; null: it does not. */
  readonly block: { readonly concern?: UnsafeKind } | null;
}

/**
 * What the runs of all checks mean for the query. A finding takes precedence over a failure, because trying again later
 * would not help. Guardrails in shadow mode have no effect.
 */
export function decideOutcome(
  ran: readonly Ran[],
): Pick<StageOutcome, 'models' | 'blocked' | 'tripwireTriggered' | 'degraded'> {
  const inForce = ran.filter(({ guardrail }) => guardrail.mode === 'enforce');
  const blocked = findBlock(inForce);
  const models = ran.flatMap(({ run }) => (run.kind === 'finished' ? (run.found.models ?? []) : []));
  return {
    models: [...new Set(models)],
    blocked,
    tripwireTriggered: blocked !== null,
    degraded: inForce.some(({ guardrail, run }) =>
      run.kind === 'finished' ? run.found.degraded === true : guardrail.failMode === 'open',
    ),
  };
}

function findBlock(inForce: readonly Ran[]): StageOutcome['blocked'] {
  for (const { guardrail, block } of inForce) {
    if (block === null) continue;
    const { concern } = block;
    const { id: guardrailId, blockedReason: reason } = guardrail;
    return { guardrailId, reason, ...(concern === undefined ? {} : { concern }) };
  }
  const failed = inForce.find(
    ({ guardrail, run }) => run.kind !== 'finished' && guardrail.failMode === 'closed',
  );
  return failed === undefined ? null : { guardrailId: failed.guardrail.id, reason: 'guardrail_unavailable' };
}
