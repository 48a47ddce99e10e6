import type { ServedContent } from '@avow/answering';
import { type ReviewFigures, reviewWorkLimits } from '@avow/contract/review';
import { formatTime } from '@avow/contract/values';
import {
  AppError,
  type CallerId,
  type Clock,
  type MessageId,
  type TenantId,
  type UserId,
} from '@avow/foundation';
import { quantile } from '@avow/foundation/statistics';
import type { Guards } from '@avow/guardrails';
import type { Mail } from '../mail/mail.ts';
import { nameableGroups } from '../people/people.ts';
import type { PeopleStore } from '../people/people-store.ts';
import type { RecordStore } from '../records/record-store.ts';
import { openEnvelope } from '../records/records.ts';
import type { HandoverStore } from '../visitors/handover-store.ts';
import { checkWritten } from './decide-review.ts';
import { isReviewer, reviewerRoles } from './is-reviewer.ts';
import { readReviewSources } from './read-review-sources.ts';
import type { ReviewNotifier } from './review-notifier.ts';
import type { Decision, ReviewStore } from './review-store.ts';
import type { DecisionWithContent, NoticesOfPerson, OutcomeCounts, ReviewWork } from './review-work.ts';

export interface ReviewWorkParts {
  readonly reviews: ReviewStore;
  readonly handovers: Pick<HandoverStore, 'countWaitingHandovers'>;
  readonly records: Pick<RecordStore, 'getMessage' | 'isHidden'>;
  readonly people: Pick<PeopleStore, 'getUser' | 'listUsersOfRoles'>;
  readonly content: Pick<ServedContent, 'readQuote'>;
  readonly guards: Guards;
  readonly notifier: ReviewNotifier;
  readonly clock: Clock;
  readonly limits: { readonly deadlineMs: number; readonly reviewOverdueMs: number };
}

const dayMs = 86_400_000;
const reviewersMax = 1_000;

export function createReviewWork(parts: ReviewWorkParts): ReviewWork {
  const { reviews, records, people, handovers, clock, limits } = parts;
  return {
    overdueAfterMs: limits.reviewOverdueMs,
    statesOf: async (tenantId, messageIds) =>
      new Map(
        (await reviews.readReviewStates(tenantId, messageIds)).map((state) => [state.messageId, state]),
      ),
    assign: async (tenantId, messageId, { to, expected, by }) => {
      if (to !== null && to !== by) await requireReviewer(parts, { tenantId, messageId }, to);
      const atMs = clock.nowMs();
      const result = await reviews.assignReview(tenantId, messageId, {
        ...{ to, atMs, mails: await mailsOf(parts, { tenantId, messageId, to, by }) },
        ...(expected === undefined ? {} : { expected }),
      });
      if (result === 'taken')
        throw new AppError('invalid_state', { detail: 'Somebody else has taken this review meanwhile.' });
      if (result === 'unknown') throw await notPendingOrFound(parts, tenantId, messageId);
      return { assignedTo: to, assignedAtMs: to === null ? null : atMs };
    },
    listNotes: async (tenantId, messageId) => {
      const notes = await reviews.listReviewNotes(tenantId, messageId);
      if (notes === null) throw new AppError('not_found');
      return notes;
    },
    addNote: async (tenantId, messageId, written) => {
      const text = await checkWritten(parts, tenantId, { text: written.text });
      const note = { text, author: written.author, createdAtMs: clock.nowMs() };
      const { notesMax } = reviewWorkLimits;
      const added = await reviews.addReviewNote(tenantId, messageId, { note, notesMax });
      if (added === 'unknown') throw new AppError('not_found');
      if (added === 'too_many')
        throw new AppError('invalid_state', { detail: `A review has at most ${notesMax} notes.` });
      return note;
    },
    readSources: async (tenantId, messageId, readableBy) => {
      const message = await records.getMessage(tenantId, messageId);
      const held = message?.status === 'in_review' ? openEnvelope(message.envelope).held : null;
      if (held === null) throw new AppError('not_found');
      const viewer = { tenantId, groups: readableBy ?? held.groups, nowMs: clock.nowMs() };
      return await readReviewSources(parts.content, held.response.citations, viewer);
    },
    listDecisions: async (tenantId, options) => {
      const found = await reviews.listDecisions(tenantId, { ...options, sinceMs: 0 });
      return await Promise.all(found.map((decision) => withContent(parts, tenantId, decision)));
    },
    figures: async (tenantId, { callerId, readableBy }, days) => {
      const nowMs = clock.nowMs();
      const overdueBeforeMs = nowMs - limits.reviewOverdueMs;
      const options = {
        ...{ filter: { outcome: null, decidedBy: null }, readableBy, before: null },
        ...{ sinceMs: nowMs - days * dayMs, limit: reviewWorkLimits.countedMax + 1 },
      };
      const [{ oldestSinceMs, ...counts }, decisions, waiting] = await Promise.all([
        reviews.countPendingReviews(tenantId, { readableBy, callerId, overdueBeforeMs }),
        reviews.listDecisions(tenantId, options),
        handovers.countWaitingHandovers(tenantId, readableBy),
      ]);
      return {
        ...counts,
        overdue_after_ms: limits.reviewOverdueMs,
        oldest_pending_since: oldestSinceMs === null ? null : formatTime(oldestSinceMs),
        handovers_waiting: waiting,
        decided: { days, ...decidedFigures(decisions) },
      };
    },
    readNotices: (tenantId, userId) => readNotices(parts, tenantId, userId),
    setNotices: async (tenantId, userId, notices) => {
      await reviews.setReviewNotices(tenantId, userId, notices);
      return await readNotices(parts, tenantId, userId);
    },
    listReviewers: async (tenantId) => {
      const found = await people.listUsersOfRoles(tenantId, { roles: reviewerRoles, limit: reviewersMax });
      return found
        .filter(isReviewer)
        .map(({ userId, name }) => ({ userId, name }))
        .toSorted((one, next) => one.name.localeCompare(next.name, 'en'));
    },
  };
}

async function readNotices(
  { reviews, people, notifier }: ReviewWorkParts,
  tenantId: TenantId,
  userId: UserId,
): Promise<NoticesOfPerson> {
  const user = await people.getUser(tenantId, userId);
  if (user === null) throw new AppError('not_found');
  const notices = await reviews.readReviewNotices(tenantId, userId);
  return { ...notices, email: user.email, canMail: notifier.canMail };
}

function decidedFigures(found: readonly Decision[]): Omit<ReviewFigures['decided'], 'days'> {
  const decisions = found.slice(0, reviewWorkLimits.countedMax);
  const counts: Record<keyof OutcomeCounts, number> = { deliver: 0, edit: 0, block: 0, expire: 0 };
  for (const { outcome } of decisions) counts[outcome] += 1;
  const took = decisions
    .filter(({ outcome }) => outcome !== 'expire')
    .map(({ decidedAtMs, pendingSinceMs }) => Math.max(0, decidedAtMs - pendingSinceMs))
    .toSorted((one, next) => one - next);
  const shareOf = (share: number) => (took.length === 0 ? null : quantile(took, share));
  return {
    count: decisions.length,
    ...{ delivered: counts.deliver, edited: counts.edit, blocked: counts.block, expired: counts.expire },
    ...{ median_ms: shareOf(0.5), p90_ms: shareOf(0.9) },
    is_complete: found.length <= reviewWorkLimits.countedMax,
  };
}

async function withContent(
  { records }: ReviewWorkParts,
  tenantId: TenantId,
  decision: Decision,
): Promise<DecisionWithContent> {
  const message = await records.getMessage(tenantId, decision.messageId);
  if (message === null) return { ...decision, content: null };
  const { question, response, review } = openEnvelope(message.envelope);
  const answer = message.status === 'delivered' ? response.answer : null;
  return {
    ...decision,
    content: { question, answer, reason: review?.reason ?? null, comment: review?.comment ?? null },
  };
}

/** Who takes a review need not be written to. */
async function mailsOf(
  { records, notifier }: ReviewWorkParts,
  assigned: {
    readonly tenantId: TenantId;
    readonly messageId: MessageId;
    readonly to: CallerId | null;
    readonly by: CallerId;
  },
): Promise<readonly Mail[]> {
  const { tenantId, messageId, to, by } = assigned;
  if (to === null || to === by || !notifier.canMail) return [];
  const message = await records.getMessage(tenantId, messageId);
  if (message?.status !== 'in_review') return [];
  return await notifier.mailsOfAssigned(tenantId, { messageId, audience: message.audience, to });
}

/** Rejects if this is not a person who may decide on this review. */
async function requireReviewer(
  { people, records }: ReviewWorkParts,
  of: { readonly tenantId: TenantId; readonly messageId: MessageId },
  to: CallerId,
): Promise<void> {
  const user = to.startsWith('usr_') ? await people.getUser(of.tenantId, to as UserId) : null;
  const may =
    user !== null &&
    isReviewer(user) &&
    !(await records.isHidden(of.tenantId, of.messageId, nameableGroups(user)));
  if (may) return;
  const message = 'Not a person who may decide on this review';
  const errors = [{ pointer: '/assigned_to', code: 'invalid_value', message }];
  throw new AppError('validation_failed', { errors });
}

async function notPendingOrFound(
  { records }: ReviewWorkParts,
  tenantId: TenantId,
  messageId: MessageId,
): Promise<AppError> {
  const message = await records.getMessage(tenantId, messageId);
  if (message === null) return new AppError('not_found');
  return new AppError('invalid_state', {
    detail: `The message is ${message.status}: it is not pending review.`,
  });
}
