import type { Band, MessageStatus, RoutingSource, SourceType } from '@avow/contract';
import type { CuratedId, MessageId, TenantId } from './identity.ts';

/** What can be counted of a message that has ended; nothing that a person wrote. */
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
  /** Of guardrails that did not simply pass: what each did. */
  readonly findings: readonly GuardrailFinding[];
}

/** `failed`: it did not run, or not to its end. */
export interface GuardrailFinding {
  readonly guardrailId: string;
  readonly name: string;
  readonly did: 'flag' | 'redact' | 'block' | 'failed';
  readonly isShadow: boolean;
}

/** What became of an unanswered question. */
export interface HandledMark {
  readonly messageId: MessageId;
  readonly state: 'drafted' | 'dismissed';
  readonly curatedId: CuratedId | null;
}

/** What is counted over many messages. Every method names the tenant first. */
export interface InsightStore {
  /**
   * Newest first, strictly older than `before` where it is given: messages that ended, asked from `fromMs` (inclusive) until
   * `untilMs` (exclusive). At most `limit`, of which there may be thousands.
   */
  listFacts(
    tenantId: TenantId,
    period: { readonly fromMs: number; readonly untilMs: number },
    page: { readonly before: MessageId | null; readonly limit: number },
  ): Promise<MessageFacts[]>;

  /** Meanings of questions, as far as they were kept under this encoder's name. */
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
   * Notes with the messages that a pair is about to have words of theirs, so that whoever erases one of them is told of the
   * pair, whatever becomes of the marks. False: the content of one is gone, and nothing was noted.
   */
  notePair(tenantId: TenantId, messageIds: readonly MessageId[], curatedId: CuratedId): Promise<boolean>;
  /** The pair was not made after all. */
  removePairNote(tenantId: TenantId, messageIds: readonly MessageId[], curatedId: CuratedId): Promise<void>;
  /** Open again. */
  removeMarks(tenantId: TenantId, messageIds: readonly MessageId[]): Promise<void>;
}
