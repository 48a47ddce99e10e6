import type { MessageId, TenantId } from '@avow/foundation';
import type { Mail } from './mail.ts';

export type MailId = `mal_${string}`;

/** A mail that only the caller may send until its lease ends. */
export interface ClaimedMail extends Mail {
  readonly mailId: MailId;
  readonly messageId: MessageId;
  /** With this one. */
  readonly attempts: number;
  readonly giveUpAtMs: number;
  /** The end of the lease. */
  readonly dueAtMs: number;
}

/** Mail that is queued in the commit that ends a message, or submits its answer for review. */
export interface MailsOfEnd {
  readonly mails?: readonly Mail[];
  /** Sent to the address that was left to hear of this end, if there is one. */
  readonly mailToAsker?: Omit<Mail, 'to'>;
}

/** Mail as the writer takes it. */
export interface NewMail {
  readonly mailId: MailId;
  readonly mail: Mail;
}

/** What an attempt means for its mail: one that was sent or given up is deleted. */
export type MailEnd = { readonly kind: 'sent' } | { readonly kind: 'dead' } | MailRetry;
type MailRetry = { readonly kind: 'retry'; readonly dueAtMs: number };

interface QueueOptions {
  readonly messageId: MessageId;
  readonly mail: Mail;
  readonly nowMs: number;
}

/**
 * Mail about messages. Recipient and text are sealed under the secret of the message, and erased with it. Mail is sent at least
 * once: `RecordStore` takes what is to be queued in the commit of what it reports.
 */
export interface MailStore {
  /** `unknown`: there is no such message, or its content is gone. `too_many`: the tenant has as much pending as it may. */
  queueMail(tenantId: TenantId, options: QueueOptions): Promise<'queued' | 'unknown' | 'too_many'>;
  /**
   * Keeps the address of somebody who wants to hear what becomes of an answer pending review; a later one replaces it. The words
   * are those that the message ends with. `not_pending`: nothing changed.
   */
  keepAddress(
    tenantId: TenantId,
    options: { readonly messageId: MessageId; readonly to: string; readonly nowMs: number },
  ): Promise<'kept' | 'unknown' | 'not_pending'>;

  /** Active tenants with mail that is due, in the order of their ids, strictly after one of them if given. */
  listTenantsWithMail(
    nowMs: number,
    page: { readonly after: TenantId | null; readonly limit: number },
  ): Promise<TenantId[]>;
  /** Leases what is due, so that nobody else sends it. One that does not open is dropped. */
  claimMails(
    tenantId: TenantId,
    options: { readonly nowMs: number; readonly leaseUntilMs: number; readonly limit: number },
  ): Promise<ClaimedMail[]>;
  /** False: the lease had ended, and the mail is somebody else's; nothing changed. */
  endMail(tenantId: TenantId, claimed: ClaimedMail, end: MailEnd): Promise<boolean>;
  /** Of all tenants. */
  countMails(): Promise<number>;
  /** Drops what could not be sent in its time, also while there was no server for it. */
  sweepMails(nowMs: number): Promise<void>;
}
