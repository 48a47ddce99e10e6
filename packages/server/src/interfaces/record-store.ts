import type { NamedText } from '@avow/audit';
import type { Band, MessageStatus, RoutingSource, SourceType } from '@avow/contract';
import type { MessageId, PackVersion, TenantId, ThreadId } from './identity.ts';
import type { GuardrailFinding } from './insight-store.ts';
import type { ModelCost } from './language-model.ts';
import type { Label } from './learning-store.ts';
import type { LogPlace } from './log-store.ts';
import type { OutboxEvent } from './outbox-event.ts';

type ContentState = 'present' | 'redacted' | 'erased' | 'expired';

/**
 * Everything of a message that a person wrote or was told, in named parts. The store encrypts it under a key of the message's
 * own, and the log commits to each part apart, so that one can be shown and proved without the others. No name comes twice.
 */
export type Envelope = readonly NamedText[];

/** One message as stored. The columns in clear are those that lists are filtered by. */
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
  readonly contentState: ContentState;
  readonly createdAtMs: number;
  readonly policyVersion: string;
  readonly packVersions: readonly PackVersion[];
  /** 0 until it has ended, or waits for a person: what it took until then. */
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

/** A record as it is kept, also where its content is gone. */
export type StoredRecord =
  | ({ readonly kind: 'whole' } & StoredMessage)
  /** Its content was erased or has expired. */
  | ({ readonly kind: 'emptied' } & Omit<StoredMessage, 'envelope'>)
  /** Dropped as its tenant's retention says: nothing but its place is left. */
  | { readonly kind: 'dropped'; readonly messageId: MessageId; readonly log: LogPlace };

/** One event of a message as whoever follows it is sent it. */
export interface JournalEvent {
  /** 1 for the first event of a message, and one more for each. */
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
  /** Until then an unfinished claim stands; afterwards its holder is taken for dead. */
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

/** How the end of a message treats the idempotency key it came with. */
export type ClaimEnding = { readonly claim: ClaimName; readonly ending: 'keep' | 'free' };

export interface MessageFilter {
  readonly threadId?: ThreadId;
  readonly status?: MessageStatus;
  readonly band?: Band;
  readonly tripwireTriggered?: boolean;
  /** Inclusive. */
  readonly createdFromMs?: number;
  /** Exclusive. */
  readonly createdBeforeMs?: number;
}

/**
 * The records of all tenants. Every method names the tenant first, and shows or changes nothing of another.
 * A promise that resolves means durable. One that rejects means that nothing may be taken for written: a process that
 * died in mid-commit may have done it all the same, which is why clients repeat a request under its idempotency key.
 */
export interface RecordStore {
  /** Takes the key for this message, or says why not. A claim whose lease has run out is taken over. */
  claimIdempotencyKey(tenantId: TenantId, claim: IdempotencyClaim): Promise<ClaimOutcome>;
  /** Gives up a claim whose message was never admitted. Does nothing unless the message still holds it. */
  releaseIdempotencyKey(tenantId: TenantId, claim: ClaimName): Promise<void>;

  /**
   * Commits a message that has not ended (`queued` or `processing`), its thread if it is new, and the first events of its
   * journal if it has one.
   */
  admitMessage(tenantId: TenantId, message: MessageRow, journal?: readonly JournalEvent[]): Promise<void>;
  /** Moves an admitted message from `queued` to `processing`; false where it is no longer queued. */
  startMessage(tenantId: TenantId, messageId: MessageId): Promise<boolean>;
  /**
   * Commits that an answer waits for a person: the message is `in_review`, and its envelope holds what would be said. Its
   * idempotency key is kept and replays what the message is by then. `already_ended`: a final record exists. `too_many`: so
   * many of the tenant's answers wait already. Of these nothing is written.
   */
  holdMessage(
    tenantId: TenantId,
    message: MessageRow,
    also: {
      readonly events: readonly OutboxEvent[];
      readonly claim: ClaimName | null;
      readonly journal: readonly JournalEvent[];
      /** Counted here, and not again when the message ends. */
      readonly cost: ModelCost | null;
      readonly heldMax: number;
    },
  ): Promise<'held' | 'already_ended' | 'too_many'>;
  /**
   * The one durable commit that ends a message: record, thread, log leaf, outbox rows, idempotency result and label.
   * The message may have been admitted before or not. `already_ended` means a final record exists; nothing changed.
   */
  finishMessage(
    tenantId: TenantId,
    message: MessageRow,
    also: {
      readonly events: readonly OutboxEvent[];
      readonly idempotency: ClaimEnding | null;
      /** The last events of its journal, where it has one. */
      readonly journal: readonly JournalEvent[];
      /** What language models cost, whatever came of it; null: nothing. Counted on the day on which it ends. */
      readonly cost: ModelCost | null;
      /** What its end tells of its answer, as where a reviewer decided on it; null: nothing. */
      readonly label: Label | null;
    },
  ): Promise<LogPlace | 'already_ended'>;

  /**
   * Goes on with the journal of a message that has not ended, durably; false where it has, or there is none, and nothing
   * was written. The numbers must go on from the last without a gap, else it rejects.
   */
  appendJournal(tenantId: TenantId, messageId: MessageId, events: readonly JournalEvent[]): Promise<boolean>;
  /** In order, those after `after` (0: from the first). At most `limit`. */
  readJournal(
    tenantId: TenantId,
    messageId: MessageId,
    page: { readonly after: number; readonly limit: number },
  ): Promise<JournalEvent[]>;
  /** Counts on today what language models cost that no message did: questions of a golden set. */
  addSpending(tenantId: TenantId, cost: ModelCost): Promise<void>;
  /** What the tenant's models have cost from this day (UTC) on, oldest first, one for each day and currency. */
  readSpending(tenantId: TenantId, fromDay: string): Promise<DaySpending[]>;

  /** Null also where its content is gone: of such a message nothing can be shown or gone on from. */
  getMessage(tenantId: TenantId, messageId: MessageId): Promise<StoredMessage | null>;
  getRecord(tenantId: TenantId, messageId: MessageId): Promise<StoredRecord | null>;
  /** Of a record that has ended, the salt of each field that its leaf commits to; of its facts alone where its content is gone. */
  readSalts(tenantId: TenantId, messageId: MessageId): Promise<readonly NamedText[]>;
  /** Newest first, strictly older than `before` where it is given; those whose content is gone are left out. At most `limit`. */
  listMessages(
    tenantId: TenantId,
    filter: MessageFilter,
    page: { readonly before: MessageId | null; readonly limit: number },
  ): Promise<StoredMessage[]>;
  /** Messages that wait for a person, oldest first, strictly younger than `after` where it is given. */
  listHeld(
    tenantId: TenantId,
    page: { readonly after: MessageId | null; readonly limit: number },
  ): Promise<StoredMessage[]>;
  /** Whether there is such a thread, and it is this person's; null: of nobody who was named. */
  isThreadOf(tenantId: TenantId, threadId: ThreadId, endUserId: string | null): Promise<boolean>;
}

interface MessageOfTenant {
  readonly tenantId: TenantId;
  readonly message: StoredMessage;
}

/** What the operator's process does with all tenants' records at start and from time to time. */
export interface RecordUpkeep {
  /**
   * Messages admitted and not ended, oldest first: read once at start, before anything new is admitted. Those that wait for
   * a person are not among them.
   */
  listUnfinished(limit: number): Promise<MessageOfTenant[]>;
  /** Messages that wait for a person and were asked before that time, oldest first. */
  listOverdue(askedBeforeMs: number, limit: number): Promise<MessageOfTenant[]>;
  /** Frees claims of a process that died where no message carries them on, drops expired idempotency results, old outbox rows and old journals. */
  sweep(options: {
    readonly nowMs: number;
    readonly outboxBeforeMs: number;
    /** Journals of messages that ended before this go; of others they stay. */
    readonly journalBeforeMs: number;
    readonly atStart: boolean;
  }): Promise<void>;
  /** Writes a notice that concerns all to the outbox of every active tenant. */
  notifyAll(event: OutboxEvent, nowMs: number): Promise<void>;
}
