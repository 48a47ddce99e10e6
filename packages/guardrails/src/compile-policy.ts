import {
  checkFacts,
  failsClosed,
  type GuardrailCheck,
  type GuardrailPolicy,
  notCoveredDefault,
} from '@avow/contract/guardrails';
import type { Steps } from '@avow/foundation/concurrency';
import type { BuildCheck, BuiltCheck, CheckDependencies, CheckFault } from './checks/check-builder.ts';
import { checkBuilders } from './checks/check-builders.ts';
import { createAllowance, type PolicyAllowance } from './checks/policy-allowance.ts';
import type { Guardrail, Policy, TextGuardrail } from './guardrail.ts';

export interface CompiledPolicy {
  readonly policy: Policy;
  /** `path` is relative to the policy. A guardrail with a fault fails whenever it runs. */
  readonly faults: readonly CheckFault[];
}

/** Checks that also apply to citations. The others look at how an answer reads or was made, which a document title cannot show. */
const citationChecks: ReadonlySet<GuardrailCheck> = new Set<GuardrailCheck>([
  'personal_data',
  'secrets',
  'words',
  'pattern',
]);

const closestDefault = 'I did not find an answer to this. The closest page is {page}.';

type Entry = GuardrailPolicy['guardrails'][number];

/**
 * Compiles the enabled guardrails of a policy, one per step. A new policy with faults is rejected by the caller. If a policy was accepted
 * earlier and this installation cannot run all of it, each guardrail that cannot run fails and its fail mode decides.
 */
export function* compilePolicy(
  { guardrails, messages, blocked_prompts: blockedPrompts, ...also }: GuardrailPolicy,
  version: string,
  parts: CheckDependencies,
): Steps<CompiledPolicy> {
  const allowance = createAllowance();
  const built: Array<{ readonly entry: Entry; readonly at: number; readonly check: BuiltCheck }> = [];
  for (const [at, entry] of guardrails.entries()) {
    if (!entry.enabled) continue;
    built.push({ entry, at, check: buildCheck(entry, parts, allowance) });
    yield;
  }
  const enabled = built.map(({ entry }) => entry);
  const policy: Policy = {
    version,
    guardrails: built.map(({ entry, check }) => guardrailOf(entry, check)),
    messages: messagesOf(messages),
    bands: also.bands,
    confidence: also.confidence,
    review: also.review,
    blockedPrompts,
    answering: also.answering,
    allowsUnverified: enabled.every(allowsUnverified),
    generatedSupportedMin: Math.max(0, ...enabled.map(generatedSupportedMin)),
  };
  const faults = built.flatMap(({ check, at }) =>
    check.kind === 'faulty'
      ? check.faults.map(({ path, message }) => ({ path: ['guardrails', at, ...path], message }))
      : [],
  );
  return { policy, faults };
}

function allowsUnverified(entry: Entry): boolean {
  return (
    entry.check !== 'grounding' || entry.mode === 'shadow' || entry.settings.when_judge_unavailable === 'flag'
  );
}

/** Where a tenant has its own words for "not covered", in its own language perhaps, none of ours are said beside them. */
function messagesOf({ blocked, not_covered: notCovered, closest, ...also }: GuardrailPolicy['messages']) {
  const builtIn = notCovered === notCoveredDefault ? closestDefault : null;
  return {
    ...{ blocked, selfHarm: also.self_harm, notCovered },
    closest: closest ?? builtIn,
    otherLanguage: also.other_language,
  };
}

/** Also enforced while an answer is generated, so that only the unsupported sentence is dropped and not the whole answer. */
function generatedSupportedMin(entry: Entry): number {
  if (entry.check !== 'grounding' || entry.mode === 'shadow' || entry.action === 'flag') return 0;
  return entry.settings.generated_supported_min;
}

function buildCheck(entry: Entry, parts: CheckDependencies, allowance: PolicyAllowance): BuiltCheck {
  // The schema of the entry guarantees that the settings belong to the check.
  const build = checkBuilders[entry.check] as BuildCheck<never>;
  return build(entry as never, parts, allowance);
}

function guardrailOf(entry: Entry, built: BuiltCheck): Guardrail {
  const { id, name, category, stage, mode, action } = entry;
  const facts = {
    ...{ id, name, category, stage, mode },
    blockedReason: checkFacts[entry.check].blockedReason,
    failMode: failsClosed(entry) ? 'closed' : entry.fail_mode,
    timeoutMs: entry.timeout_ms ?? null,
  };
  if (stage === 'retrieval') {
    const check = built.kind === 'passages' ? built.check : failing;
    return {
      ...facts,
      target: 'passages',
      leavesOut: action === 'redact',
      threshold: entry.threshold,
      check,
    };
  }
  const check = built.kind === 'text' ? built.check : failing;
  const target = stage === 'output' ? 'answer' : (built.kind === 'text' && built.target) || 'prompt';
  const varies = built.kind === 'text' && built.varies === true;
  const provesGrounding = entry.check === 'grounding';
  const checksCitations = citationChecks.has(entry.check);
  const settledBefore = built.kind === 'text' ? built.settledBefore : undefined;
  return {
    ...{ ...facts, target, check, varies, provesGrounding, checksCitations, reach: reachOf(entry, built) },
    ...(settledBefore === undefined ? {} : { settledBefore }),
  };
}

/** Flags and guardrails in shadow mode change no answer. A check that fails and therefore blocks is not considered here. */
function reachOf({ stage, mode, action }: Entry, built: BuiltCheck): TextGuardrail['reach'] {
  if (stage !== 'output' || mode === 'shadow' || action === 'flag') return 'none';
  return (built.kind === 'text' ? built.reach : undefined) ?? 'whole';
}

function failing(): never {
  throw new Error('this check cannot run in this installation');
}
