import type { Evidence } from '@avow/answering/score';
import type { DecisionOutcome } from '@avow/contract/review';
import type { Band, MessageStatus, RoutingSource, SourceType } from '@avow/contract/values';
import type { CallerId, MessageId, OutboxEvent, PackVersion, TenantId, ThreadId } from '@avow/foundation';
import type { ModelCost } from '@avow/inference';
import type { LogPlace } from '@avow/ledger';
import type { NamedText } from '@avow/ledger-log/entries';
import type { MailsOfEnd } from '../mail/mail-store.ts';
import type { ReaderGroups, RecordAudience } from './audience.ts';
import type { IncidentStore } from './incident-store.ts';
import type { MessageFilter } from './message-filter.ts';

/** `failed`: it did not run, or not to its end. */
export interface GuardrailFinding {
  readonly guardrailId: string;
  readonly name: string;
  readonly did: 'flag' | 'redact' | 'block' | 'failed';
  readonly isShadow: boolean;
}

/**
 * The content of a message (what was asked and answered), in named parts. The store encrypts it under a key of the message,
 * and the log commits to each part separately, so that one can be shown and proved without the others. Names are unique.
 */
export type Envelope = readonly NamedText[];

/** One message as stored. Lists are filtered by the unencrypted columns. `rules`: indexes of entries that say what it was answered by. */
export interface MessageRow {
  readonly messageId: MessageId;
  readonly threadId: ThreadId;
  readonly status: MessageStatus;
  readonly band: Band;
  readonly confidenceScore: number;
  readonly tripwireTriggered: boolean;
  readonly sourceType: SourceType;
  readonly channelType: string;
  readonly endUserId: string | null;
  /** Its thread, if it begins with this message, is nobody's in particular. It is written, and not read. */
  readonly isThreadShared?: true;
  readonly contentState: 'present' | 'redacted' | 'erased' | 'expired';
  /** Who may see it. */
  readonly audience: RecordAudience;
  readonly createdAtMs: number;
  readonly policyVersion: string;
  readonly packVersions: readonly PackVersion[];
  readonly rules: readonly number[];
  /** 0 until it has ended or is in review; then the time until that point. */
  readonly timeMs: number;
  readonly modelTier: number;
  readonly routingSource: RoutingSource;
  readonly isDegraded: boolean;
  readonly findings: readonly GuardrailFinding[];
  readonly envelope: Envelope;
}

export interface StoredMessage extends MessageRow {
  /** Null until the message has ended. */
  readonly log: LogPlace | null;
}

/** A stored record, with or without its content. */
export type StoredRecord =
  | ({ readonly kind: 'whole' } & StoredMessage)
  /** Its content was erased or has expired. */
  | ({ readonly kind: 'emptied' } & Omit<StoredMessage, 'envelope'>)
  /** Dropped under the tenant's retention: only its place in the log is left. */
  | { readonly kind: 'dropped'; readonly messageId: MessageId; readonly log: LogPlace };

/** One event of a message, as sent to its followers. */
export interface JournalEvent {
  /** Counts from 1, without gaps. */
  readonly seq: number;
  readonly type: string;
  /** JSON. */
  readonly body: string;
}

/** What language models have cost a tenant in one day (UTC), in one currency. */
export interface DaySpending {
  /** As 2026-11-15. */
  readonly day: string;
  readonly currency: string;
  readonly amount: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** A client's Idempotency-Key on one route, with the hash of the body it came with. */
export interface IdempotencyClaim {
  readonly route: string;
  readonly key: string;
  readonly fingerprint: string;
  /** The message that holds the claim; a replay answers with this message's stored response. */
  readonly messageId: MessageId;
  readonly nowMs: number;
  /** Until then an unfinished claim is valid; afterwards its holder is considered dead. */
  readonly leaseUntilMs: number;
  /** Until then a finished claim is replayed. */
  readonly keepUntilMs: number;
}

export type ClaimOutcome =
  | { readonly kind: 'claimed' }
  | { readonly kind: 'in_progress' }
  | { readonly kind: 'mismatch' }
  | { readonly kind: 'replay'; readonly message: StoredMessage };

export type ClaimName = Pick<IdempotencyClaim, 'route' | 'key' | 'messageId'>;

/** How the end of a message treats the idempotency key it came with; a claim of null: whichever key it holds, if any. */
export type ClaimEnding = { readonly claim: ClaimName | null; readonly ending: 'keep' | 'free' };

/** How a review ends, by whom (null: nobody decided in time) and when; a message that ends without one was cancelled. */
export interface ReviewEnding {
  readonly outcome: DecisionOutcome;
  readonly decidedBy: CallerId | null;
  readonly decidedAtMs: number;
}

/** Whether an answer was right. One for each message and author; the latest counts. */
export interface Label {
  readonly messageId: MessageId;
  readonly origin: 'feedback' | 'review';
  /** The author of the feedback. An end user may be read back as a pseudonym. */
  readonly author: string;
  /** The key that it came with, or the person who was signed in. */
  readonly callerId: CallerId;
  /** Whether it is from a visitor with a publishable key. Such a label never counts. */
  readonly isFromVisitor: boolean;
  readonly isRight: boolean;
  readonly evidence: Evidence;
  /** As it was delivered. */
  readonly score: number;
  readonly band: string;
  /** When the question was asked. */
  readonly askedAtMs: number;
  readonly labelledAtMs: number;
}

/**
 * The records of all tenants. Every method takes the tenant first, and neither shows nor changes data of another.
 * A promise that resolves means durable. One that rejects means that nothing can be assumed to be written: a process that
 * died in mid-commit may have written it nevertheless, which is why clients repeat a request under its idempotency key.
 */
export interface RecordStore extends IncidentStore {
  /** Claims the key for this message, or says why not. A claim whose lease has expired is taken over. */
  claimIdempotencyKey(tenantId: TenantId, claim: IdempotencyClaim): Promise<ClaimOutcome>;
  /** Releases a claim whose message was never admitted. Does nothing unless the message still holds it. */
  releaseIdempotencyKey(tenantId: TenantId, claim: ClaimName): Promise<void>;

  /**
   * Commits a message that has not ended (`queued` or `processing`), its thread if it is new, and the first events of its
   * journal if it has one. With the idempotency key that it holds: rejects if that was freed, because this process was taken
   * for dead.
   */
  admitMessage(
    tenantId: TenantId,
    message: MessageRow,
    journal?: readonly JournalEvent[],
    claim?: Pick<IdempotencyClaim, 'route' | 'key'> | null,
  ): Promise<void>;
  /** Moves an admitted message from `queued` to `processing`; false: it is no longer queued. */
  startMessage(tenantId: TenantId, messageId: MessageId): Promise<boolean>;
  /**
   * Puts a message in review: its envelope contains the answer that would be given. Its idempotency key is kept, and
   * replays the state of the message at that time. `already_ended`: a final record exists. `too_many`: the tenant has
   * `inReviewMax` messages in review. In both cases nothing is written.
   */
  submitForReview(
    tenantId: TenantId,
    message: MessageRow,
    also: Pick<MailsOfEnd, 'mails'> & {
      readonly events: readonly OutboxEvent[];
      readonly claim: ClaimName | null;
      readonly journal: readonly JournalEvent[];
      /** Counted here, and not again when the message ends. */
      readonly cost: ModelCost | null;
      readonly inReviewMax: number;
      readonly pendingSinceMs?: number;
    },
  ): Promise<'in_review' | 'already_ended' | 'too_many'>;
  /**
   * The one durable commit that ends a message: record, thread, log leaf, outbox rows, idempotency result and label.
   * The message may or may not have been admitted. `already_ended` means a final record exists; nothing changed.
   */
  finishMessage(
    tenantId: TenantId,
    message: MessageRow,
    also: MailsOfEnd & {
      readonly events: readonly OutboxEvent[];
      readonly idempotency: ClaimEnding | null;
      /** The last events of its journal, if it has one. */
      readonly journal: readonly JournalEvent[];
      /** The cost of language models, whatever the outcome; null: none. Counted on the day on which the message ends. */
      readonly cost: ModelCost | null;
      /** A label for the answer, for example from a reviewer; null: none. */
      readonly label: Label | null;
      readonly review?: ReviewEnding | null;
      /** True: nothing of it is on record, and nobody else knows of it. */
      readonly isNew?: boolean;
    },
  ): Promise<'ended' | 'already_ended'>;

  /**
   * Appends to the journal of a message that has not ended, durably. False: it has ended or does not exist, and nothing
   * was written. Rejects if the numbers do not continue from the last without a gap.
   */
  appendJournal(tenantId: TenantId, messageId: MessageId, events: readonly JournalEvent[]): Promise<boolean>;
  /** In order, those after `after` (0: from the first). At most `limit`. */
  readJournal(
    tenantId: TenantId,
    messageId: MessageId,
    page: { readonly after: number; readonly limit: number },
  ): Promise<JournalEvent[]>;
  /** Adds the cost of language models outside messages to today, such as for the questions of a golden set. */
  addSpending(tenantId: TenantId, cost: ModelCost): Promise<void>;
  /** The cost of the tenant's models from this day (UTC) on, oldest first, one for each day and currency. */
  readSpending(tenantId: TenantId, fromDay: string): Promise<DaySpending[]>;

  /** Null also if its content is gone: such a message can be neither shown nor continued. */
  getMessage(tenantId: TenantId, messageId: MessageId): Promise<StoredMessage | null>;
  getRecord(tenantId: TenantId, messageId: MessageId): Promise<StoredRecord | null>;
  /** The salt of each field that the leaf of an ended record commits to; only of its facts if its content is gone. */
  readSalts(tenantId: TenantId, messageId: MessageId): Promise<readonly NamedText[]>;
  /** Newest first, strictly older than `before` if given; messages whose content is gone are omitted. At most `limit`. */
  listMessages(
    tenantId: TenantId,
    filter: MessageFilter,
    page: { readonly before: MessageId | null; readonly limit: number },
  ): Promise<StoredMessage[]>;
  /** Messages in review, oldest first, strictly newer than `after` if given; `assignedTo` null: what nobody has. */
  listInReview(
    tenantId: TenantId,
    page: {
      readonly after: MessageId | null;
      readonly limit: number;
      readonly readableBy: ReaderGroups;
      readonly assignedTo?: CallerId | null;
    },
  ): Promise<StoredMessage[]>;
  /** Whether there is such a thread and it belongs to this person; null: to no named person. */
  isThreadOf(tenantId: TenantId, threadId: ThreadId, endUserId: string | null): Promise<boolean>;
  /**
   * Whether this is a message that somebody who may name these groups may not see, or a thread that has one: it is not there
   * for them.
   */
  isHidden(tenantId: TenantId, id: MessageId | ThreadId, groups: ReaderGroups): Promise<boolean>;
  /** Whether there is or was such a thread, of any person. */
  hasThread(tenantId: TenantId, threadId: ThreadId): Promise<boolean>;
}

interface MessageOfTenant {
  readonly tenantId: TenantId;
  readonly message: StoredMessage;
}

/** How much there is of what an operator watches, over all tenants. */
export interface StoredCounts {
  readonly tenants: number;
  /** Content packs that are served, and the passages of their served versions. */
  readonly packs: number;
  readonly passages: number;
  /** Loads and publications that have not ended. */
  readonly jobs: number;
  /** Messages that have not ended, by status: how many, and when the oldest was asked. */
  readonly open: ReadonlyArray<{
    readonly status: MessageStatus;
    readonly count: number;
    readonly oldestAtMs: number;
  }>;
}

/** Maintenance of all tenants' records, at start and periodically. */
export interface RecordUpkeep {
  /**
   * Messages that were admitted and have not ended, and whose node is not alive, oldest first. If no other process shares the
   * records, it is read once at start, before anything new is admitted. Messages in review are not included.
   */
  listUnfinished(limit: number): Promise<MessageOfTenant[]>;
  /** Takes over such a message, once more if it already has. False: it has ended, or belongs to another node that is alive. */
  adopt(tenantId: TenantId, messageId: MessageId): Promise<boolean>;
  /** Frees idempotency keys of nodes that are not alive, unless an unanswered message continues them. */
  freeClaims(): Promise<void>;
  /** Messages in review that were asked before that time, oldest first. */
  listOverdue(askedBeforeMs: number, limit: number): Promise<MessageOfTenant[]>;
  countAll(): Promise<StoredCounts>;
  /** Drops what was spent on days before this one (as 2026-11-15). */
  dropSpending(before: string): Promise<void>;
  /** Frees claims of a dead process that no message continues, and drops expired idempotency results, old outbox rows and old journals. */
  sweep(options: {
    readonly nowMs: number;
    readonly outboxBeforeMs: number;
    /** Journals of messages that ended before this are dropped. */
    readonly journalBeforeMs: number;
    readonly atStart: boolean;
  }): Promise<void>;
  /** Writes a global event to the outbox of every active tenant. */
  notifyAll(event: OutboxEvent, nowMs: number): Promise<void>;
}
