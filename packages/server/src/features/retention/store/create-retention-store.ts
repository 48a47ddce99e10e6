import { setTimeout as wait } from 'node:timers/promises';
import type { CuratedId, MessageId } from '@avow/foundation';
import { AppError } from '@avow/foundation';
import { bindForInstallation, bindForTenants } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';
import type { RetentionStore } from '../retention-store.ts';
import type { ErasedTraces } from './erasure-writes.ts';

/** Rows of a person that are erased in one transaction: records in the meantime wait for no more than that. */
const personRowsMax = 200;

/** How often emptying the WAL is retried, and the delay between attempts: each attempt blocks commits for a moment. */
const tries = { max: 5, apartMs: 400 };

/**
 * Resolves once no file contains what was destroyed. A reading process keeps the WAL from being emptied; if that lasts too
 * long, this rejects although everything is committed, and asking again returns the current state.
 */
async function awaitGone({ writer }: StoreChannels): Promise<void> {
  for (let done = 0; await writer.call('isTextLeft'); done++) {
    if (done === tries.max) {
      throw new AppError('audit_unavailable', {
        detail:
          'It is erased, but another process that reads the records keeps copies in use. Try again soon.',
        cause: new Error('the WAL cannot be emptied while another process reads'),
      });
    }
    await wait(tries.apartMs);
    await writer.call('truncateWal');
  }
}

export function createRetentionStore(channels: StoreChannels): RetentionStore {
  const { writer, reader } = channels;
  const { eraseMessage, ...traces } = bindForTenants(
    writer,
    'eraseMessage',
    'erasePersonTraces',
    'erasePersonLabels',
  );
  return {
    ...bindForTenants(reader, 'listMessagesOf', 'getThread', 'listMessagesIn'),
    ...bindForTenants(reader, 'getHold', 'listHolds', 'holdsOver', 'getRetention'),
    ...bindForInstallation(reader, 'listTenantIds', 'findRecordedTime'),
    ...bindForTenants(writer, 'closeThread', 'placeHold', 'liftHold'),
    ...bindForTenants(writer, 'setRetention', 'expireContent', 'dropRecords'),
    ...bindForInstallation(writer, 'recordTime'),
    async eraseMessage(tenantId, messageId, attribution) {
      const outcome = await eraseMessage(tenantId, messageId, attribution);
      if (outcome.kind === 'erased' || outcome.kind === 'already_erased') await awaitGone(channels);
      return outcome;
    },
    async eraseEndUserTraces(tenantId, endUserId) {
      let rows = 0;
      const underHold = new Set<MessageId>();
      const pairs = new Set<CuratedId>();
      for (const eraseSome of [traces.erasePersonTraces, traces.erasePersonLabels]) {
        for (let after: string | null = ''; after !== null; ) {
          const erased: ErasedTraces = await eraseSome(tenantId, endUserId, {
            after,
            rowsMax: personRowsMax,
          });
          rows += erased.rows;
          for (const messageId of erased.underHold) underHold.add(messageId);
          for (const curatedId of erased.pairs) pairs.add(curatedId);
          after = erased.next;
        }
      }
      await awaitGone(channels);
      return { rows, underHold: [...underHold], pairs: [...pairs] };
    },
  };
}
