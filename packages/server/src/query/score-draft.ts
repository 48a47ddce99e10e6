import type { ConfidenceCap } from '@avow/contract';
import type { Draft } from '../interfaces/answering.ts';
import type { CapCauses, Scored, ScoreRules } from '../interfaces/confidence.ts';
import type { Guard, StageOutcome } from '../interfaces/guard.ts';
import type { Progress } from './progress.ts';
import type { GuardedParts } from './query-parts.ts';

/** How sure the service is of a draft that passed, under the rules of the policy. */
export function scoreDraft(
  { scoring, scorer, guard }: Pick<GuardedParts, 'scoring' | 'scorer' | 'guard'>,
  progress: Progress,
  { draft, output }: { readonly draft: Draft; readonly output: Pick<StageOutcome, 'results' | 'degraded'> },
): Scored {
  const { found, asked } = progress;
  // What is remembered is scored by what was known of it when it was found.
  const evidence = found.evidence ?? scoring.evidenceOf(draft, { question: asked.text, tier: found.tier });
  return scorer.score(evidence, {
    capCauses: capCausesOf(guard, progress, { draft, output }),
    isTranslated: draft.kind === 'written' && typeof draft.translatedFrom === 'string',
    rules: rulesOf(guard),
  });
}

function rulesOf({ bands, confidence: { withhold_below: riskLevel, caps } }: Guard): ScoreRules {
  return { bands, riskLevel, caps };
}

function capCausesOf(
  guard: Guard,
  { input, found, asked }: Progress,
  { draft, output }: Parameters<typeof scoreDraft>[2],
): CapCauses {
  const holds: Readonly<Record<ConfidenceCap, boolean>> = {
    degraded: found.isDegraded || asked.isDegraded || found.routing === 'fallback',
    failed_open: [input, found.sifted, output].some(({ degraded }) => degraded),
    // What is given although a grounding check objects, as the policy may have it.
    unsupported: !guard.isGrounded(output.results),
    disagreeing: draft.disagrees === true,
  };
  return new Set((Object.keys(holds) as ConfidenceCap[]).filter((cause) => holds[cause]));
}

/**
 * Whether anything that language models write may turn out to be withheld, or to wait for a person, once all of it is known:
 * then nothing of it is told before that. What holds a score down is often known only at the end, and is counted in.
 */
export function mayBeKeptBack({
  guard,
  scorer,
  steps,
}: Pick<GuardedParts, 'guard' | 'scorer' | 'steps'>): boolean {
  const { withhold_below: riskLevel, caps } = guard.confidence;
  const level = Math.max(riskLevel, guard.review.below ?? 0);
  const least = Math.min(
    // Scores have four decimals, and are never above a cap.
    ...Object.values(caps).map((cap) => Math.floor(cap * 10_000) / 10_000),
    ...steps.tiers.map(({ tier }) => scorer.leastOf(`written_${tier}`)),
  );
  return level > least;
}
