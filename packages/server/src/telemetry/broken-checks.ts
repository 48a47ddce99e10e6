import type { QueryResponse } from '@avow/contract';

/** The names of the guardrails that a message was blocked for because their checks could not be carried out. */
export function brokenChecks({ agent_context: context, guardrails }: QueryResponse): string[] {
  if (context.blocked_reason !== 'guardrail_unavailable') return [];
  return guardrails
    .filter(({ action, status }) => action === 'block' && (status === 'error' || status === 'timeout'))
    .map(({ name }) => name);
}
