import type { RoutingSource } from '@avow/contract';
import type { Block, GivenBlock, Guard, StageOutcome } from '@avow/guardrails';
import type { AnsweredQuery, GuardedQuery, StartedQuery } from '../query.ts';
import { type Blocked, type EndedOutcome, inputTraces, noDrafts, type Traces } from './outcome.ts';

type Checked = Pick<StageOutcome, 'results' | 'models' | 'tripwireTriggered' | 'degraded'>;

/** What is recorded of a query for which an answer was looked for. `output` is null if it ended before the output guardrails. */
export function traceQuery(
  query: AnsweredQuery,
  { output, routing }: { readonly output: Checked | null; readonly routing: RoutingSource },
): Traces {
  const { input, question, refinement, guard } = query;
  const stages = [input, query.filtered, output].filter((stage) => stage !== null);
  return {
    guardrails: guard.report(stages.flatMap(({ results }) => results)),
    tripwireTriggered: stages.some(({ tripwireTriggered }) => tripwireTriggered),
    degraded: query.isDegraded || refinement.isDegraded || stages.some(({ degraded }) => degraded),
    routingSource: routing,
    prompt: input.text,
    promptRedacted: input.redacted,
    blockedPrompt: null,
    question: question.text === input.text ? null : question.text,
    refiner: query.translator ?? refinement.model,
    packVersions: query.packs,
    models: query.models,
    guardrailModels: [...new Set(stages.flatMap(({ models }) => models))],
    modelTier: query.tier,
    failedTiers: query.failedTiers,
    cost: null,
    embeddedShare: query.embeddedShare,
    questionLanguage: question.language,
    nearest: query.nearest,
    drafts: noDrafts,
  };
}

/** The answer, or what was retrieved, may not be shown. */
export function blockAnswer(
  query: AnsweredQuery,
  { output, block }: { readonly output: Checked | null; readonly block: GivenBlock },
): Blocked {
  return { ...traceQuery(query, { output, routing: 'guardrail' }), ...explainBlock(query.guard, block) };
}

/** The prompt, or the question that it came to, may not be answered. */
export function blockPrompt({ guard, input }: Pick<GuardedQuery, 'guard' | 'input'>, block: Block): Blocked {
  return { ...inputTraces(guard, input), ...explainBlock(guard, block) };
}

/** What a block means for the message, without its traces. */
function explainBlock(guard: Guard, block: GivenBlock): Omit<Blocked, keyof Traces> {
  return { ...block, kind: 'blocked', answer: guard.blockedMessage(block) };
}

/** Something broke, time ran out, or it was cancelled. */
export function failedOutcome(
  { guard, input, tally }: StartedQuery,
  kind: 'failed' | 'cancelled',
): EndedOutcome {
  return { ...inputTraces(guard, input), kind, failedTiers: tally.failedTiers };
}
