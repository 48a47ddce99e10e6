import type { CapCauses, Draft, Evidence, Scored, ScoreRules } from '@avow/answering';
import type { ConfidenceCap } from '@avow/contract';
import type { Guard, StageOutcome } from '@avow/guardrails';
import type { GuardedParts } from './query-parts.ts';
import type { Progress } from './recording/trace-query.ts';

/** How certain the service is of a draft that passed the checks, under the rules of the policy. */
export function scoreDraft(
  parts: Pick<GuardedParts, 'scoring' | 'scorer' | 'guard' | 'memory'>,
  progress: Progress,
  { draft, output }: { readonly draft: Draft; readonly output: Pick<StageOutcome, 'results' | 'degraded'> },
): Scored {
  const { scorer, guard } = parts;
  // A cached answer is scored by the evidence from when it was found.
  const evidence = progress.found.evidence ?? findEvidence(parts, progress, draft);
  return scorer.score(evidence, {
    capCauses: capCausesOf(guard, progress, { draft, output }),
    isTranslated: draft.kind === 'written' && typeof draft.translatedFrom === 'string',
    rules: rulesOf(guard),
  });
}

/** Curated answers come again and again, word for word. */
function findEvidence(
  { scoring, memory }: Pick<GuardedParts, 'scoring' | 'memory'>,
  { found }: Progress,
  draft: Draft,
): Evidence {
  const { tier, question } = found;
  const find = () => scoring.evidenceOf(draft, { question: question.text, tier });
  if (draft.sourceType !== 'qna') return find();
  const texts = [question.text, tier, JSON.stringify(draft)];
  return memory.recall({ tenantId: question.tenantId, kind: 'evidence', texts }, find);
}

function rulesOf({ bands, confidence: { withhold_below: riskLevel, caps } }: Guard): ScoreRules {
  return { bands, riskLevel, caps };
}

function capCausesOf(
  guard: Guard,
  { input, found, refinement }: Progress,
  { draft, output }: Parameters<typeof scoreDraft>[2],
): CapCauses {
  const holds: Readonly<Record<ConfidenceCap, boolean>> = {
    degraded: found.isDegraded || refinement.isDegraded,
    failed_open: [input, found.filtered, output].some(({ degraded }) => degraded),
    // The policy may let an answer through although a grounding check objects.
    unsupported: !guard.isGrounded(output.results),
    conflicting_sources: draft.disagrees === true,
  };
  return new Set((Object.keys(holds) as ConfidenceCap[]).filter((cause) => holds[cause]));
}

/**
 * Whether an answer of a language model may turn out to be withheld, or to be pending review, once all of it is known: then
 * nothing of it is streamed before that. Caps often apply only at the end, so they are included here.
 */
export function mayBeWithheld({
  guard,
  scorer,
  steps,
}: Pick<GuardedParts, 'guard' | 'scorer' | 'steps'>): boolean {
  const { withhold_below: riskLevel, caps } = guard.confidence;
  const level = Math.max(riskLevel, guard.review.below ?? 0);
  const least = Math.min(
    // Scores have four decimals, and are never above a cap.
    ...Object.values(caps).map((cap) => Math.floor(cap * 10_000) / 10_000),
    ...steps.tiers.map(({ tier }) => scorer.leastOf(`generative_tier_${tier}`)),
  );
  return level > least;
}
