import type { Band, MessageStatus, RoutingSource, SourceType } from '@avow/contract';
import type { CuratedId, MessageId, TenantId } from '@avow/foundation';
import type { GuardrailFinding } from '../records/record-store.ts';
import type { RecordAudience } from '../records/records.ts';

/** Countable facts about a finished message; no text that a person wrote. */
export interface MessageFacts {
  readonly messageId: MessageId;
  readonly createdAtMs: number;
  readonly status: MessageStatus;
  readonly band: Band;
  readonly confidenceScore: number;
  readonly sourceType: SourceType;
  readonly channelType: string;
  readonly timeMs: number;
  readonly modelTier: number;
  readonly routingSource: RoutingSource;
  readonly isDegraded: boolean;
  /** What each guardrail that did not pass did. */
  readonly findings: readonly GuardrailFinding[];
  /** Who may see the message. */
  readonly audience: RecordAudience;
}

/** How an unanswered question was handled. */
export interface HandledMark {
  readonly messageId: MessageId;
  readonly state: 'drafted' | 'dismissed';
  readonly curatedId: CuratedId | null;
}

/** Data for insights over many messages. Every method takes the tenant first. */
export interface InsightStore {
  /**
   * Finished messages asked from `fromMs` (inclusive) until `untilMs` (exclusive), newest first, strictly older than `before`
   * if it is given. At most `limit`, which may be thousands.
   */
  listFacts(
    tenantId: TenantId,
    period: { readonly fromMs: number; readonly untilMs: number },
    page: { readonly before: MessageId | null; readonly limit: number },
  ): Promise<MessageFacts[]>;

  /** Embeddings of questions, as far as they are stored for this encoder. */
  readQuestionVectors(
    tenantId: TenantId,
    wanted: { readonly encoder: string; readonly messageIds: readonly MessageId[] },
  ): Promise<ReadonlyMap<MessageId, Float32Array>>;
  putQuestionVectors(
    tenantId: TenantId,
    given: { readonly encoder: string; readonly vectors: ReadonlyMap<MessageId, Float32Array> },
  ): Promise<void>;

  readMarks(tenantId: TenantId, messageIds: readonly MessageId[]): Promise<HandledMark[]>;
  putMarks(tenantId: TenantId, marks: readonly HandledMark[], nowMs: number): Promise<void>;
  /**
   * Notes with the messages that a pair will contain text of theirs, so that an erasure of one of them reports the pair,
   * independent of the marks. False: the content of one is gone, and nothing was noted.
   */
  notePair(tenantId: TenantId, messageIds: readonly MessageId[], curatedId: CuratedId): Promise<boolean>;
  /** The pair was not created after all. */
  removePairNote(tenantId: TenantId, messageIds: readonly MessageId[], curatedId: CuratedId): Promise<void>;
  /** Reopens the questions. */
  removeMarks(tenantId: TenantId, messageIds: readonly MessageId[]): Promise<void>;
}
