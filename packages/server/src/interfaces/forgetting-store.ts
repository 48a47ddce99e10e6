import type { CuratedId, HoldId, KeyId, MessageId, TenantId, ThreadId } from './identity.ts';
import type { LogPlace } from './log-store.ts';
import type { OutboxEvent } from './outbox-event.ts';

/** What a hold keeps from being erased or expired. */
export type HoldTarget =
  | { readonly scope: 'message'; readonly messageId: MessageId }
  | { readonly scope: 'thread'; readonly threadId: ThreadId }
  /** Null: the person was erased after the hold over them had been lifted. */
  | { readonly scope: 'end_user'; readonly endUserId: string | null }
  | { readonly scope: 'tenant' };

export interface Hold {
  readonly holdId: HoldId;
  readonly target: HoldTarget;
  readonly reason: string;
  readonly placedAtMs: number;
  readonly placedBy: KeyId | 'operator';
  /** Null while it stands. */
  readonly liftedAtMs: number | null;
  readonly liftedBy: KeyId | 'operator' | null;
}

/** How long a tenant's records are kept. */
export interface Retention {
  /** Days after which the content of a message is destroyed. */
  readonly contentDays: number;
  /** Days after which the record itself is dropped, and only its place in the log remains; null: never. */
  readonly recordDays: number | null;
}

export const defaultRetention: Retention = { contentDays: 400, recordDays: null };

/** Who asks, and when: it goes on the log. */
export interface Doing {
  readonly atMs: number;
  readonly actor: KeyId | 'operator' | '';
}

export type EraseOutcome =
  /** `pairs`: curated pairs that were drafted from the message. They are the tenant's knowledge, and stay. */
  | {
      readonly kind: 'erased';
      readonly place: LogPlace;
      readonly atMs: number;
      readonly pairs: readonly CuratedId[];
    }
  /** It was before, and nothing changed; all else is of the erasure that there was. */
  | {
      readonly kind: 'already_erased';
      readonly place: LogPlace;
      readonly atMs: number;
      readonly pairs: readonly CuratedId[];
    }
  | { readonly kind: 'held'; readonly holdIds: readonly HoldId[] }
  /** It is still being answered, or waits for a person. */
  | { readonly kind: 'not_ended' }
  /** The record itself is gone, as the tenant's retention says: `place` is that of its own leaf. */
  | { readonly kind: 'dropped'; readonly place: LogPlace }
  | { readonly kind: 'unknown' };

/**
 * What makes records go, and what keeps them. Whatever is of a tenant names it first. A promise that resolves means that it is
 * durable and on the log, and that no file of the store holds what was destroyed any more; of what expires, copies may be
 * left for as long as another process reads, until the next sweep of the upkeep.
 */
export interface ForgettingStore {
  /**
   * Destroys the key, the salts and the content of a message that has ended, whatever was kept beside it (journal, vectors,
   * feedback and labels, golden questions made of it, their texts in reports, the claim it came with), and who asked. The
   * record stays with its facts and its leaf. Content that had expired is noted as erased all the same.
   */
  eraseMessage(
    tenantId: TenantId,
    messageId: MessageId,
    doing: Doing & { readonly event: OutboxEvent },
  ): Promise<EraseOutcome>;
  /** Messages of this person that are not erased yet, oldest first, strictly younger than `after` where it is given. */
  listMessagesOf(
    tenantId: TenantId,
    endUserId: string,
    page: { readonly after: MessageId | null; readonly limit: number },
  ): Promise<MessageId[]>;
  /**
   * What is left of a person beside their messages: feedback they gave on messages of others, its labels, also where it has
   * expired itself, and lifted holds that name them. What was said of a message that is held stays with it: `held` names the
   * message. How many rows, and pairs as above.
   */
  forgetEndUser(
    tenantId: TenantId,
    endUserId: string,
  ): Promise<{
    readonly rows: number;
    readonly held: readonly MessageId[];
    readonly pairs: readonly CuratedId[];
  }>;

  /** Puts it on the log too. `too_many`: so many stand already. `unknown`: no such message or thread. */
  placeHold(tenantId: TenantId, hold: Hold, standingMax: number): Promise<LogPlace | 'too_many' | 'unknown'>;
  /** `not_standing`: it was lifted before. */
  liftHold(tenantId: TenantId, holdId: HoldId, doing: Doing): Promise<LogPlace | 'not_standing' | 'unknown'>;
  getHold(tenantId: TenantId, holdId: HoldId): Promise<Hold | null>;
  /** Newest first. */
  listHolds(
    tenantId: TenantId,
    filter: { readonly isStanding?: boolean },
    page: { readonly before: HoldId | null; readonly limit: number },
  ): Promise<Hold[]>;
  /** Those that stand over this person, or over the tenant as a whole. */
  holdsOver(tenantId: TenantId, endUserId: string): Promise<HoldId[]>;

  getRetention(tenantId: TenantId): Promise<Retention>;
  setRetention(tenantId: TenantId, retention: Retention, doing: Doing): Promise<LogPlace>;

  /** Every tenant: what the process that sweeps goes through. */
  listTenantIds(): Promise<TenantId[]>;
  /**
   * Destroys the content of messages that were asked before that time, oldest first, but for what is held or has not ended;
   * one entry on the log tells of all of them. It looks at so many rows at most; false: there may be more.
   */
  expireContent(
    tenantId: TenantId,
    wish: { readonly askedBeforeMs: number; readonly atMs: number; readonly rowsMax: number },
  ): Promise<{ readonly expired: number; readonly isDone: boolean }>;
  /** Drops records whose content is gone and which were asked before that time; their leaves stay. As above. */
  dropRecords(
    tenantId: TenantId,
    wish: { readonly askedBeforeMs: number; readonly atMs: number; readonly rowsMax: number },
  ): Promise<{ readonly dropped: number; readonly isDone: boolean }>;

  /**
   * Notes that the service ran at this time by its clock, unless it noted one less than `apartMs` before. Later times go: the
   * clock has come back from them. So do the oldest, where there are more than `timesMax`.
   */
  noteTime(wish: {
    readonly atMs: number;
    readonly apartMs: number;
    readonly timesMax: number;
  }): Promise<void>;
  /** The last that was noted of that time or before; null: there is none. */
  findNotedTime(untilMs: number): Promise<number | null>;
}
