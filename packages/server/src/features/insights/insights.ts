import type { CuratedPair } from '@avow/answering';
import type { QnaPreview } from '@avow/contract/content';
import type {
  ActivityInsight,
  ConfidenceInsight,
  CostInsight,
  GuardrailInsight,
  LatencyInsight,
  UnansweredGroup,
  UnansweredMarked,
  UnansweredPage,
  UnansweredState,
  UnansweredTasks,
} from '@avow/contract/insights';
import type { CuratedId, MessageId, PackId, TenantId } from '@avow/foundation';
import type { PairContent } from '../curated/curated.ts';
import type { ReaderGroups } from '../records/records.ts';

/** Messages asked from the first instant (inclusive) until the second (exclusive). */
export interface Period {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** The questions of a period that a reader may see. */
export interface ReadablePeriod extends Period {
  readonly readableBy: ReaderGroups;
}

/** A page of groups, before it has a cursor. */
type UnansweredPart = Omit<UnansweredPage, 'has_more' | 'next_cursor'> & {
  /** Whether there are more groups. */
  readonly hasMore: boolean;
};

/** A position in the list: the last group of the previous page. */
export type GroupPlace = Pick<UnansweredGroup, 'count' | 'group_id'>;

/** The pair to answer a group with; its question defaults to that of the group. */
export type GroupPair = Pick<PairContent, 'answer' | 'source' | 'url' | 'tags'> & {
  readonly packId: PackId;
  /** Null: those who may see what the answers of the group were based on. */
  readonly groups: PairContent['groups'] | null;
  readonly question: string | null;
};

export interface GroupDraft {
  readonly pair: CuratedPair;
  readonly groupId: MessageId;
  readonly markedCount: number;
  /** Phrasings that did not become alternatives. */
  readonly omittedCount: number;
}

/**
 * Insights into a tenant's answers, computed on request. Null means "no such group". Refusals reject with an `AppError`:
 * `concurrency_limited` if too many requests are in progress.
 */
export interface Insights {
  listUnanswered(
    tenantId: TenantId,
    period: ReadablePeriod,
    page: {
      readonly state: UnansweredState | null;
      readonly after: GroupPlace | null;
      readonly limit: number;
    },
  ): Promise<UnansweredPart>;
  /** Null also if there is no such pack. Rejects with `pack_conflict` if the draft already answers the question. */
  draftPair(
    tenantId: TenantId,
    period: ReadablePeriod,
    wanted: { readonly messageId: MessageId; readonly answer: GroupPair },
  ): Promise<GroupDraft | null>;
  /** Dismisses a group, or reopens it. */
  markGroup(
    tenantId: TenantId,
    period: ReadablePeriod,
    wanted: { readonly messageId: MessageId; readonly state: 'open' | 'dismissed' },
  ): Promise<UnansweredMarked | null>;
  /** Null if one of the groups is unknown. `groups` null: the open ones. */
  listTasks(
    tenantId: TenantId,
    period: ReadablePeriod,
    wanted: { readonly groups: readonly MessageId[] | null; readonly limit: number },
  ): Promise<UnansweredTasks | null>;
  /** `channel` null: all of them. */
  activity(tenantId: TenantId, period: ReadablePeriod, channel: string | null): Promise<ActivityInsight>;
  confidence(tenantId: TenantId, period: Period): Promise<ConfidenceInsight>;
  cost(tenantId: TenantId, period: Period): Promise<CostInsight>;
  latency(tenantId: TenantId, period: Period): Promise<LatencyInsight>;
  guardrails(tenantId: TenantId, period: Period): Promise<GuardrailInsight>;
}

/** Which questions a pair would answer if it were published. Changes nothing. */
export interface CuratedPreview {
  /** `replaces`: the pair whose content this would be; null: it is new. Null: there is no such pack. */
  preview(
    tenantId: TenantId,
    period: Period,
    wanted: { readonly packId: PackId; readonly pair: PairContent; readonly replaces: CuratedId | null },
  ): Promise<QnaPreview | null>;
}
