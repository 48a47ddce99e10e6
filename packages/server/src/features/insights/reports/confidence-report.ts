import type { ConfidenceInsight } from '@avow/contract/insights';
import type { MessageId, TenantId } from '@avow/foundation';
import { createYielder, type GiveWay } from '@avow/foundation/concurrency';
import { bootstrapInterval, calibrationError } from '@avow/foundation/statistics';
import type { GuardrailPolicies } from '@avow/guardrails/policies';
import type { CalibrationState, FeedbackOperations } from '../../feedback/feedback.ts';
import type { FeedbackStore } from '../../feedback/feedback-store.ts';
import type { RecordStore } from '../../records/record-store.ts';
import type { InsightStore } from '../insight-store.ts';
import type { Period } from '../insights.ts';
import { readLabels } from '../labels/read-labels.ts';
import type { ResolvedLabel } from '../labels/resolve-labels.ts';
import { isAnswer, isNotCovered, readMessageFacts } from '../read-message-facts.ts';
import { causeOf, visitMessages } from '../visit-messages.ts';
import { weekOf, weeksOf } from './calendar.ts';
import { createReliability, intervalOf, type ReliabilityCount, roundShare } from './reliability.ts';

export interface ConfidenceSources {
  readonly insights: Pick<InsightStore, 'listFacts'>;
  readonly feedback: Pick<FeedbackStore, 'listLabels'>;
  readonly records: Pick<RecordStore, 'getMessage'>;
  readonly policies: Pick<GuardrailPolicies, 'inForce'>;
  readonly calibrations: Pick<FeedbackOperations, 'readCalibration'>;
}

/** Bootstrapping more labels would block the event loop for too long. */
const errorLabelsMax = 2_000;
const errorRounds = 100;
const causesReadMax = 1_000;

const givenBands = ['high', 'medium', 'low'] as const;

/** How well scores match the share of right answers. */
export async function buildConfidenceReport(
  parts: ConfidenceSources,
  tenantId: TenantId,
  period: Period,
): Promise<ConfidenceInsight> {
  const giveWay = createYielder();
  const whole = createByBand();
  const weeks = new Map(weeksOf(period).map((week) => [week, createByBand()]));
  const notCovered: MessageId[] = [];
  let [notCoveredCount, oldestMs] = [0, period.untilMs];
  const counted = await readMessageFacts(parts.insights, tenantId, period, {
    giveWay,
    visit: (facts) => {
      oldestMs = facts.createdAtMs;
      if (isNotCovered(facts)) {
        notCoveredCount += 1;
        if (notCovered.length < causesReadMax) notCovered.push(facts.messageId);
      }
      if (!isAnswer(facts)) return;
      const { band, confidenceScore: score } = facts;
      for (const counts of [whole, weeks.get(weekOf(facts.createdAtMs))])
        for (const count of counts?.of(band) ?? []) count.addAnswer(score);
    },
  });
  // Labels are limited to the messages that were counted.
  const askedFromMs = counted.complete ? period.fromMs : oldestMs;
  const labelled = { ...period, fromMs: askedFromMs };
  const { labels: all, isTruncated } = await readLabels(parts.feedback, tenantId, labelled, giveWay);
  const { labels = [], byVisitors = [] } = Object.groupBy(all, ({ isByVisitors }) =>
    isByVisitors ? 'byVisitors' : 'labels',
  );
  for (const { band, isRight, askedAtMs } of labels)
    for (const counts of [whole, weeks.get(weekOf(askedAtMs))])
      for (const count of counts?.of(band) ?? []) count.addLabel(isRight);
  return {
    ...counted,
    labels: labels.length,
    labels_truncated: isTruncated,
    visitors: { labelled: byVisitors.length, right: byVisitors.filter(({ isRight }) => isRight).length },
    bands: whole.summarizeBands(),
    weeks: [...weeks].map(([week, counts]) => ({
      week,
      ...counts.all.summarize(),
      bands: counts.summarizeBands(),
    })),
    methods: summarizeMethods(labels),
    calibration_error: summarizeCalibrationError(labels),
    no_answer: {
      count: notCoveredCount,
      examined: notCovered.length,
      withheld: await countWithheld(parts.records, tenantId, notCovered, giveWay),
    },
    ...(await readSettings(parts, tenantId)),
  };
}

function createByBand() {
  const all = createReliability();
  const bands = new Map<string, ReliabilityCount>(givenBands.map((band) => [band, createReliability()]));
  return {
    all,
    of: (band: string): ReliabilityCount[] => {
      const own = bands.get(band);
      return own === undefined ? [all] : [all, own];
    },
    summarizeBands: () =>
      givenBands.map((band) => ({ band, ...(bands.get(band) ?? createReliability()).summarize() })),
  };
}

function summarizeMethods(labels: readonly ResolvedLabel[]): ConfidenceInsight['methods'] {
  return [...Map.groupBy(labels, ({ method }) => method)]
    .sort(([one, ones], [other, others]) => others.length - ones.length || (one < other ? -1 : 1))
    .map(([method, own]) => {
      const right = own.filter(({ isRight }) => isRight).length;
      return {
        method,
        labelled: own.length,
        right,
        right_share: roundShare(right / own.length),
        right_interval: intervalOf(right, own.length) ?? { low: 0, high: 1 },
        mean_score: roundShare(own.reduce((sum, { score }) => sum + score, 0) / own.length),
      };
    });
}

/** Expects the most recently asked labels first. */
function summarizeCalibrationError(labels: readonly ResolvedLabel[]): ConfidenceInsight['calibration_error'] {
  const newest = labels.slice(0, errorLabelsMax);
  if (newest.length === 0) return { labelled: 0, error: null, interval: null, bins: [] };
  const { error, bins } = calibrationError(newest);
  const { low, high } = bootstrapInterval(newest, (rows) => calibrationError(rows).error, {
    rounds: errorRounds,
  });
  return {
    labelled: newest.length,
    error: roundShare(error),
    interval: { low: roundShare(low), high: roundShare(high) },
    bins: bins.map((bin) => ({
      count: bin.count,
      mean_score: roundShare(bin.meanScore),
      right_share: roundShare(bin.rightShare),
      low: roundShare(bin.low),
      high: roundShare(bin.high),
    })),
  };
}

async function countWithheld(
  records: Pick<RecordStore, 'getMessage'>,
  tenantId: TenantId,
  messageIds: readonly MessageId[],
  giveWay: GiveWay,
): Promise<number> {
  let withheld = 0;
  await visitMessages(records, tenantId, messageIds, {
    giveWay,
    visit: ({ content }) => {
      if (causeOf(content) === 'below_risk_level') withheld += 1;
    },
  });
  return withheld;
}

async function readSettings(
  { policies, calibrations }: ConfidenceSources,
  tenantId: TenantId,
): Promise<Pick<ConfidenceInsight, 'thresholds' | 'calibration'>> {
  const [{ policy }, state] = await Promise.all([
    policies.inForce(tenantId),
    calibrations.readCalibration(tenantId),
  ]);
  const { high, medium } = policy.bands;
  return {
    thresholds: { high, medium, risk_level: policy.confidence.withhold_below },
    calibration: {
      model: state.model,
      revision: state.inForce?.revision ?? null,
      examples: state.inForce?.fit?.exampleCount ?? 0,
      usable: state.labels.usable,
      missing: missingFor(state),
    },
  };
}

function missingFor({ labels, needed }: CalibrationState): ConfidenceInsight['calibration']['missing'] {
  const lack = (wanted: number, there: number) => Math.max(0, wanted - there);
  return {
    usable: lack(needed.usable, labels.usable),
    right: lack(needed.right, labels.right),
    wrong: lack(needed.wrong, labels.usable - labels.right),
  };
}
