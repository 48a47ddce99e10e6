import { canBecome, isTerminal, type MessageStatus, messageStatuses } from '@avow/contract';
import type { Clock } from '../../clock/clock.ts';
import { AppError } from '../../errors/app-error.ts';
import type { TenantId } from '../../interfaces/identity.ts';
import type { Label } from '../../interfaces/learning-store.ts';
import type { ClaimEnding, ClaimOutcome, MessageRow, RecordStore } from '../../interfaces/record-store.ts';
import { assertPage } from './assert-page.ts';
import type { ClaimAnswer } from './idempotency-writes.ts';
import {
  decodeJournalEvent,
  encodeJournal,
  type JournalLimits,
  journalEndLimits,
  journalLimits,
} from './journal-columns.ts';
import { encodeLabel, type LabelColumns } from './label-columns.ts';
import { decodeMessage, decodeRecord, encodeMessage } from './message-columns.ts';
import type { FinishCall } from './record-writes.ts';
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

function encodeLabelOf(messageId: string, label: Label): LabelColumns {
  if (label.messageId !== messageId) throw internal('a message ends with its own label only');
  return encodeLabel(label);
}

type EndOf = Parameters<RecordStore['finishMessage']>[2];

function encodeEnd(
  tenantId: TenantId,
  message: MessageRow,
  end: EndOf & { readonly nowMs: number; readonly limits: JournalLimits },
): FinishCall {
  const { events, idempotency, journal, cost, label, nowMs, limits } = end;
  return [
    ...encodeMessage(tenantId, message),
    reachableFrom[message.status],
    nowMs,
    ...encodeClaim(message.messageId, idempotency),
    encodeJournal(journal, limits),
    cost === null ? null : encodeCost(cost, nowMs),
    label === null ? null : encodeLabelOf(message.messageId, label),
    ...events.flatMap(({ eventId, type, body }) => [eventId, type, body]),
  ];
}

/** Throws where what was asked for cannot be. */
function refuse<Outcome>(outcome: Outcome): Exclude<Outcome, 'unreachable_state' | 'journal_gap'> {
  if (outcome === 'unreachable_state') throw new AppError('invalid_state');
  if (outcome === 'journal_gap') throw journalGap();
  return outcome as Exclude<Outcome, 'unreachable_state' | 'journal_gap'>;
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
    async holdMessage(tenantId, message, { events, claim, journal, cost, heldMax }) {
      if (message.status !== 'in_review') throw internal(`a message does not wait as ${message.status}`);
      const idempotency = claim === null ? null : ({ claim, ending: 'keep' } as const);
      const also = { events, idempotency, journal, cost, label: null };
      const held = encodeEnd(tenantId, message, { ...also, nowMs: clock.nowMs(), limits: journalLimits });
      return refuse(await writer.call('holdMessage', { held, heldMax }));
    },
    async finishMessage(tenantId, message, also) {
      if (!isTerminal(message.status)) throw internal(`a message does not end as ${message.status}`);
      const end = { ...also, nowMs: clock.nowMs(), limits: journalEndLimits };
      const outcome = refuse(await writer.call('finishMessage', encodeEnd(tenantId, message, end)));
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
    async addSpending(tenantId, cost) {
      await writer.call('addSpending', [tenantId, encodeCost(cost, clock.nowMs())]);
    },
    async readSpending(tenantId, fromDay) {
      assertDay(fromDay);
      const rows = await reader.call('readSpending', [tenantId, fromDay]);
      return rows.map(decodeSpending);
    },
    async getMessage(tenantId, messageId) {
      const columns = await reader.call('getRecord', [tenantId, messageId]);
      const record = columns === null ? null : decodeRecord(columns);
      if (record?.kind !== 'whole') return null;
      const { kind: _whole, ...message } = record;
      return message;
    },
    async getRecord(tenantId, messageId) {
      const columns = await reader.call('getRecord', [tenantId, messageId]);
      if (columns !== null) return decodeRecord(columns);
      const place = await reader.call('getDropped', [tenantId, messageId]);
      if (place === null) return null;
      return { kind: 'dropped', messageId, log: { leafIndex: place[0], leafHash: place[1] } };
    },
    readSalts: (tenantId, messageId) => reader.call('readSalts', [tenantId, messageId]),
    async listMessages(tenantId, filter, { before, limit }) {
      assertPage(limit);
      const rows = await reader.call('listMessages', { tenantId, filter, before, limit });
      return rows.map(decodeMessage);
    },
    async listHeld(tenantId, { after, limit }) {
      assertPage(limit);
      const rows = await reader.call('listHeld', [tenantId, after ?? '', limit]);
      return rows.map(decodeMessage);
    },
    isThreadOf: async (tenantId, threadId, endUserId) =>
      (await reader.call('isThreadOf', [tenantId, threadId, endUserId])) === true,
  };
}
