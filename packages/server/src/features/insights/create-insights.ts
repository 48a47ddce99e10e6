import type { UnansweredTask } from '@avow/contract/insights';
import type { MessageId, TenantId } from '@avow/foundation';
import type { ContentPacks } from '../content/content.ts';
import type { FeedbackStore } from '../feedback/feedback-store.ts';
import { createInsightQueue } from './insight-queue.ts';
import type { InsightStore } from './insight-store.ts';
import type { Insights, ReadablePeriod } from './insights.ts';
import { buildActivityReport } from './reports/activity-report.ts';
import { buildConfidenceReport, type ConfidenceSources } from './reports/confidence-report.ts';
import { buildCostReport, type CostSources } from './reports/cost-report.ts';
import { buildGuardrailReport } from './reports/guardrail-report.ts';
import { buildLatencyReport } from './reports/latency-report.ts';
import { chooseAction } from './unanswered/choose-action.ts';
import { draftPair, type PairDrafting } from './unanswered/draft-pair.ts';
import { findGroups, type GroupDependencies, type UnansweredSet } from './unanswered/find-groups.ts';
import { createDescribeNearest, type DescribeNearest, groupToWire } from './unanswered/group-to-wire.ts';

export type InsightDependencies = GroupDependencies &
  ConfidenceSources &
  CostSources &
  PairDrafting & {
    readonly insights: InsightStore;
    readonly feedback: Pick<FeedbackStore, 'listOpenFeedback'>;
    readonly packs: Pick<ContentPacks, 'createPair' | 'findPairs' | 'getDocument' | 'getPair'>;
  };

/** A console page requests all insights together. A few tenants cannot fill the queue for all others. */
const queueLimits = { tenantMax: 8, totalMax: 256 };

/** The newest, of which groups name theirs. */
const openFeedbackMax = 1_000;

export function createInsights(parts: InsightDependencies): Insights {
  const enqueue = createInsightQueue(queueLimits);
  const { insights, packs, nowMs } = parts;

  /** The group that contains this message. */
  async function findGroup(tenantId: TenantId, period: ReadablePeriod, messageId: MessageId) {
    const { groups } = await findGroups(parts, tenantId, period);
    return groups.find((group) => contains(group, messageId)) ?? null;
  }

  return {
    listUnanswered: (tenantId, period, { state, after, limit }) =>
      enqueue(tenantId, async () => {
        const found = await findGroups(parts, tenantId, period);
        const listed = found.groups
          .filter((group) => state === null || group.state === state)
          .filter((group) => after === null || isAfter(group, after));
        const describe = createDescribeNearest(packs, tenantId);
        const openFeedback = await parts.feedback.listOpenFeedback(tenantId, openFeedbackMax);
        return {
          ...found.counted,
          questions: found.questionCount,
          questions_omitted: found.omittedCount,
          labels_truncated: found.areLabelsTruncated,
          grouped_by: found.groupedBy,
          pending_embeddings: found.pendingCount,
          data: await Promise.all(
            listed.slice(0, limit).map((group) => groupToWire(group, describe, openFeedback)),
          ),
          hasMore: listed.length > limit,
        };
      }),
    draftPair: (tenantId, period, { messageId, answer }) =>
      enqueue(tenantId, async () => {
        const group = await findGroup(tenantId, period, messageId);
        return group === null ? null : await draftPair(parts, tenantId, group, answer);
      }),
    markGroup: (tenantId, period, { messageId, state }) =>
      enqueue(tenantId, async () => {
        const group = await findGroup(tenantId, period, messageId);
        if (group === null) return null;
        const messageIds = group.questions.map((question) => question.messageId);
        if (state === 'open') await insights.removeMarks(tenantId, messageIds);
        else
          await insights.putMarks(
            tenantId,
            messageIds.map((id) => ({ messageId: id, state, curatedId: null })),
            nowMs(),
          );
        return { group_id: group.groupId, state, marked: messageIds.length };
      }),
    listTasks: (tenantId, period, { groups: wanted, limit }) =>
      enqueue(tenantId, async () => {
        const { groups, counted } = await findGroups(parts, tenantId, period);
        const chosen =
          wanted === null ? groups.filter(({ state }) => state === 'open') : choose(groups, wanted);
        if (chosen === null) return null;
        const describe = createDescribeNearest(packs, tenantId);
        const tasks = chosen.slice(0, limit).map((group) => taskOf(group, describe));
        return { ...counted, data: await Promise.all(tasks) };
      }),
    activity: (tenantId, period, channel) =>
      enqueue(tenantId, () => buildActivityReport(parts, tenantId, { ...period, channel })),
    confidence: (tenantId, period) => enqueue(tenantId, () => buildConfidenceReport(parts, tenantId, period)),
    cost: (tenantId, period) => enqueue(tenantId, () => buildCostReport(parts, tenantId, period)),
    latency: (tenantId, period) => enqueue(tenantId, () => buildLatencyReport(insights, tenantId, period)),
    guardrails: (tenantId, period) => enqueue(tenantId, () => buildGuardrailReport(parts, tenantId, period)),
  };
}

function contains({ questions }: UnansweredSet, messageId: MessageId): boolean {
  return questions.some((question) => question.messageId === messageId);
}

function isAfter(
  group: UnansweredSet,
  place: { readonly count: number; readonly group_id: string },
): boolean {
  const { length } = group.questions;
  return length < place.count || (length === place.count && group.groupId > place.group_id);
}

/** In the requested order, each once; null if one of them is unknown. */
function choose(groups: readonly UnansweredSet[], wanted: readonly MessageId[]): UnansweredSet[] | null {
  const found = wanted.map((messageId) => groups.find((group) => contains(group, messageId)));
  return found.includes(undefined) ? null : [...new Set(found.filter((group) => group !== undefined))];
}

async function taskOf(group: UnansweredSet, describe: DescribeNearest): Promise<UnansweredTask> {
  const shown = await groupToWire(group, describe);
  const nearest = shown.nearest[0] ?? null;
  const cause = shown.causes[0]?.cause ?? 'nothing_found';
  const { group_id, question, count, end_user_count, last_asked_at } = shown;
  return {
    ...{ group_id, question, phrasings: shown.examples, count, end_user_count, last_asked_at, nearest },
    ...chooseAction({ cause, nearest }),
  };
}
