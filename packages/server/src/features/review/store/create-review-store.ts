import { newId } from '@avow/foundation';
import { bindForInstallation, bindForTenants } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';
import { fitMail, type Mail } from '../../mail/mail.ts';
import type { NewMail } from '../../mail/mail-store.ts';
import type { ReviewStore } from '../review-store.ts';

const newMails = (mails: readonly Mail[], nowMs: number): NewMail[] =>
  mails.map((mail) => ({ mailId: newId('mal', nowMs), mail: fitMail(mail) }));

export function createReviewStore({ writer, reader }: StoreChannels): ReviewStore {
  const { putAssignment, putOverdue } = bindForTenants(writer, 'putAssignment', 'putOverdue');
  return {
    ...bindForTenants(reader, 'readReviewStates', 'countPendingReviews', 'listDecisions', 'listReviewNotes'),
    ...bindForTenants(reader, 'readReviewNotices', 'listNoticeReaders'),
    ...bindForInstallation(reader, 'listNewlyOverdue'),
    ...bindForTenants(writer, 'addReviewNote', 'setReviewNotices', 'claimNoticeReaders'),
    assignReview: (tenantId, messageId, { mails, ...options }) =>
      putAssignment(tenantId, messageId, { ...options, mails: newMails(mails, options.atMs) }),
    noteOverdue: (tenantId, messageId, { mails, ...options }) =>
      putOverdue(tenantId, messageId, { ...options, mails: newMails(mails, options.nowMs) }),
  };
}
