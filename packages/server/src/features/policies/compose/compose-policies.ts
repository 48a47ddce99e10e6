import type { GuardrailPolicies } from '@avow/guardrails';
import { createGuardrailPolicies } from '@avow/guardrails';
import type { AppParts } from '../../../app/app-parts.ts';
import { createPastMessages } from '../../../path/create-past-messages.ts';
import { countBlocks } from '../../feedback/labels/count-blocks.ts';
import type { composeGuardrails } from './compose-guardrails.ts';

/** The policies of tenants, for the service and for the command line alike. */
export function composePolicies(
  { data, clock }: Required<Pick<AppParts, 'data' | 'clock'>>,
  { parts, builtIn, guards }: Awaited<ReturnType<typeof composeGuardrails>>,
): GuardrailPolicies {
  const { policies, records, feedback } = data.store;
  return createGuardrailPolicies({
    ...{ policies, builtIn, parts, clock },
    past: createPastMessages(records),
    countBlocks: (tenantId, askedFromMs) => countBlocks(feedback, tenantId, askedFromMs),
    onChanged: guards.change,
  });
}
