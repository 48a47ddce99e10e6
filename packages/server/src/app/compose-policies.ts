import { createGuardrailPolicies } from '../guardrails/create-guardrail-policies.ts';
import type { GuardrailPolicies } from '../interfaces/guardrail-policies.ts';
import { createPastMessages } from '../query/create-past-messages.ts';
import type { AppParts } from './app-parts.ts';
import type { composeGuardrails } from './compose-guardrails.ts';

/** What is done with the policies of tenants, for the service and for the command line alike. */
export function composePolicies(
  { data, clock }: Required<Pick<AppParts, 'data' | 'clock'>>,
  { parts, builtIn, guards }: Awaited<ReturnType<typeof composeGuardrails>>,
): GuardrailPolicies {
  const { policies, records } = data.store;
  return createGuardrailPolicies({
    ...{ policies, builtIn, parts, clock },
    past: createPastMessages(records),
    onChanged: guards.change,
  });
}
