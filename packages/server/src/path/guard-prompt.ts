import type { BlockedPrompt } from '@avow/contract';
import type { TenantId } from '@avow/foundation';
import type { Guard, InputOutcome, StageOutcome } from '@avow/guardrails';
import { indexCodePoints } from '@avow/text';
import type { Telemetry } from '../telemetry/telemetry.ts';

/** Identifies equal prompts of a tenant without revealing them. */
export type HashPrompt = (tenantId: TenantId, prompt: string) => string;

interface GuardingParts {
  readonly guard: Guard;
  readonly telemetry: Telemetry;
  readonly hashPrompt: HashPrompt;
}

interface PromptToGuard {
  readonly tenantId: TenantId;
  readonly prompt: string;
}

/** Security, privacy and safety, on the prompt. Nothing is looked up, and no model that answers is asked, before they have ended. */
export async function guardInput(
  parts: GuardingParts,
  given: PromptToGuard,
  deadline: AbortSignal,
): Promise<InputOutcome> {
  const { guard, telemetry } = parts;
  const outcome = await telemetry.step('guard_input', () =>
    guard.check('prompt', { text: given.prompt, quotes: [] }, deadline),
  );
  return {
    ...outcome,
    policyVersion: guard.policyVersion,
    blockedPrompt: keptOf(parts, given, { outcome, of: given.prompt }),
  };
}

/** Checks that need a standalone question, such as its topic. The results are those of the prompt and of the question. */
export async function guardQuestion(
  parts: GuardingParts,
  given: PromptToGuard & { readonly question: string; readonly input: InputOutcome },
  deadline: AbortSignal,
): Promise<InputOutcome> {
  const { guard, telemetry } = parts;
  const { input, question } = given;
  const outcome = await telemetry.step('guard_question', () =>
    guard.check('question', { text: question, quotes: [] }, deadline),
  );
  return {
    ...input,
    results: [...input.results, ...outcome.results],
    models: [...new Set([...input.models, ...outcome.models])],
    isUnread: input.isUnread || outcome.isUnread,
    blocked: outcome.blocked,
    tripwireTriggered: outcome.tripwireTriggered,
    degraded: input.degraded || outcome.degraded,
    blockedPrompt: keptOf(parts, given, { outcome, of: question }),
  };
}

function keptOf(
  { guard, hashPrompt }: GuardingParts,
  { tenantId, prompt }: PromptToGuard,
  { outcome, of }: { readonly outcome: StageOutcome; readonly of: string },
): BlockedPrompt | null {
  if (outcome.blocked === null || guard.blockedPrompts === 'redacted') return null;
  // If the text checked is not the prompt, its offsets would be meaningless.
  const spans = of === prompt ? outcome.spans : [];
  const offsets = indexCodePoints(of);
  return {
    hash: hashPrompt(tenantId, prompt),
    spans: spans.map(({ guardrailId, start, end }) => ({
      guardrail_id: guardrailId as `grd_${string}`,
      start: offsets.toCodePoint(start),
      end: offsets.toCodePoint(end),
    })),
  };
}
