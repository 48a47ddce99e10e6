import type {
  ConfidenceInsight,
  CostInsight,
  GuardrailInsight,
  LatencyInsight,
  UnansweredGroup,
  UnansweredMarked,
  UnansweredPage,
  UnansweredState,
  UnansweredTasks,
} from '@avow/contract';
import type { PairContent } from './content-packs.ts';
import type { MessageId, PackId, TenantId } from './identity.ts';
import type { CuratedPair } from './knowledge-store.ts';

/** What is counted: messages asked from the first instant on, and before the second. */
export interface Period {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** A page of groups, before it has a cursor. */
type UnansweredPart = Omit<UnansweredPage, 'has_more' | 'next_cursor'> & {
  /** Whether there are more after these. */
  readonly hasMore: boolean;
};

/** A place in the list: the last group that was shown. */
export type GroupPlace = Pick<UnansweredGroup, 'count' | 'group_id'>;

/** The pair that a group is to be answered by; the question of the group where none is given. */
export type GroupAnswer = Pick<PairContent, 'answer' | 'source' | 'url' | 'tags'> & {
  readonly packId: PackId;
  /** Null: whoever may see what the answers of the group rest on. */
  readonly groups: PairContent['groups'] | null;
  readonly question: string | null;
};

export interface GroupDraft {
  readonly pair: CuratedPair;
  readonly groupId: MessageId;
  readonly markedCount: number;
  /** Phrasings that did not become alternatives. */
  readonly leftOutCount: number;
}

/**
 * What use tells of a tenant's answers. Nothing of it is counted before it is asked for. Null stands for "no such group".
 * What is refused rejects with an `AppError`: `concurrency_limited` where too much is being counted already.
 */
export interface Insights {
  listUnanswered(
    tenantId: TenantId,
    period: Period,
    page: {
      readonly state: UnansweredState | null;
      readonly after: GroupPlace | null;
      readonly limit: number;
    },
  ): Promise<UnansweredPart>;
  /** Null also where there is no such pack. Rejects with `pack_conflict` where the draft answers the question already. */
  draftPair(
    tenantId: TenantId,
    period: Period,
    wanted: { readonly messageId: MessageId; readonly answer: GroupAnswer },
  ): Promise<GroupDraft | null>;
  /** Sets a group aside, or opens it again. */
  markGroup(
    tenantId: TenantId,
    period: Period,
    wanted: { readonly messageId: MessageId; readonly state: 'open' | 'dismissed' },
  ): Promise<UnansweredMarked | null>;
  /** Null where one of the groups is unknown. `groups` null: those that are open. */
  listTasks(
    tenantId: TenantId,
    period: Period,
    wanted: { readonly groups: readonly MessageId[] | null; readonly limit: number },
  ): Promise<UnansweredTasks | null>;
  confidence(tenantId: TenantId, period: Period): Promise<ConfidenceInsight>;
  cost(tenantId: TenantId, period: Period): Promise<CostInsight>;
  latency(tenantId: TenantId, period: Period): Promise<LatencyInsight>;
  guardrails(tenantId: TenantId, period: Period): Promise<GuardrailInsight>;
}
