import { checkFacts, type GuardrailCheck, type GuardrailPolicy } from '@avow/contract';
import type { Guardrail, Policy, TextGuardrail } from '../interfaces/guardrail.ts';
import type { BuildCheck, BuiltCheck, CheckFault, CheckParts } from './checks/check-builder.ts';
import { checkBuilders } from './checks/check-builders.ts';
import { createAllowance, type PolicyAllowance } from './checks/policy-allowance.ts';
import type { Steps } from './take-turns.ts';

export interface CompiledPolicy {
  readonly policy: Policy;
  /** What is wrong with it; `path` is within the policy. A guardrail with a fault fails whenever it is to run. */
  readonly faults: readonly CheckFault[];
}

/** The others look at how an answer reads or was made, which the title of a document does not tell. */
const wordChecks: ReadonlySet<GuardrailCheck> = new Set<GuardrailCheck>([
  'personal_data',
  'secrets',
  'words',
  'pattern',
]);

type Entry = GuardrailPolicy['guardrails'][number];

/**
 * A policy that can be put in force. One with faults is refused where it is given; where it was accepted before and this
 * installation cannot carry it out, each guardrail that cannot run fails, and its fail mode decides. Each guardrail is a
 * step.
 */
export function* compilePolicy(
  { guardrails, messages, blocked_prompts: blockedPrompts, ...also }: GuardrailPolicy,
  version: string,
  parts: CheckParts,
): Steps<CompiledPolicy> {
  const allowance = createAllowance();
  const built: Array<{ readonly entry: Entry; readonly check: BuiltCheck }> = [];
  for (const entry of guardrails) {
    built.push({ entry, check: buildCheck(entry, parts, allowance) });
    yield;
  }
  const policy: Policy = {
    version,
    guardrails: built.map(({ entry, check }) => guardrailOf(entry, check)),
    messages: { blocked: messages.blocked, notCovered: messages.not_covered },
    bands: also.bands,
    confidence: also.confidence,
    review: also.review,
    blockedPrompts,
    answering: also.answering,
    mayGoUnjudged: guardrails.every(mayGoUnjudged),
    writtenSupportedMin: Math.max(0, ...guardrails.map(writtenSupportedMin)),
  };
  const faults = built.flatMap(({ check }, index) =>
    check.kind === 'faulty'
      ? check.faults.map(({ path, message }) => ({ path: ['guardrails', index, ...path], message }))
      : [],
  );
  return { policy, faults };
}

function mayGoUnjudged(entry: Entry): boolean {
  return entry.check !== 'grounding' || entry.mode === 'shadow' || entry.settings.unjudged === 'flag';
}

/** In force already while an answer is written, so that a sentence falls by itself and not the answer for it. */
function writtenSupportedMin(entry: Entry): number {
  if (entry.check !== 'grounding' || entry.mode === 'shadow' || entry.action === 'flag') return 0;
  return entry.settings.written_supported_min;
}

function buildCheck(entry: Entry, parts: CheckParts, allowance: PolicyAllowance): BuiltCheck {
  // The settings are those of the check: the entry's schema has seen to that.
  const build = checkBuilders[entry.check] as BuildCheck<never>;
  return build(entry as never, parts, allowance);
}

function guardrailOf(entry: Entry, built: BuiltCheck): Guardrail {
  const { id, name, category, stage, mode, action } = entry;
  const facts = {
    ...{ id, name, category, stage, mode },
    blockedReason: checkFacts[entry.check].blockedReason,
    failMode: entry.fail_mode,
    timeoutMs: entry.timeout_ms,
  };
  if (stage === 'retrieval') {
    const check = built.kind === 'passages' ? built.check : failing;
    return { ...facts, looksAt: 'passages', leavesOut: action === 'redact', check };
  }
  const check = built.kind === 'text' ? built.check : failing;
  const looksAt = stage === 'output' ? 'answer' : (built.kind === 'text' && built.looksAt) || 'prompt';
  const varies = built.kind === 'text' && built.varies === true;
  const provesGrounding = entry.check === 'grounding';
  const seesCitations = wordChecks.has(entry.check);
  const settledBefore = built.kind === 'text' ? built.settledBefore : undefined;
  return {
    ...{ ...facts, looksAt, check, varies, provesGrounding, seesCitations, reach: reachOf(entry, built) },
    ...(settledBefore === undefined ? {} : { settledBefore }),
  };
}

/** What only tells, or is on trial, changes no answer. That a check may fail, and block by that, is not counted. */
function reachOf({ stage, mode, action }: Entry, built: BuiltCheck): TextGuardrail['reach'] {
  if (stage !== 'output' || mode === 'shadow' || action === 'flag') return 'none';
  return (built.kind === 'text' ? built.reach : undefined) ?? 'whole';
}

function failing(): never {
  throw new Error('this check cannot be carried out in this installation');
}
