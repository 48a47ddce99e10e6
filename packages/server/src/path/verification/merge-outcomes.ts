import { type GuardrailResult, guardrailActions } from '@avow/contract';
import type { StageOutcome } from '@avow/guardrails';

type Merged = Pick<StageOutcome, 'results' | 'models' | 'blocked' | 'tripwireTriggered' | 'degraded'>;

/**
 * What guardrails said of several texts, as if it had been one: each has one result, the gravest. All that have a say
 * about the others have one about the first, and keep their order there.
 */
export function mergeOutcomes(first: Merged, others: readonly Merged[]): Merged {
  const all = [first, ...others];
  const gravest = new Map<string, GuardrailResult>();
  for (const result of all.flatMap(({ results }) => results)) {
    const before = gravest.get(result.guardrail_id);
    if (before === undefined || isGraver(result, before)) gravest.set(result.guardrail_id, result);
  }
  const blocks = all.flatMap(({ blocked }) => blocked ?? []);
  return {
    results: [...gravest.values()],
    models: [...new Set(all.flatMap(({ models }) => models))],
    // A finding goes before a failure: to try again later would not help against it.
    blocked: blocks.find(({ reason }) => reason !== 'guardrail_unavailable') ?? blocks[0] ?? null,
    tripwireTriggered: all.some(({ tripwireTriggered }) => tripwireTriggered),
    degraded: all.some(({ degraded }) => degraded),
  };
}

/** By what was done, then by whether it passed, then by whether it ran, then by how sure it was. */
function isGraver(one: GuardrailResult, other: GuardrailResult): boolean {
  const order = [
    guardrailActions.indexOf(one.action) - guardrailActions.indexOf(other.action),
    Number(other.compliant) - Number(one.compliant),
    Number(one.status !== 'ok') - Number(other.status !== 'ok'),
    one.score - other.score,
  ];
  return (order.find((difference) => difference !== 0) ?? 0) > 0;
}
