import type { EvaluationReport } from '@avow/contract/evaluation';
import { shorten } from '@avow/text';
import type { PublishGate } from '../golden/golden-store.ts';
import { outcomeWords } from '../report/report-words.ts';
import { compareEvaluations } from './compare-evaluations.ts';

export type GateOutcome =
  /** `note` is stored with the version; it may be empty. */
  | { readonly kind: 'open'; readonly note: string }
  /** `reason` is for people to read. */
  | { readonly kind: 'closed'; readonly reason: string };

/** Runs of the same questions on the served version and on the staged one. */
export interface GatedRuns {
  readonly served: EvaluationReport;
  readonly staged: EvaluationReport;
}

/** The number of worse questions to list. */
const worseShownMax = 10;
const questionShownPoints = 120;

export const openGate: GateOutcome = { kind: 'open', note: '' };

export function closedGate(reason: string): GateOutcome {
  return { kind: 'closed', reason: `Nothing was published. ${reason}` };
}

/** Counts the failed and degraded answers of a run. */
export function countImpaired({ results }: EvaluationReport): {
  readonly failed: number;
  readonly degraded: number;
} {
  return {
    failed: results.filter(({ outcome }) => outcome === 'failed').length,
    degraded: results.filter(({ is_degraded }) => is_degraded).length,
  };
}

/** Whether the staged version is as good as the served one, within the tolerance. */
export function decideGate({ toleranceShare }: PublishGate, { served, staged }: GatedRuns): GateOutcome {
  const missed = countImpaired(served);
  // Compared with an impaired run, a regression could pass for no change.
  if (missed.failed > 0 || missed.degraded > countImpaired(staged).degraded)
    return closedGate(
      `Of ${served.results.length} golden questions, ${Math.max(missed.failed, missed.degraded)} failed or were degraded on the served version, so nothing can be compared. Publish again when all models are available.`,
    );
  const comparison = compareEvaluations(served, staged, ['accuracy']);
  const accuracy = comparison.figures.find(({ figure }) => figure === 'accuracy');
  const drop = accuracy === undefined ? 0 : accuracy.base - accuracy.other;
  // Tolerates rounding errors.
  if (accuracy === undefined || drop <= toleranceShare + 1e-9) return openGate;
  const worse = comparison.changed.filter(({ change }) => change === 'worse');
  const shown = worse
    .slice(0, worseShownMax)
    .map(
      ({ base, other }) =>
        `- ${shorten(base.question.replace(/\s+/g, ' '), questionShownPoints)} (${outcomeWords[base.outcome]}, now: ${outcomeWords[other.outcome]})`,
    );
  const more = worse.length > worseShownMax ? [`- and ${worse.length - worseShownMax} more`] : [];
  return closedGate(
    [
      `Of ${comparison.shared_count} golden questions, ${percent(accuracy.other)} were right, compared with ${percent(accuracy.base)} before: a drop of ${points(drop)}, and the gate allows ${points(toleranceShare)}.`,
      'These got worse:',
      ...shown,
      ...more,
    ].join('\n'),
  );
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function points(share: number): string {
  return `${(share * 100).toFixed(1)} points`;
}
