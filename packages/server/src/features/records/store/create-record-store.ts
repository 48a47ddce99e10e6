import { canBecome, isTerminal, type MessageStatus, messageStatuses } from '@avow/contract/values';
import type { Clock, TenantId } from '@avow/foundation';
import { AppError, newId } from '@avow/foundation';
import { bindForTenants } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';
import { encodeLabel, type LabelColumns } from '../../feedback/store/label-columns.ts';
import { decodePlace } from '../../log/store/log-columns.ts';
import { fitMail, fitWords } from '../../mail/mail.ts';
import type { ClaimEnding, ClaimOutcome, Label, MessageRow, RecordStore } from '../record-store.ts';
import { assertJournal, type JournalLimits, journalEndLimits, journalLimits } from './assert-journal.ts';
import type { ClaimAnswer } from './idempotency-writes.ts';
import { decodeMessage, decodeRecord, encodeMessage } from './message-columns.ts';
import type { EndRows } from './message-rows.ts';
import { encodeCost } from './spending-columns.ts';

/** For every state, those that may lead to it: computed once, because the writer needs them at every end. */
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

function encodeClaim(messageId: string, idempotency: ClaimEnding | null): EndRows['claim'] {
  if (idempotency === null || idempotency.claim === null) return null;
  const { claim, ending } = idempotency;
  // Otherwise a kept claim could replay a message that has not ended.
  if (claim.messageId !== messageId) throw internal('a message ends its own claim only');
  return { route: claim.route, key: claim.key, ending };
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
): EndRows {
  const { events, idempotency, journal, cost, label, isNew = false, nowMs, limits } = end;
  const { mails = [], mailToAsker = null, review = null } = end;
  assertJournal(journal, limits);
  return {
    message: encodeMessage(tenantId, message),
    isNew,
    reachableFrom: reachableFrom[message.status],
    nowMs,
    claim: encodeClaim(message.messageId, idempotency),
    heldKey: idempotency?.claim === null ? idempotency.ending : null,
    journal,
    cost: cost === null ? null : encodeCost(cost, nowMs),
    label: label === null ? null : encodeLabelOf(message.messageId, label),
    events,
    mails: mails.map((mail) => ({ mailId: newId('mal', nowMs), mail: fitMail(mail) })),
    mailToAsker: mailToAsker === null ? null : fitWords(mailToAsker),
    review,
  };
}

/** Throws if the request is invalid. */
function refuse<Outcome>(outcome: Outcome): Exclude<Outcome, Refused> {
  if (outcome === 'unreachable_state') throw new AppError('invalid_state');
  if (outcome === 'journal_gap') throw journalGap();
  if (outcome === 'claim_lost')
    throw new AppError('audit_unavailable', {
      detail: 'This node was cut off from the others while it answered. Repeat the request under its key.',
      retryAfterSeconds: 1,
    });
  return outcome as Exclude<Outcome, Refused>;
}

type Refused = 'unreachable_state' | 'journal_gap' | 'claim_lost';

/**
 * What is written of a message is encoded here, and what is read decoded: packed, it passes between threads faster, and the
 * writer, which all records wait for, does no more than it must.
 */
export function createRecordStore({ writer, reader }: StoreChannels, clock: Clock): RecordStore {
  const claims = bindForTenants(writer, 'takeKey', 'claimKey');
  const { appendJournal, addSpending } = bindForTenants(writer, 'appendJournal', 'addSpending');
  const { isHidden } = bindForTenants(reader, 'isHidden');
  const open = bindForTenants(reader, 'openRecord', 'findDropped', 'openMessages', 'openInReview');
  return {
    ...bindForTenants(reader, 'readJournal', 'readSpending', 'readSalts', 'isThreadOf', 'hasThread'),
    ...bindForTenants(reader, 'listIncidents'),
    ...bindForTenants(writer, 'startMessage', 'releaseIdempotencyKey'),
    async claimIdempotencyKey(tenantId, claim) {
      if ((await claims.takeKey(tenantId, claim)) === 1) return { kind: 'claimed' };
      return toOutcome(await claims.claimKey(tenantId, claim));
    },
    async admitMessage(tenantId, message, journal = [], claim = null) {
      if (message.status !== 'queued' && message.status !== 'processing') {
        throw internal(`a message is not admitted as ${message.status}`);
      }
      if (journal.length > 0 && journal[0]?.seq !== 1) throw internal('a journal begins at 1');
      assertJournal(journal, journalLimits);
      const held = claim === null ? null : { route: claim.route, key: claim.key };
      const admission = { message: encodeMessage(tenantId, message), claim: held, journal };
      refuse(await writer.callFor(tenantId, 'admitMessage', admission));
    },
    async submitForReview(tenantId, message, { claim, inReviewMax, pendingSinceMs, ...given }) {
      if (message.status !== 'in_review') throw internal(`a message does not wait as ${message.status}`);
      const idempotency = claim === null ? null : ({ claim, ending: 'keep' } as const);
      const nowMs = clock.nowMs();
      const also = { ...given, idempotency, label: null, nowMs, limits: journalLimits };
      const pending = encodeEnd(tenantId, message, also);
      const limits = { inReviewMax, sinceMs: pendingSinceMs ?? nowMs };
      return refuse(await writer.callFor(tenantId, 'submitForReview', pending, limits));
    },
    async finishMessage(tenantId, message, also) {
      if (!isTerminal(message.status)) throw internal(`a message does not end as ${message.status}`);
      const end = { ...also, nowMs: clock.nowMs(), limits: journalEndLimits };
      return refuse(await writer.callFor(tenantId, 'finishMessage', encodeEnd(tenantId, message, end)));
    },
    async appendJournal(tenantId, messageId, events) {
      assertJournal(events, journalLimits);
      const outcome = await appendJournal(tenantId, messageId, events);
      if (outcome === 'gap') throw journalGap();
      return outcome === 'appended';
    },
    addSpending: async (tenantId, cost) => addSpending(tenantId, encodeCost(cost, clock.nowMs())),
    async getMessage(tenantId, messageId) {
      const row = await open.openRecord(tenantId, messageId);
      return row === null || row.envelope === null ? null : decodeMessage(row);
    },
    async getRecord(tenantId, messageId) {
      const row = await open.openRecord(tenantId, messageId);
      if (row !== null) return decodeRecord(row);
      const leaf = await open.findDropped(tenantId, messageId);
      return leaf === null ? null : { kind: 'dropped', messageId, log: decodePlace(leaf) };
    },
    listMessages: async (...asked) => (await open.openMessages(...asked)).map(decodeMessage),
    listInReview: async (...asked) => (await open.openInReview(...asked)).map(decodeMessage),
    isHidden: async (tenantId, id, groups) => groups !== null && (await isHidden(tenantId, id, groups)),
  };
}
