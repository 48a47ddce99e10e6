import type { guardrailModes } from '../values/enumerations.ts';
import type { CheckSettings, GuardrailCheck, PolicyAction, UnsafeKind } from './guardrail-checks.ts';

/** A text that could not be checked for these is never let through by a guardrail that would block them. */
const closedKinds = ['self_harm', 'violence', 'weapons'] as const satisfies readonly UnsafeKind[];

export const mustFailClosed =
  'Must be closed: a text that could not be checked for self-harm, violence or weapons is not let through, unless the thresholds of all three are 1';

/**
 * Whether a guardrail fails closed, whatever its policy says: if it is enforced, and blocks any of these kinds. A threshold
 * of 1 turns a kind off.
 */
export function failsClosed(given: {
  readonly check: GuardrailCheck;
  readonly mode: (typeof guardrailModes)[number];
  readonly action: PolicyAction;
  readonly threshold: number;
  readonly settings: unknown;
}): boolean {
  if (given.check !== 'unsafe_content' || given.mode !== 'enforce' || given.action !== 'block') return false;
  const { thresholds } = given.settings as CheckSettings<'unsafe_content'>;
  return closedKinds.some((kind) => (thresholds[kind] ?? given.threshold) < 1);
}
