import type { HandoverSettings, HandoverState } from '@avow/contract/visitors';
import type { CallerId, MessageId, OutboxEvent, TenantId, ThreadId } from '@avow/foundation';
import type { Mail } from '../mail/mail.ts';
import type { ReaderGroups } from '../records/records.ts';

interface HandoverPost {
  /** Who replied; null: the asker. */
  readonly author: CallerId | null;
  readonly name: string | null;
  readonly text: string;
  readonly atMs: number;
}

/** A message whose asker wants a person. What was said is sealed with the message, and erased with it. */
export interface Handover {
  readonly messageId: MessageId;
  readonly threadId: ThreadId;
  readonly state: HandoverState;
  /** Counts up from 1 with each change. */
  readonly revision: number;
  /** Where replies are also sent. */
  readonly email: string | null;
  /** Oldest first. */
  readonly posts: readonly HandoverPost[];
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export interface HandoverFilter {
  readonly readableBy: ReaderGroups;
  readonly state?: HandoverState;
}

export interface HandoverStore {
  /** Null: nobody asked for a person, or the content of the message is gone. */
  getHandover(tenantId: TenantId, messageId: MessageId): Promise<Handover | null>;
  /** Those of the newest messages first. */
  listHandovers(
    tenantId: TenantId,
    filter: HandoverFilter,
    page: { readonly before: MessageId | null; readonly limit: number },
  ): Promise<Handover[]>;
  /** How many wait for a reply, of those that the reader may see. */
  countWaitingHandovers(tenantId: TenantId, readableBy: ReaderGroups): Promise<number>;
  /**
   * Stores a handover with what is sent because of it, in one commit. `conflict`: it is not the revision after the one that is
   * stored. `too_many`: a new one, and that many of the tenant wait already. `unknown`: there is no such message, or its content
   * is gone.
   */
  putHandover(
    tenantId: TenantId,
    handover: Handover,
    also: { readonly event: OutboxEvent | null; readonly mail: Mail | null; readonly waitingMax: number },
  ): Promise<'kept' | 'conflict' | 'too_many' | 'unknown'>;
  /** Null: nothing was set. */
  getHandoverSettings(tenantId: TenantId): Promise<HandoverSettings | null>;
  putHandoverSettings(
    tenantId: TenantId,
    settings: HandoverSettings,
    by: { readonly callerId: CallerId; readonly atMs: number },
  ): Promise<void>;
}
