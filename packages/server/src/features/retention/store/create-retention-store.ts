import { setTimeout as wait } from 'node:timers/promises';
import type { CuratedId, MessageId } from '@avow/foundation';
import { AppError } from '@avow/foundation';
import { assertPage } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';
import { firstIdAt } from '../../records/store/list-conditions.ts';
import { defaultRetention, type RetentionStore } from '../retention-store.ts';
import { erasedPerson } from './content-destruction.ts';
import type { ErasedTraces } from './erasure-writes.ts';
import { decodeHold, encodeHold } from './hold-columns.ts';

/** Sorts after every id. */
const lastId = '~';

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
  return {
    async eraseMessage(tenantId, messageId, { atMs, actor, event }) {
      const outcome = await writer.callFor(tenantId, 'eraseMessage', {
        tenantId,
        messageId,
        atMs,
        actor,
        event,
      });
      if (outcome.kind === 'erased' || outcome.kind === 'already_erased') await awaitGone(channels);
      return outcome;
    },
    async listMessagesOf(tenantId, endUserId, { after, limit }) {
      assertPage(limit);
      return reader.callFor(tenantId, 'listMessagesOf', [tenantId, endUserId, after ?? '', limit]);
    },
    async getThread(tenantId, threadId) {
      const row = await reader.callFor(tenantId, 'getThread', [tenantId, threadId]);
      if (row === null) return null;
      return {
        ...{ threadId, createdAtMs: row.first_at_ms, lastMessageAtMs: row.last_at_ms },
        ...{ messageCount: row.whole, emptiedCount: row.messages - row.whole },
        isClosed: row.end_user_id === erasedPerson,
      };
    },
    closeThread: (tenantId, threadId) => writer.callFor(tenantId, 'closeThread', [tenantId, threadId]),
    async listMessagesIn(tenantId, threadId, { after, limit }) {
      assertPage(limit);
      return reader.callFor(tenantId, 'listMessagesIn', [tenantId, threadId, after ?? '', limit]);
    },
    async eraseEndUserTraces(tenantId, endUserId) {
      let rows = 0;
      const underHold = new Set<MessageId>();
      const pairs = new Set<CuratedId>();
      for (const operation of ['erasePersonTraces', 'erasePersonLabels'] as const) {
        for (let after: string | null = ''; after !== null; ) {
          const call = { tenantId, endUserId, after, rowsMax: personRowsMax };
          const erased: ErasedTraces = await writer.callFor(tenantId, operation, call);
          rows += erased.rows;
          for (const messageId of erased.underHold) underHold.add(messageId);
          for (const curatedId of erased.pairs) pairs.add(curatedId);
          after = erased.next;
        }
      }
      await awaitGone(channels);
      return { rows, underHold: [...underHold], pairs: [...pairs] };
    },
    async placeHold(tenantId, hold, activeMax) {
      if (hold.liftedAtMs !== null || (hold.target.scope === 'end_user' && hold.target.endUserId === null)) {
        throw new AppError('internal', { cause: new Error('a new hold must be active and have a target') });
      }
      return writer.callFor(tenantId, 'placeHold', { tenantId, hold: encodeHold(hold), activeMax });
    },
    liftHold: (tenantId, holdId, { atMs, actor }) =>
      writer.callFor(tenantId, 'liftHold', { tenantId, holdId, atMs, actor }),
    async getHold(tenantId, holdId) {
      const row = await reader.callFor(tenantId, 'getHold', [tenantId, holdId]);
      return row === null ? null : decodeHold(row);
    },
    async listHolds(tenantId, { isActive = null }, { before, limit }) {
      assertPage(limit);
      const call = { tenantId, isActive, before: before ?? lastId, limit };
      return (await reader.callFor(tenantId, 'listHolds', call)).map(decodeHold);
    },
    holdsOver: (tenantId, endUserId) => reader.callFor(tenantId, 'holdsOver', [tenantId, endUserId]),
    async getRetention(tenantId) {
      const row = await reader.callFor(tenantId, 'getRetention', tenantId);
      if (row === null || row.content_days === null) return defaultRetention;
      return { contentDays: row.content_days, recordDays: row.record_days };
    },
    setRetention: (tenantId, { contentDays, recordDays }, { atMs, actor }) =>
      writer.callFor(tenantId, 'setRetention', { tenantId, contentDays, recordDays, atMs, actor }),
    listTenantIds: () => reader.call('listTenantIds', null),
    async expireContent(tenantId, { askedBeforeMs, atMs, rowsMax }) {
      const call = { tenantId, before: firstIdAt(askedBeforeMs), atMs, rowsMax };
      const { count, isDone } = await writer.callFor(tenantId, 'expireContent', call);
      return { expired: count, isDone };
    },
    async dropRecords(tenantId, { askedBeforeMs, atMs, rowsMax }) {
      const call = { tenantId, before: firstIdAt(askedBeforeMs), atMs, rowsMax };
      const { count, isDone } = await writer.callFor(tenantId, 'dropRecords', call);
      return { dropped: count, isDone };
    },
    async recordTime(time) {
      await writer.call('recordTime', time);
    },
    findRecordedTime: (untilMs) => reader.call('findRecordedTime', untilMs),
  };
}
