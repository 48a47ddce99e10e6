import { newId } from '@avow/foundation';
import { bindForTenants } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';
import { fitMail } from '../../mail/mail.ts';
import type { HandoverStore } from '../handover-store.ts';

export function createHandoverStore({ writer, reader }: StoreChannels): HandoverStore {
  const { putHandoverWith } = bindForTenants(writer, 'putHandoverWith');
  return {
    ...bindForTenants(reader, 'getHandover', 'listHandovers', 'countWaitingHandovers', 'getHandoverSettings'),
    ...bindForTenants(writer, 'putHandoverSettings'),
    putHandover: (tenantId, handover, { mail, ...also }) => {
      const mailId = newId('mal', handover.updatedAtMs);
      return putHandoverWith(tenantId, handover, {
        ...also,
        mailId,
        mail: mail === null ? null : fitMail(mail),
      });
    },
  };
}
