import type { GuardrailResult } from '@avow/contract';
import type { GuardrailFinding } from '../../features/records/guardrail-finding.ts';

/** What guardrails did that did not simply pass. One that the query did not reach did nothing. */
export function findingsOf(results: readonly GuardrailResult[]): GuardrailFinding[] {
  return results.flatMap((result) => {
    const did = didWhat(result);
    if (did === null) return [];
    const { guardrail_id: guardrailId, name, mode } = result;
    return { guardrailId, name, did, isShadow: mode === 'shadow' };
  });
}

function didWhat({ status, action, compliant }: GuardrailResult): GuardrailFinding['did'] | null {
  if (status === 'skipped') return null;
  if (status !== 'ok') return 'failed';
  if (action !== 'none') return action;
  // In shadow mode: what it found is reported, and nothing was done about it.
  return compliant ? null : 'flag';
}
