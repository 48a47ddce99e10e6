import type { BlockedReason, RoutingSource } from '@avow/contract';
import type { Question, RefinedQuestion, Turn } from '../interfaces/answering.ts';
import type { Guard, InputOutcome, StageOutcome } from '../interfaces/guard.ts';
import type { ModelCost } from '../interfaces/language-model.ts';
import type { CheckedDraft } from './find-draft.ts';
import type { Blocked, Traces } from './outcome.ts';

/** How far a query has come: what was asked, and what was found. */
export interface Progress {
  readonly input: InputOutcome;
  readonly question: Question;
  readonly found: CheckedDraft;
  /** The question as it was looked up. */
  readonly asked: RefinedQuestion;
  readonly language: string | null;
  readonly history: readonly Turn[];
  readonly cost: ModelCost | null;
}

type Checked = Pick<StageOutcome, 'results' | 'tripwireTriggered' | 'degraded'>;

/** `output` is null where the query did not come that far. */
export function tracesOf(
  guard: Guard,
  { input, found, asked, language, cost }: Progress,
  { output, routing }: { readonly output: Checked | null; readonly routing: RoutingSource },
): Traces {
  const steps = [input, found.sifted, output].filter((step) => step !== null);
  return {
    guardrails: guard.report(steps.flatMap(({ results }) => results)),
    tripwireTriggered: steps.some(({ tripwireTriggered }) => tripwireTriggered),
    degraded: found.isDegraded || asked.isDegraded || steps.some(({ degraded }) => degraded),
    routingSource: routing,
    question: input.text,
    questionRedacted: input.redacted,
    blockedPrompt: null,
    refinedQuestion: asked.text === input.text ? null : asked.text,
    refiner: asked.model,
    packVersions: found.packs,
    models: found.models,
    modelTier: found.tier,
    cost,
    questionLanguage: language,
    nearest: found.nearest,
  };
}

export function blockedAt(
  guard: Guard,
  progress: Progress,
  { output, reason }: { readonly output: Checked | null; readonly reason: BlockedReason },
): Blocked {
  const traces = tracesOf(guard, progress, { output, routing: 'guardrail' });
  return { ...traces, kind: 'blocked', answer: guard.messages.blocked, reason };
}
