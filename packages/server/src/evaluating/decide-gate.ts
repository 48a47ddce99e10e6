import type { EvaluationReport } from '@avow/contract';
import type { GateOutcome } from '../interfaces/evaluations.ts';
import type { PublishGate } from '../interfaces/golden-store.ts';
import { shorten } from '../text/shorten.ts';
import { compareEvaluations } from './compare-evaluations.ts';
import { outcomeWords } from './report/report-words.ts';

/** The same questions, asked of the version that is served and of what would be published. */
export interface GatedRuns {
  readonly served: EvaluationReport;
  readonly staged: EvaluationReport;
}

/** Questions that got worse, as many as a person reads at once. */
const worseShownMax = 10;
const questionShownPoints = 120;

export const openGate: GateOutcome = { kind: 'open', note: '' };

export function closedGate(reason: string): GateOutcome {
  return { kind: 'closed', reason: `Nothing was published. ${reason}` };
}

/** What a run had to do without. */
export function missedIn({ results }: EvaluationReport): {
  readonly failed: number;
  readonly degraded: number;
} {
  return {
    failed: results.filter(({ outcome }) => outcome === 'failed').length,
    degraded: results.filter(({ is_degraded }) => is_degraded).length,
  };
}

/** Whether what would be published came out as well as what is served, but for the tolerance. */
export function decideGate({ toleranceShare }: PublishGate, { served, staged }: GatedRuns): GateOutcome {
  const missed = missedIn(served);
  // Held against a run in which something was missing, what is worse than it should be would pass for no worse.
  if (missed.failed > 0 || missed.degraded > missedIn(staged).degraded)
    return closedGate(
      `Of ${served.results.length} golden questions, ${Math.max(missed.failed, missed.degraded)} could not be asked of the version that is served with all that answers need, so nothing can be compared. Publish again when the service has all of its models.`,
    );
  const comparison = compareEvaluations(served, staged, ['accuracy']);
  const accuracy = comparison.figures.find(({ figure }) => figure === 'accuracy');
  const fell = accuracy === undefined ? 0 : accuracy.base - accuracy.other;
  // Shares are of counts: what rounding leaves of them is no fall.
  if (accuracy === undefined || fell <= toleranceShare + 1e-9) return openGate;
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
      `Of ${comparison.shared_count} golden questions ${percent(accuracy.other)} came out right, before ${percent(accuracy.base)}: a fall of ${points(fell)}, and the gate allows ${points(toleranceShare)}.`,
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
