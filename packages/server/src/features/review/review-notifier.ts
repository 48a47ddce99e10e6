import type { CallerId, MessageId, TenantId } from '@avow/foundation';
import type { Mail } from '../mail/mail.ts';
import type { RecordAudience } from '../records/records.ts';

/** Notifies people and webhooks of what waits for a decision. */
export interface ReviewNotifier {
  readonly canMail: boolean;
  /** What is queued in the commit that puts an answer in review. Never rejects: the answer must not wait for it. */
  mailsOfPending(tenantId: TenantId, pending: NoticedReview): Promise<readonly Mail[]>;
  mailsOfAssigned(
    tenantId: TenantId,
    assigned: NoticedReview & { readonly to: CallerId },
  ): Promise<readonly Mail[]>;
  /** Notifies of what has been pending for too long, once for each answer. */
  noteOverdue(signal: AbortSignal): Promise<void>;
}

export interface NoticedReview {
  readonly messageId: MessageId;
  readonly audience: RecordAudience;
}
