import type { RoutingSource } from '@avow/contract';
import type { GivenBlock, Guard, StageOutcome } from '@avow/guardrails';
import type { ModelCost } from '@avow/inference';
import type { CheckedDraft } from '../route-question.ts';
import type { Understood } from '../understand-prompt.ts';
import type { Blocked, Traces } from './outcome.ts';

/** A query whose search has ended: what was asked, and what was found. */
export interface Progress extends Pick<Understood, 'input' | 'refinement' | 'history'> {
  readonly found: CheckedDraft;
  readonly cost: ModelCost | null;
}

type Checked = Pick<StageOutcome, 'results' | 'models' | 'tripwireTriggered' | 'degraded'>;

/** `output` is null if the query ended before the output guardrails. */
export function tracesOf(
  guard: Guard,
  { input, found, refinement, cost }: Progress,
  { output, routing }: { readonly output: Checked | null; readonly routing: RoutingSource },
): Traces {
  const { question } = found;
  const stages = [input, found.filtered, output].filter((stage) => stage !== null);
  return {
    guardrails: guard.report(stages.flatMap(({ results }) => results)),
    tripwireTriggered: stages.some(({ tripwireTriggered }) => tripwireTriggered),
    degraded: found.isDegraded || refinement.isDegraded || stages.some(({ degraded }) => degraded),
    routingSource: routing,
    prompt: input.text,
    promptRedacted: input.redacted,
    blockedPrompt: null,
    question: question.text === input.text ? null : question.text,
    refiner: found.translator ?? refinement.model,
    packVersions: found.packs,
    models: found.models,
    guardrailModels: [...new Set(stages.flatMap(({ models }) => models))],
    modelTier: found.tier,
    failedTiers: found.failedTiers,
    cost,
    embeddedShare: found.embeddedShare,
    questionLanguage: question.language,
    nearest: found.nearest,
  };
}

export function blockedAt(
  guard: Guard,
  progress: Progress,
  { output, block }: { readonly output: Checked | null; readonly block: GivenBlock },
): Blocked {
  const traces = tracesOf(guard, progress, { output, routing: 'guardrail' });
  return { ...traces, ...blockedBy(guard, block) };
}

/** What a block means for the message, without its traces. */
export function blockedBy(guard: Guard, block: GivenBlock): Omit<Blocked, keyof Traces> {
  return { ...block, kind: 'blocked', answer: guard.blockedMessage(block) };
}
