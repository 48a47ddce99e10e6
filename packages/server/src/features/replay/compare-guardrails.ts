import type { GuardrailResult } from '@avow/contract';
import type { GuardrailDifference } from './difference.ts';

/** Guardrails that decided differently. A different score with the same decision does not count. */
export function compareGuardrails({
  was,
  now,
}: {
  readonly was: readonly GuardrailResult[];
  readonly now: readonly GuardrailResult[];
}): GuardrailDifference[] {
  const [before, after] = [byPlace(was), byPlace(now)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((place) => {
    const [one, other] = [before.get(place), after.get(place)];
    const known = one ?? other;
    const [decided, decides] = [decisionOf(one), decisionOf(other)];
    if (known === undefined || decided === decides) return [];
    const { guardrail_id, name, stage } = known;
    return [{ kind: 'guardrail', guardrail_id, name, stage, was: decided, now: decides } as const];
  });
}

/** One guardrail may check several stages. */
function byPlace(results: readonly GuardrailResult[]): Map<string, GuardrailResult> {
  return new Map(results.map((result) => [`${result.guardrail_id} ${result.stage}`, result]));
}

function decisionOf(result: GuardrailResult | undefined): string | null {
  if (result === undefined) return null;
  const { status, compliant, action, mode } = result;
  const trial = mode === 'shadow' ? ', on trial' : '';
  if (status !== 'ok') return `did not run (${status}), ${action}${trial}`;
  return `${compliant ? 'passed' : 'objected'}, ${action}${trial}`;
}
