import type { BlockedPrompt } from '@avow/contract';
import type { Guard, InputOutcome, StageOutcome } from '../interfaces/guard.ts';
import type { TenantId } from '../interfaces/identity.ts';
import type { Telemetry } from '../interfaces/telemetry.ts';
import { indexCodePoints } from '../text/code-points.ts';

/** Tells equal prompts of a tenant apart from others, and tells nobody what they say. */
export type HashPrompt = (tenantId: TenantId, prompt: string) => string;

interface GuardingParts {
  readonly guard: Guard;
  readonly telemetry: Telemetry;
  readonly hashPrompt: HashPrompt;
}

interface Asked {
  readonly tenantId: TenantId;
  readonly prompt: string;
}

/** Security, privacy and safety, on the prompt as it came. Nothing is looked up, and no model that answers asked, before they have ended. */
export async function guardInput(
  parts: GuardingParts,
  asked: Asked,
  deadline: AbortSignal,
): Promise<InputOutcome> {
  const { guard, telemetry } = parts;
  const outcome = await telemetry.step('guard_input', () =>
    guard.check('prompt', { text: asked.prompt, quotes: [] }, deadline),
  );
  return {
    ...outcome,
    policyVersion: guard.policyVersion,
    blockedPrompt: keptOf(parts, asked, { outcome, of: asked.prompt }),
  };
}

/** What needs a question that stands on its own, such as its topic. The results are those of both. */
export async function guardQuestion(
  parts: GuardingParts,
  asked: Asked & { readonly question: string; readonly input: InputOutcome },
  deadline: AbortSignal,
): Promise<InputOutcome> {
  const { guard, telemetry } = parts;
  const { input, question } = asked;
  const outcome = await telemetry.step('guard_question', () =>
    guard.check('question', { text: question, quotes: [] }, deadline),
  );
  return {
    ...input,
    results: [...input.results, ...outcome.results],
    blocked: outcome.blocked,
    tripwireTriggered: outcome.tripwireTriggered,
    degraded: input.degraded || outcome.degraded,
    blockedPrompt: keptOf(parts, asked, { outcome, of: question }),
  };
}

function keptOf(
  { guard, hashPrompt }: GuardingParts,
  { tenantId, prompt }: Asked,
  { outcome, of }: { readonly outcome: StageOutcome; readonly of: string },
): BlockedPrompt | null {
  if (outcome.blocked === null || guard.blockedPrompts === 'redacted') return null;
  // Where the text checked is not the prompt, its offsets would point anywhere.
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
