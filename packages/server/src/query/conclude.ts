import type { BlockedReason, RoutingSource } from '@avow/contract';
import { AppError } from '../errors/app-error.ts';
import type { RefinedQuestion, Turn } from '../interfaces/answering.ts';
import type { Guard, InputOutcome, StageOutcome } from '../interfaces/guard.ts';
import type { ModelCost } from '../interfaces/language-model.ts';
import { composeAnswer, inForm } from './compose-answer.ts';
import { type CheckedDraft, isCurrent } from './find-draft.ts';
import { guardDraft } from './guard-draft.ts';
import type { Answered, Blocked, NotCovered, Traces } from './outcome.ts';
import type { GuardedParts } from './query-parts.ts';
import type { Run } from './run.ts';

/** How far a query has come: what was asked, and what was found. */
export interface Progress {
  readonly input: InputOutcome;
  readonly found: CheckedDraft;
  /** The question as it was looked up. */
  readonly asked: RefinedQuestion;
  readonly language: string | null;
  readonly history: readonly Turn[];
  readonly cost: ModelCost | null;
}

/** What is made of what was found: an answer that passes, or why there is none. */
export async function conclude(
  parts: GuardedParts,
  { admission, timeLimit: { signal: deadline } }: Run,
  progress: Progress,
): Promise<Answered | NotCovered | Blocked> {
  const { guard } = parts;
  const { draft, stored, sifted, isUngrounded, isOutOfModels, packs } = progress.found;
  if (sifted.blocked !== null) return blocked(guard, progress, null, sifted.blocked.reason);
  if (isUngrounded) return await ungrounded(parts, progress, deadline);
  if (isOutOfModels) throw new AppError('provider_error', { detail: 'No language model could answer.' });
  if (draft === null) return await notCovered(parts, progress, packs.length > 0, deadline);
  // What was removed while we answered is not served: the knowledge no longer covers the question.
  if (stored.every((words) => words === null)) return await notCovered(parts, progress, true, deadline);

  const { answer_format: format } = admission.request;
  const shown = composeAnswer(draft, { stored, format });
  const output = await parts.telemetry.step('guard_output', () =>
    guardDraft(
      guard,
      { draft, stored, shown, question: wordsAsked(progress.input, progress.asked) },
      deadline,
    ),
  );
  if (output.blocked !== null) return blocked(guard, progress, output, output.blocked.reason);
  // What was taken out of a form may leave none.
  if (shown.isJson && output.redacted && !isJson(output.text))
    return blocked(guard, progress, output, 'policy');
  // Whatever the policy makes of it: a citation never quotes what is not stored.
  if (!isCurrent(draft, stored)) return await notCovered(parts, progress, true, deadline);
  const { quotesRedacted, sources, sourcesRedacted } = output;
  return {
    ...tracesOf(guard, progress, output, progress.found.routing),
    kind: 'answered',
    ...inForm(format, { answer: output.text, citations: shown.citations }, draft),
    ...{ draft, quotesRedacted, sources, sourcesRedacted },
  };
}

/** As it was looked up and, where that is something else, as it was asked. */
export function wordsAsked({ text }: InputOutcome, refined: { readonly text: string }): string {
  return refined.text === text ? text : `${refined.text}\n${text}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

async function notCovered(
  parts: GuardedParts,
  progress: Progress,
  hasKnowledge: boolean,
  deadline: AbortSignal,
): Promise<NotCovered | Blocked> {
  const { guard, telemetry } = parts;
  const said = { text: guard.messages.notCovered, quotes: [] };
  const output = await telemetry.step('guard_output', () => guard.check('answer', said, deadline));
  if (output.blocked !== null) return blocked(guard, progress, output, output.blocked.reason);
  const { routing } = progress.found;
  const traces = tracesOf(guard, progress, output, hasKnowledge ? routing : 'default');
  const askedBefore = progress.history[0]?.wasAnswered === false;
  return { ...traces, kind: 'not_covered', answer: output.text, hasKnowledge, askedBefore };
}

/** What a language model said rests on nothing: its checks are told so, and whatever they make of it, nothing is given. */
async function ungrounded(
  { guard, telemetry }: GuardedParts,
  progress: Progress,
  deadline: AbortSignal,
): Promise<Blocked> {
  const text = guard.messages.blocked;
  const claim = { shown: text, join: '', claims: true, restsOn: [], judged: null } as const;
  const output = await telemetry.step('guard_output', () =>
    guard.check('answer', { text, quotes: [], written: [claim] }, deadline),
  );
  return { ...blocked(guard, progress, output, 'ungrounded'), tripwireTriggered: true };
}

function blocked(
  guard: Guard,
  progress: Progress,
  output: StageOutcome | null,
  reason: BlockedReason,
): Blocked {
  const traces = tracesOf(guard, progress, output, 'guardrail');
  return { ...traces, kind: 'blocked', answer: guard.messages.blocked, reason };
}

/** `output` is null where the query did not come that far. */
function tracesOf(
  guard: Guard,
  { input, found, asked, language, cost }: Progress,
  output: StageOutcome | null,
  routingSource: RoutingSource,
): Traces {
  const steps = [input, found.sifted, output].filter((step) => step !== null);
  return {
    guardrails: guard.report(steps.flatMap(({ results }) => results)),
    tripwireTriggered: steps.some(({ tripwireTriggered }) => tripwireTriggered),
    degraded: found.isDegraded || asked.isDegraded || steps.some(({ degraded }) => degraded),
    routingSource,
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
  };
}
