import type {
  CallerId,
  CuratedId,
  HoldId,
  MessageId,
  OutboxEvent,
  TenantId,
  ThreadId,
} from '@avow/foundation';
import type { LogPlace } from '@avow/ledger';

/** What a legal hold protects from erasure and expiry. */
export type HoldTarget =
  | { readonly scope: 'message'; readonly messageId: MessageId }
  | { readonly scope: 'thread'; readonly threadId: ThreadId }
  /** Null: the person was erased after the hold had been lifted. */
  | { readonly scope: 'end_user'; readonly endUserId: string | null }
  | { readonly scope: 'tenant' };

export interface Hold {
  readonly holdId: HoldId;
  readonly target: HoldTarget;
  readonly reason: string;
  readonly placedAtMs: number;
  readonly placedBy: CallerId | 'operator';
  /** Null while it is active. */
  readonly liftedAtMs: number | null;
  readonly liftedBy: CallerId | 'operator' | null;
}

/** A conversation: messages that follow one another. */
export interface Thread {
  readonly threadId: ThreadId;
  /** When its first message on record was asked. */
  readonly createdAtMs: number;
  readonly lastMessageAtMs: number;
  /** Messages whose content is present. */
  readonly messageCount: number;
  /** Messages whose content is erased or expired. */
  readonly emptiedCount: number;
  /** It was deleted, or nobody is left whose it is: it cannot be continued. */
  readonly isClosed: boolean;
}

/** How long a tenant's records are kept. */
export interface Retention {
  /** Days after which the content of a message is destroyed. */
  readonly contentDays: number;
  /** Days after which the record itself is dropped, and only its leaf in the log remains; null: never. */
  readonly recordDays: number | null;
}

export const defaultRetention: Retention = { contentDays: 400, recordDays: null };

/** Who acts, and when, as recorded on the log. */
export interface ErasureAttribution {
  readonly atMs: number;
  readonly actor: CallerId | 'operator' | '';
}

export type EraseOutcome =
  /** `pairs`: curated pairs that were drafted from the message. They are the tenant's content, and are kept. */
  | {
      readonly kind: 'erased';
      readonly place: LogPlace;
      readonly atMs: number;
      readonly pairs: readonly CuratedId[];
    }
  /** It was erased earlier, and nothing changed; the values are those of that erasure. */
  | {
      readonly kind: 'already_erased';
      readonly place: LogPlace;
      readonly atMs: number;
      readonly pairs: readonly CuratedId[];
    }
  | { readonly kind: 'under_hold'; readonly holdIds: readonly HoldId[] }
  /** It is still being answered, or in review. */
  | { readonly kind: 'unfinished' }
  /** The record itself was dropped under the tenant's retention: `place` is that of its leaf. */
  | { readonly kind: 'dropped'; readonly place: LogPlace }
  | { readonly kind: 'unknown' };

type CloseOutcome =
  | { readonly kind: 'closed' }
  | { readonly kind: 'under_hold'; readonly holdIds: readonly HoldId[] }
  | { readonly kind: 'unknown' };

/**
 * Erasure, legal holds and retention. Methods for one tenant take it first. A promise that resolves means that the change is
 * durable and on the log, and that no file of the store contains what was destroyed. Copies of expired content may remain
 * while another process reads, until the next sweep.
 */
export interface RetentionStore {
  /**
   * Destroys the key, the salts and the content of a message that has ended, everything attached to it (journal, vectors,
   * feedback and labels, golden questions made from it, their texts in reports, its idempotency claim), and the person. The
   * record stays with its facts and its leaf. Content that had expired is marked as erased nevertheless.
   */
  eraseMessage(
    tenantId: TenantId,
    messageId: MessageId,
    attribution: ErasureAttribution & { readonly event: OutboxEvent },
  ): Promise<EraseOutcome>;
  /** Messages of this person that are not erased yet, oldest first, strictly newer than `after` if given. */
  listMessagesOf(
    tenantId: TenantId,
    endUserId: string,
    page: { readonly after: MessageId | null; readonly limit: number },
  ): Promise<MessageId[]>;
  /** Null: there is no such thread. */
  getThread(tenantId: TenantId, threadId: ThreadId): Promise<Thread | null>;
  /** Nobody can continue the thread any more; once more, if it is closed already. `under_hold`: by a hold on it or on the tenant. */
  closeThread(tenantId: TenantId, threadId: ThreadId): Promise<CloseOutcome>;
  /** Messages of this thread that are not erased yet, oldest first, strictly newer than `after` if given. */
  listMessagesIn(
    tenantId: TenantId,
    threadId: ThreadId,
    page: { readonly after: MessageId | null; readonly limit: number },
  ): Promise<MessageId[]>;
  /**
   * Erases what is left of a person besides their messages: feedback they gave on messages of others, its labels, even if
   * the feedback has expired, and their name in lifted holds. Feedback on a message under hold stays: `underHold` names the
   * message. `rows`: how many were erased; `pairs` as above.
   */
  eraseEndUserTraces(
    tenantId: TenantId,
    endUserId: string,
  ): Promise<{
    readonly rows: number;
    readonly underHold: readonly MessageId[];
    readonly pairs: readonly CuratedId[];
  }>;

  /** Also appends to the log. `too_many`: `activeMax` holds are active already. `unknown`: no such message or thread. */
  placeHold(tenantId: TenantId, hold: Hold, activeMax: number): Promise<LogPlace | 'too_many' | 'unknown'>;
  /** `already_lifted`: it was lifted earlier. */
  liftHold(
    tenantId: TenantId,
    holdId: HoldId,
    attribution: ErasureAttribution,
  ): Promise<LogPlace | 'already_lifted' | 'unknown'>;
  getHold(tenantId: TenantId, holdId: HoldId): Promise<Hold | null>;
  /** Newest first. */
  listHolds(
    tenantId: TenantId,
    filter: { readonly isActive?: boolean },
    page: { readonly before: HoldId | null; readonly limit: number },
  ): Promise<Hold[]>;
  /** Active holds on this person or on the whole tenant. */
  holdsOver(tenantId: TenantId, endUserId: string): Promise<HoldId[]>;

  getRetention(tenantId: TenantId): Promise<Retention>;
  setRetention(tenantId: TenantId, retention: Retention, attribution: ErasureAttribution): Promise<LogPlace>;

  /** Every tenant, for the sweeping process. */
  listTenantIds(): Promise<TenantId[]>;
  /**
   * Destroys the content of messages that were asked before that time, oldest first, except what is under hold or has not
   * ended. One log entry names all of them. Examines at most `rowsMax` rows; `isDone` false: there may be more.
   */
  expireContent(
    tenantId: TenantId,
    options: { readonly askedBeforeMs: number; readonly atMs: number; readonly rowsMax: number },
  ): Promise<{ readonly expired: number; readonly isDone: boolean }>;
  /**
   * Drops records whose content is gone and which were asked before that time; their leaves stay. Otherwise as above.
   * `waitsFor`: it stopped at a record with findings that one of these streams has not read, and that was asked late enough.
   */
  dropRecords(
    tenantId: TenantId,
    options: {
      readonly askedBeforeMs: number;
      readonly atMs: number;
      readonly rowsMax: number;
      readonly waitFor?: { readonly streams: readonly string[]; readonly askedFromMs: number };
    },
  ): Promise<{ readonly dropped: number; readonly isDone: boolean; readonly waitsFor: string | null }>;

  /**
   * Records that the service ran at this time, unless a time less than `apartMs` earlier is recorded. Later times are
   * dropped, because the clock was set back, and so are the oldest if there are more than `timesMax`.
   */
  recordTime(options: {
    readonly atMs: number;
    readonly apartMs: number;
    readonly timesMax: number;
  }): Promise<void>;
  /** The latest recorded time up to that time; null: there is none. */
  findRecordedTime(untilMs: number): Promise<number | null>;
}
