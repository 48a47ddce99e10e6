import { newId } from '@avow/foundation';
import { bindForInstallation, bindForTenants } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';
import { fitMail } from '../mail.ts';
import type { MailStore } from '../mail-store.ts';

/** Rows removed in one transaction: records in the meantime wait for no more than that. */
const sweepRowsMax = 500;

export function createMailStore({ writer, reader }: StoreChannels): MailStore {
  const { putMail, putAddress } = bindForTenants(writer, 'putMail', 'putAddress');
  const { dropOldMails } = bindForInstallation(writer, 'dropOldMails');
  return {
    ...bindForTenants(writer, 'claimMails', 'endMail'),
    ...bindForInstallation(reader, 'listTenantsWithMail', 'countMails'),
    queueMail: (tenantId, { messageId, mail, nowMs }) =>
      putMail(tenantId, messageId, { mailId: newId('mal', nowMs), mail: fitMail(mail), nowMs }),
    keepAddress: (tenantId, { messageId, to, nowMs }) =>
      putAddress(tenantId, messageId, { mailId: newId('mal', nowMs), to, nowMs }),
    async sweepMails(nowMs) {
      while ((await dropOldMails(nowMs, sweepRowsMax)) >= sweepRowsMax);
    },
  };
}
