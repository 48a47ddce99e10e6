import { canBecome, isTerminal, type MessageStatus, messageStatuses } from '@avow/contract';
import type { Clock } from '../../clock/clock.ts';
import { AppError } from '../../errors/app-error.ts';
import type { ClaimEnding, ClaimOutcome, RecordStore } from '../../interfaces/record-store.ts';
import { assertPage } from './assert-page.ts';
import type { ClaimAnswer } from './idempotency-writes.ts';
import { decodeJournalEvent, encodeJournal, journalEndLimits, journalLimits } from './journal-columns.ts';
import { decodeMessage, encodeMessage } from './message-columns.ts';
import { assertDay, decodeSpending, encodeCost } from './spending-columns.ts';
import type { SqliteChannels } from './sqlite-channels.ts';

/** For every state, those that may lead to it: worked out once, because the writer asks at every end. */
const reachableFrom = Object.fromEntries(
  messageStatuses.map((to) => [to, messageStatuses.filter((from) => canBecome(from, to)).join(' ')]),
) as Readonly<Record<MessageStatus, string>>;

function internal(message: string): AppError {
  return new AppError('internal', { cause: new Error(message) });
}

function journalGap(): AppError {
  return internal('the events do not go on from the last of the journal');
}

function toOutcome(answer: ClaimAnswer): ClaimOutcome {
  return typeof answer === 'string' ? { kind: answer } : { kind: 'replay', message: decodeMessage(answer) };
}

type EncodedClaim = readonly [route: string | null, key: string | null, ending: ClaimEnding['ending'] | null];

function encodeClaim(messageId: string, idempotency: ClaimEnding | null): EncodedClaim {
  if (idempotency === null) return [null, null, null];
  const { claim, ending } = idempotency;
  // Else a kept claim would replay a message that has perhaps not ended.
  if (claim.messageId !== messageId) throw internal('a message ends its own claim only');
  return [claim.route, claim.key, ending];
}

export function createSqliteRecordStore({ writer, reader }: SqliteChannels, clock: Clock): RecordStore {
  return {
    async claimIdempotencyKey(tenantId, claim) {
      const { route, key, fingerprint, messageId, leaseUntilMs, keepUntilMs, nowMs } = claim;
      return toOutcome(
        await writer.call('claimKey', [
          tenantId,
          route,
          key,
          fingerprint,
          messageId,
          leaseUntilMs,
          keepUntilMs,
          nowMs,
        ]),
      );
    },
    async releaseIdempotencyKey(tenantId, { route, key, messageId }) {
      await writer.call('releaseKey', [tenantId, route, key, messageId]);
    },
    async admitMessage(tenantId, message, journal = []) {
      if (message.status !== 'queued' && message.status !== 'processing') {
        throw internal(`a message is not admitted as ${message.status}`);
      }
      if (journal.length > 0 && journal[0]?.seq !== 1) throw internal('a journal begins at 1');
      await writer.call('admitMessage', {
        message: encodeMessage(tenantId, message),
        journal: encodeJournal(journal, journalLimits),
      });
    },
    startMessage: (tenantId, messageId) => writer.call('startMessage', [tenantId, messageId]),
    async finishMessage(tenantId, message, { events, idempotency, journal, cost }) {
      if (!isTerminal(message.status)) throw internal(`a message does not end as ${message.status}`);
      const nowMs = clock.nowMs();
      const outcome = await writer.call('finishMessage', [
        ...encodeMessage(tenantId, message),
        reachableFrom[message.status],
        nowMs,
        ...encodeClaim(message.messageId, idempotency),
        encodeJournal(journal, journalEndLimits),
        cost === null ? null : encodeCost(cost, nowMs),
        ...events.flatMap(({ eventId, type, body }) => [eventId, type, body]),
      ]);
      if (outcome === 'unreachable_state') throw new AppError('invalid_state');
      if (outcome === 'journal_gap') throw journalGap();
      return outcome === 'already_ended' ? outcome : { leafIndex: outcome[0], leafHash: outcome[1] };
    },
    async appendJournal(tenantId, messageId, events) {
      const encoded = encodeJournal(events, journalLimits);
      const outcome = await writer.call('appendJournal', { tenantId, messageId, events: encoded });
      if (outcome === 'gap') throw journalGap();
      return outcome === 'appended';
    },
    async readJournal(tenantId, messageId, { after, limit }) {
      assertPage(limit);
      const rows = await reader.call('readJournal', [tenantId, messageId, after, limit]);
      return rows.map(decodeJournalEvent);
    },
    async readSpending(tenantId, fromDay) {
      assertDay(fromDay);
      const rows = await reader.call('readSpending', [tenantId, fromDay]);
      return rows.map(decodeSpending);
    },
    async getMessage(tenantId, messageId) {
      const columns = await reader.call('getMessage', [tenantId, messageId]);
      return columns === null ? null : decodeMessage(columns);
    },
    async listMessages(tenantId, filter, { before, limit }) {
      assertPage(limit);
      const rows = await reader.call('listMessages', { tenantId, filter, before, limit });
      return rows.map(decodeMessage);
    },
    async getThread(tenantId, threadId) {
      const columns = await reader.call('getThread', [tenantId, threadId]);
      return columns === null ? null : { threadId, endUserId: columns[0] };
    },
  };
}
