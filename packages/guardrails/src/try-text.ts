import {
  type GuardrailAction,
  type GuardrailCheck,
  type GuardrailPolicy,
  type GuardrailStage,
  guardrailActions,
} from '@avow/contract/guardrails';
import type { GuardrailResult } from '@avow/contract/query';
import type { BlockedReason } from '@avow/contract/values';
import { checkText } from './check-text.ts';
import { filterPassages } from './filter-passages.ts';
import type { CheckCall, Policy } from './guardrail.ts';
import { skippedResult } from './write-result.ts';

/** A policy on trial, as written and compiled. */
export interface TrialPolicy {
  readonly written: GuardrailPolicy;
  readonly working: Policy;
}

export interface TrialOutcome {
  readonly action: GuardrailAction;
  readonly blockedReason: BlockedReason | null;
  /** After every redaction. */
  readonly text: string;
  readonly results: readonly GuardrailResult[];
}

/** Checks that need to know how an answer was made, and not only its text. */
const draftChecks: ReadonlySet<GuardrailCheck> = new Set<GuardrailCheck>(['grounding', 'relevance']);

const needsDraft = 'This check needs the draft of the answer with its quotes, which a trial does not have.';

/** `asked`: the question as it is searched for; left out, the prompt after its redactions. */
export async function tryPrompt(
  policy: TrialPolicy,
  { text, asked = null }: { readonly text: string; readonly asked?: string | null },
  call: CheckCall,
): Promise<TrialOutcome> {
  const ofPrompt = await checkText(policy.working, 'prompt', { text, quotes: [] }, call);
  const question = { text: asked ?? ofPrompt.text, quotes: [] };
  const ofQuestion =
    ofPrompt.blocked === null ? await checkText(policy.working, 'question', question, call) : null;
  return conclude(policy, 'input', {
    text: ofPrompt.text,
    blocked: ofPrompt.blocked ?? ofQuestion?.blocked ?? null,
    results: [...ofPrompt.results, ...(ofQuestion?.results ?? [])],
  });
}

/** The text of a passage that is left out is empty. */
export async function tryPassage(policy: TrialPolicy, text: string, call: CheckCall): Promise<TrialOutcome> {
  const { leftOut, blocked, results } = await filterPassages(policy.working, [text], call);
  return conclude(policy, 'retrieval', { text: leftOut.has(0) ? '' : text, blocked, results });
}

export async function tryAnswer(
  policy: TrialPolicy,
  answer: {
    readonly text: string;
    readonly shownQuotes?: readonly string[];
    readonly urls?: readonly string[];
  },
  call: CheckCall,
): Promise<TrialOutcome> {
  const skipped = new Set(
    policy.written.guardrails.filter(({ check }) => draftChecks.has(check)).map(({ id }) => id),
  );
  const guardrails = policy.working.guardrails.filter(({ id }) => !skipped.has(id));
  const { text, shownQuotes = [], urls = [] } = answer;
  // The stored form of a quote matters only to the checks that are skipped here.
  const quotes = shownQuotes.map(
    (shown) => ({ shown, quote: shown, stored: shown, follows: 'as_paragraph' }) as const,
  );
  const outcome = await checkText({ guardrails }, 'answer', { text, quotes, urls }, call);
  return conclude(policy, 'output', outcome);
}

/** Every guardrail of the stage has a result, in the order of the policy. */
export function resultsOf(
  { written, working }: TrialPolicy,
  stage: GuardrailStage,
  known: readonly GuardrailResult[],
): GuardrailResult[] {
  const byId = new Map(known.map((result) => [result.guardrail_id, result]));
  const checkById = new Map(written.guardrails.map(({ id, check }) => [id, check]));
  return working.guardrails.flatMap((guardrail) => {
    if (guardrail.stage !== stage) return [];
    const result = byId.get(guardrail.id);
    if (result !== undefined) return [result];
    const check = checkById.get(guardrail.id);
    const skipped = skippedResult(guardrail);
    return [check !== undefined && draftChecks.has(check) ? { ...skipped, reasoning: needsDraft } : skipped];
  });
}

function conclude(
  policy: TrialPolicy,
  stage: GuardrailStage,
  outcome: {
    readonly text: string;
    readonly blocked: { readonly reason: BlockedReason } | null;
    readonly results: readonly GuardrailResult[];
  },
): TrialOutcome {
  const results = resultsOf(policy, stage, outcome.results);
  return {
    action: strongestOf(results.map(({ action }) => action)),
    blockedReason: outcome.blocked?.reason ?? null,
    text: outcome.text,
    results,
  };
}

/** Actions are listed from the mildest to the strongest. */
export function strongestOf(actions: readonly GuardrailAction[]): GuardrailAction {
  return (
    guardrailActions[Math.max(0, ...actions.map((action) => guardrailActions.indexOf(action)))] ?? 'none'
  );
}
