import type { BlockedReason, GuardrailResult, GuardrailStage } from '@avow/contract';
import type { GuardrailInput } from './guardrail.ts';

/** What all guardrails of one stage said together. */
export interface StageOutcome {
  /** One for each guardrail of the stage, in the order of the policy. */
  readonly results: readonly GuardrailResult[];
  /** The text after every redaction. */
  readonly text: string;
  readonly redacted: boolean;
  readonly blocked: { readonly guardrailId: string; readonly reason: BlockedReason } | null;
  /** Some enforced guardrail blocked, or failed closed. */
  readonly tripwireTriggered: boolean;
  /** A guardrail that may fail open did not run. */
  readonly degraded: boolean;
}

/** The guardrails in force, as the path of a query sees them. */
export interface Guard {
  readonly policyVersion: string;
  /** What is said in place of an answer. */
  readonly messages: { readonly blocked: string; readonly notCovered: string };
  check(stage: GuardrailStage, input: GuardrailInput, signal: AbortSignal): Promise<StageOutcome>;
  /** The results of a stage that was not reached. */
  skipped(stage: GuardrailStage): readonly GuardrailResult[];
}
