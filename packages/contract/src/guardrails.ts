/**
 * Checks with their settings, the policy that an organisation makes of them, its versions and states, and
 * trying it on a text or a message.
 */

// Checks and their settings.

export {
  type CheckSettings,
  checkFacts,
  type GuardrailCheck,
  guardrailChecks,
  type PersonalDataGroup,
  personalDataGroups,
  type ThresholdName,
  thresholdNames,
  type UnsafeKind,
  unsafeKinds,
} from './guardrails/guardrail-checks.ts';
export { failsClosed } from './guardrails/guardrail-fail-mode.ts';
export { describeSettings, type SettingDescription } from './guardrails/guardrail-settings.ts';

// What a check does, and when.

export type { PolicyAction } from './guardrails/guardrail-checks.ts';
export {
  type GuardrailAction,
  type GuardrailCategory,
  type GuardrailStage,
  guardrailActions,
  guardrailStages,
  guardrailStatuses,
} from './values/enumerations.ts';

// Policies.

export { policyLimits } from './guardrails/guardrail-checks.ts';
export {
  type GuardrailEntry,
  type GuardrailPolicy,
  type GuardrailPolicyGiven,
  guardrailPolicySchema,
  guardrailSchema,
  notCoveredDefault,
  policyFrameSchema,
} from './guardrails/guardrail-policy.ts';

// Versions and proposed thresholds.

export {
  acceptThresholdsRequestSchema,
  type PolicyState,
  type PolicyVersionEntry,
  policyQuerySchema,
} from './guardrails/guardrail-state.ts';

// Trials.

export {
  type MessageEnding,
  type MessageTrial,
  type TextTrial,
  type Trial,
  type TrialRequest,
  trialLimits,
  trialRequestSchema,
} from './guardrails/guardrail-trial.ts';
