import type { PolicyState } from '@avow/contract/guardrails';

type ShownPolicy = PolicyState['policy'];
export type ShownGuardrail = ShownPolicy['guardrails'][number];

export interface EditedGuardrail {
  /** Ids of new guardrails are given by the service. */
  readonly key: string;
  readonly guardrail: Omit<ShownGuardrail, 'id'> & { readonly id?: string };
}

/** A policy while it is edited. */
export interface EditedPolicy extends Omit<ShownPolicy, 'guardrails'> {
  readonly guardrails: readonly EditedGuardrail[];
}

export function editPolicy(policy: ShownPolicy): EditedPolicy {
  return { ...policy, guardrails: policy.guardrails.map((guardrail) => ({ key: guardrail.id, guardrail })) };
}

/** The body of a request that saves or tries it. */
export function policyRequest({ guardrails, ...rest }: EditedPolicy) {
  return { ...rest, guardrails: guardrails.map(({ guardrail }) => guardrail) };
}

export function replaceGuardrail(policy: EditedPolicy, next: EditedGuardrail): EditedPolicy {
  return { ...policy, guardrails: policy.guardrails.map((each) => (each.key === next.key ? next : each)) };
}

export function removeGuardrail(policy: EditedPolicy, key: string): EditedPolicy {
  return { ...policy, guardrails: policy.guardrails.filter((each) => each.key !== key) };
}
