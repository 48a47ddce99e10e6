import type { UnansweredTask } from '@avow/contract';
import type { ContentPacks } from '../interfaces/content-packs.ts';
import type { MessageId, TenantId } from '../interfaces/identity.ts';
import type { InsightStore } from '../interfaces/insight-store.ts';
import type { Insights, Period } from '../interfaces/insights.ts';
import { chooseAction } from './choose-action.ts';
import { createLine } from './create-line.ts';
import { createDescribeNearest, type DescribeNearest } from './describe-nearest.ts';
import { type DraftPairParts, draftPair } from './draft-pair.ts';
import { type FindGroupsParts, findGroups, type UnansweredSet } from './find-groups.ts';
import { showGroup } from './show-group.ts';
import { type ConfidenceParts, tellConfidence } from './tell-confidence.ts';
import { type CostParts, tellCost } from './tell-cost.ts';
import { tellGuardrails } from './tell-guardrails.ts';
import { tellLatency } from './tell-latency.ts';

export type InsightsParts = FindGroupsParts &
  ConfidenceParts &
  CostParts &
  DraftPairParts & {
    readonly insights: InsightStore;
    readonly packs: Pick<ContentPacks, 'createPair' | 'findPairs' | 'getDocument' | 'getPair'>;
  };

/** A page of the console asks for all of them at once. */
const lineLimits = { tenantMax: 8, totalMax: 32 };

export function createInsights(parts: InsightsParts): Insights {
  const inLine = createLine(lineLimits);
  const { insights, packs, nowMs } = parts;

  /** The group that holds this message, whichever of them it was named by. */
  async function findGroup(tenantId: TenantId, period: Period, messageId: MessageId) {
    const { groups } = await findGroups(parts, tenantId, period);
    return groups.find((group) => holds(group, messageId)) ?? null;
  }

  return {
    listUnanswered: (tenantId, period, { state, after, limit }) =>
      inLine(tenantId, async () => {
        const found = await findGroups(parts, tenantId, period);
        const listed = found.groups
          .filter((group) => state === null || group.state === state)
          .filter((group) => after === null || isAfter(group, after));
        const describe = createDescribeNearest(packs, tenantId);
        return {
          ...found.counted,
          questions: found.questionCount,
          questions_left_out: found.leftOutCount,
          labels_truncated: found.areLabelsTruncated,
          grouped_by: found.groupedBy,
          waiting: found.waitingCount,
          data: await Promise.all(listed.slice(0, limit).map((group) => showGroup(group, describe))),
          hasMore: listed.length > limit,
        };
      }),
    draftPair: (tenantId, period, { messageId, answer }) =>
      inLine(tenantId, async () => {
        const group = await findGroup(tenantId, period, messageId);
        return group === null ? null : await draftPair(parts, tenantId, group, answer);
      }),
    markGroup: (tenantId, period, { messageId, state }) =>
      inLine(tenantId, async () => {
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
      inLine(tenantId, async () => {
        const { groups, counted } = await findGroups(parts, tenantId, period);
        const chosen =
          wanted === null ? groups.filter(({ state }) => state === 'open') : choose(groups, wanted);
        if (chosen === null) return null;
        const describe = createDescribeNearest(packs, tenantId);
        const tasks = chosen.slice(0, limit).map((group) => taskOf(group, describe));
        return { ...counted, data: await Promise.all(tasks) };
      }),
    confidence: (tenantId, period) => inLine(tenantId, () => tellConfidence(parts, tenantId, period)),
    cost: (tenantId, period) => inLine(tenantId, () => tellCost(parts, tenantId, period)),
    latency: (tenantId, period) => inLine(tenantId, () => tellLatency(insights, tenantId, period)),
    guardrails: (tenantId, period) => inLine(tenantId, () => tellGuardrails(parts, tenantId, period)),
  };
}

function holds({ questions }: UnansweredSet, messageId: MessageId): boolean {
  return questions.some((question) => question.messageId === messageId);
}

function isAfter(
  group: UnansweredSet,
  place: { readonly count: number; readonly group_id: string },
): boolean {
  const { length } = group.questions;
  return length < place.count || (length === place.count && group.groupId > place.group_id);
}

/** In the order in which they were named, each once; null where one of them is unknown. */
function choose(groups: readonly UnansweredSet[], wanted: readonly MessageId[]): UnansweredSet[] | null {
  const found = wanted.map((messageId) => groups.find((group) => holds(group, messageId)));
  return found.includes(undefined) ? null : [...new Set(found.filter((group) => group !== undefined))];
}

async function taskOf(group: UnansweredSet, describe: DescribeNearest): Promise<UnansweredTask> {
  const shown = await showGroup(group, describe);
  const nearest = shown.nearest[0] ?? null;
  const cause = shown.causes[0]?.cause ?? 'nothing_found';
  const { group_id, question, count, askers, last_asked_at } = shown;
  return {
    ...{ group_id, question, phrasings: shown.examples, count, askers, last_asked_at, nearest },
    ...chooseAction({ cause, nearest }),
  };
}
