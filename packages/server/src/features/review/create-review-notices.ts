import type { QueryResponse } from '@avow/contract/query';
import type { Clock, MessageId, TenantId, UserId } from '@avow/foundation';
import { reviewOverdueEvent } from '../../path/recording/record-message.ts';
import type { Mail, Mailer } from '../mail/mail.ts';
import { nameableGroups } from '../people/people.ts';
import type { PeopleStore, User } from '../people/people-store.ts';
import type { RecordStore } from '../records/record-store.ts';
import { mayRead, openEnvelope, type RecordAudience } from '../records/records.ts';
import { isReviewer } from './is-reviewer.ts';
import type { NoticedReview, ReviewNotifier } from './review-notifier.ts';
import type { ReviewNotices, ReviewStore } from './review-store.ts';

export interface ReviewNotifierParts {
  readonly reviews: ReviewStore;
  readonly people: Pick<PeopleStore, 'getUser'>;
  readonly records: Pick<RecordStore, 'getMessage'>;
  readonly mailer: Mailer;
  readonly clock: Clock;
  readonly overdueAfterMs: number;
  /** The address of the console's page of a message. */
  readonly pageOf: (messageId: MessageId) => string;
  readonly onFailure: (error: unknown, messageId: MessageId) => void;
}

/** One person gets one mail in this time, however much begins to wait; assignments are always sent. */
const quietMs = 15 * 60_000;
/** In one run; if there are more, the next run goes on. */
const overdueMax = 500;

const subjects: Readonly<Record<keyof ReviewNotices, string>> = {
  pending: 'An answer waits for your decision',
  overdue: 'An answer has waited too long for a decision',
  assigned: 'A review was assigned to you',
};

export function createReviewNotices(parts: ReviewNotifierParts): ReviewNotifier {
  const { reviews, records, mailer, clock, overdueAfterMs, onFailure } = parts;

  async function mailsOf(
    tenantId: TenantId,
    of: keyof ReviewNotices,
    { messageId, audience, among }: NoticedReview & { readonly among: readonly UserId[] | null },
  ): Promise<readonly Mail[]> {
    if (!mailer.isOn) return [];
    const nowMs = clock.nowMs();
    const notSinceMs = of === 'assigned' ? nowMs : nowMs - quietMs;
    const wanting = await reviews.listNoticeReaders(tenantId, { of, notSinceMs });
    const asked = among === null ? wanting : wanting.filter((userId) => among.includes(userId));
    const users = await Promise.all(asked.map((userId) => parts.people.getUser(tenantId, userId)));
    const readers = users.filter((user): user is User => user !== null && isReaderOf(user, audience));
    const ids = readers.map(({ userId }) => userId);
    if (ids.length === 0) return [];
    const claimed = await reviews.claimNoticeReaders(tenantId, { among: ids, nowMs, notSinceMs });
    return readers
      .filter(({ userId }) => claimed.includes(userId))
      .map(({ email }) => ({ to: email, ...wordsOf(of, parts.pageOf(messageId)) }));
  }

  async function noteOne(tenantId: TenantId, messageId: MessageId): Promise<void> {
    const message = await records.getMessage(tenantId, messageId);
    if (message?.status !== 'in_review') return;
    const nowMs = clock.nowMs();
    const response: QueryResponse = openEnvelope(message.envelope).response;
    const { audience } = message;
    const mails = await mailsOf(tenantId, 'overdue', { messageId, audience, among: null });
    const events = [reviewOverdueEvent(response, nowMs)];
    await reviews.noteOverdue(tenantId, messageId, { events, mails, nowMs });
  }

  return {
    canMail: mailer.isOn,
    mailsOfPending: async (tenantId, pending) => {
      try {
        return await mailsOf(tenantId, 'pending', { ...pending, among: null });
      } catch (error) {
        onFailure(error, pending.messageId);
        return [];
      }
    },
    mailsOfAssigned: async (tenantId, { to, ...assigned }) =>
      to.startsWith('usr_')
        ? await mailsOf(tenantId, 'assigned', { ...assigned, among: [to as UserId] })
        : [],
    noteOverdue: async (signal) => {
      const overdue = await reviews.listNewlyOverdue(clock.nowMs() - overdueAfterMs, overdueMax);
      for (const { tenantId, messageId } of overdue) {
        if (signal.aborted) return;
        // One that cannot be read must not keep the others from being noticed.
        await noteOne(tenantId, messageId).catch((error: unknown) => onFailure(error, messageId));
      }
    },
  };
}

const isReaderOf = (user: User, audience: RecordAudience) =>
  isReviewer(user) && mayRead(audience, nameableGroups(user));

/** It says nothing of what was asked: mail is read on other machines. */
function wordsOf(of: keyof ReviewNotices, page: string): Omit<Mail, 'to'> {
  const subject = subjects[of];
  return { subject, text: `${subject}:\n\n${page}\n\nYou chose on the page of reviews to be sent this.` };
}
