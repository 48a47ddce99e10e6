/**
 * Policies: how one is compiled, kept in versions, tried on the past, and what thresholds are proposed for
 * it.
 */

// Policies and their versions.

export { compilePolicy } from './compile-policy.ts';
export { createGuardrailPolicies } from './create-guardrail-policies.ts';
export { defaultPolicy } from './default-policy.ts';
export type { GuardrailPolicies, PolicyChange, PolicyRevision } from './guardrail-policies.ts';
export type { PolicyStore, StoredPolicy } from './policy-store.ts';
export { builtInVersion, policyDigest } from './policy-version.ts';

// Trials and proposals.

export type { PastMessage, PastMessages, TrialSubject } from './guardrail-policies.ts';
export { type BlocksByThreshold, proposedToWire } from './propose-thresholds.ts';
