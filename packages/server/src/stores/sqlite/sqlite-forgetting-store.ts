import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../../errors/app-error.ts';
import { defaultRetention, type ForgettingStore } from '../../interfaces/forgetting-store.ts';
import type { CuratedId, MessageId } from '../../interfaces/identity.ts';
import type { LogPlace } from '../../interfaces/log-store.ts';
import { assertPage } from './assert-page.ts';
import type { ForgottenPerson } from './forgetting-writes.ts';
import { decodeHold, encodeHold } from './hold-columns.ts';
import { firstIdAt } from './list-conditions.ts';
import type { Leaf } from './log-appends.ts';
import type { SqliteChannels } from './sqlite-channels.ts';

/** Sorts after every id. */
const lastId = '~';

/** What was said by a person and goes in one transaction: records that arrive meanwhile wait for no more than that. */
const personRowsAtOnce = 200;

/** How often, and after how long, it is tried again to empty the WAL: each try holds up commits for a moment. */
const tries = { max: 5, apartMs: 400 };

function placeOf([leafIndex, leafHash]: Leaf): LogPlace {
  return { leafIndex, leafHash };
}

/** Of an outcome that is a leaf, its place. */
function placed<Refusal extends string>(outcome: Leaf | Refusal): LogPlace | Refusal {
  return typeof outcome === 'string' ? outcome : placeOf(outcome);
}

/**
 * Resolves once no file holds what was destroyed. Another process that reads keeps the WAL from being emptied; where it goes
 * on for long this rejects, though all is committed: whoever asks again is told how it stands by then.
 */
async function awaitGone({ writer }: SqliteChannels): Promise<void> {
  for (let done = 0; await writer.call('isTextLeft', null); done++) {
    if (done === tries.max) {
      throw new AppError('audit_unavailable', {
        detail:
          'It is erased, but another process that reads the records keeps copies in use. Ask again soon.',
        cause: new Error('the WAL cannot be emptied while another process reads'),
      });
    }
    await wait(tries.apartMs);
    await writer.call('truncateWal', null);
  }
}

export function createSqliteForgettingStore(channels: SqliteChannels): ForgettingStore {
  const { writer, reader } = channels;
  return {
    async eraseMessage(tenantId, messageId, { atMs, actor, event: { eventId, type, body } }) {
      const call = { tenantId, messageId, atMs, actor, event: [eventId, type, body] } as const;
      const outcome = await writer.call('eraseMessage', call);
      if (outcome.kind === 'erased' || outcome.kind === 'already_erased') await awaitGone(channels);
      return outcome;
    },
    async listMessagesOf(tenantId, endUserId, { after, limit }) {
      assertPage(limit);
      return reader.call('listMessagesOf', [tenantId, endUserId, after ?? '', limit]);
    },
    async forgetEndUser(tenantId, endUserId) {
      let rows = 0;
      const held = new Set<MessageId>();
      const pairs = new Set<CuratedId>();
      for (const operation of ['forgetPerson', 'forgetLabels'] as const) {
        for (let after: string | null = ''; after !== null; ) {
          const call = { tenantId, endUserId, after, rowsMax: personRowsAtOnce };
          const forgotten: ForgottenPerson = await writer.call(operation, call);
          rows += forgotten.rows;
          for (const messageId of forgotten.held) held.add(messageId);
          for (const curatedId of forgotten.pairs) pairs.add(curatedId);
          after = forgotten.next;
        }
      }
      await awaitGone(channels);
      return { rows, held: [...held], pairs: [...pairs] };
    },
    async placeHold(tenantId, hold, standingMax) {
      if (hold.liftedAtMs !== null || (hold.target.scope === 'end_user' && hold.target.endUserId === null)) {
        throw new AppError('internal', { cause: new Error('what is placed stands, and over somebody') });
      }
      return placed(await writer.call('placeHold', { tenantId, hold: encodeHold(hold), standingMax }));
    },
    async liftHold(tenantId, holdId, { atMs, actor }) {
      return placed(await writer.call('liftHold', { tenantId, holdId, atMs, actor }));
    },
    async getHold(tenantId, holdId) {
      const columns = await reader.call('getHold', [tenantId, holdId]);
      return columns === null ? null : decodeHold(columns);
    },
    async listHolds(tenantId, { isStanding = null }, { before, limit }) {
      assertPage(limit);
      const call = { tenantId, isStanding, before: before ?? lastId, limit };
      return (await reader.call('listHolds', call)).map(decodeHold);
    },
    holdsOver: (tenantId, endUserId) => reader.call('holdsOver', [tenantId, endUserId]),
    async getRetention(tenantId) {
      const [contentDays, recordDays] = (await reader.call('getRetention', tenantId)) ?? [null, null];
      return contentDays === null ? defaultRetention : { contentDays, recordDays };
    },
    async setRetention(tenantId, { contentDays, recordDays }, { atMs, actor }) {
      return placeOf(await writer.call('setRetention', { tenantId, contentDays, recordDays, atMs, actor }));
    },
    listTenantIds: () => reader.call('listTenantIds', null),
    async expireContent(tenantId, { askedBeforeMs, atMs, rowsMax }) {
      const call = { tenantId, before: firstIdAt(askedBeforeMs), atMs, rowsMax };
      const { count, isDone } = await writer.call('expireContent', call);
      return { expired: count, isDone };
    },
    async dropRecords(tenantId, { askedBeforeMs, atMs, rowsMax }) {
      const call = { tenantId, before: firstIdAt(askedBeforeMs), atMs, rowsMax };
      const { count, isDone } = await writer.call('dropRecords', call);
      return { dropped: count, isDone };
    },
    async noteTime(wish) {
      await writer.call('noteTime', wish);
    },
    findNotedTime: (untilMs) => reader.call('findNotedTime', untilMs),
  };
}
