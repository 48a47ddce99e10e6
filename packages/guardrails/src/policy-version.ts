import { createHash } from 'node:crypto';
import type { GuardrailPolicy } from '@avow/contract/guardrails';
import canonicalize from 'canonicalize';

const digits = 12;

/** The same for the same policy on every machine. It reveals nothing of its content. */
export function policyDigest(policy: GuardrailPolicy): string {
  return createHash('sha256')
    .update(canonicalize(policy) as string)
    .digest('hex')
    .slice(0, digits);
}

export function builtInVersion(policy: GuardrailPolicy): string {
  return `default-${policyDigest(policy)}`;
}
