import type { MessageId, TenantId, UserId } from '@avow/foundation';
import { newId } from '@avow/foundation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenedStore, OpenStore } from '../../../storage/contract/opened-store.ts';
import { newTenant, nothingElse, sampleEvent, sampleMessage } from '../../../storage/contract/samples.ts';
import type { MessageRow, ReviewEnding } from '../../records/record-store.ts';

const beginMs = Date.UTC(2026, 0, 1);
const [ada, bob] = [newId('usr', 1), newId('usr', 2)];
const alone = { events: [], claim: null, journal: [], cost: null, inReviewMax: 100 } as const;
const anything = { readableBy: null, before: null, sinceMs: 0, limit: 100 } as const;
const noFilter = { outcome: null, decidedBy: null } as const;

/** What every store of the work on reviews must do, on any database. */
export function describeReviewStore(name: string, open: OpenStore): void {
  describe(`${name} as a review store`, () => {
    let store: OpenedStore;
    let nowMs = beginMs;
    beforeAll(async () => {
      store = await open({ nowMs: () => nowMs });
    });
    afterAll(() => store.close());

    async function submit(tenantId: TenantId, changes: Partial<MessageRow> = {}): Promise<MessageRow> {
      const pending = sampleMessage({ status: 'in_review', ...changes });
      await store.records.submitForReview(tenantId, pending, alone);
      return pending;
    }

    const end = (tenantId: TenantId, pending: MessageRow, review: ReviewEnding | null) =>
      store.records.finishMessage(
        tenantId,
        { ...pending, status: review === null ? 'cancelled' : 'delivered' },
        { ...nothingElse, review },
      );

    it('notes who has a review, unless somebody else took it meanwhile', async () => {
      const tenantId = await newTenant(store.access);
      const { messageId } = await submit(tenantId);
      const assign = (to: typeof ada | null, expected?: typeof ada | null) =>
        store.reviews.assignReview(tenantId, messageId, {
          ...{ to, atMs: nowMs + 5, mails: [] },
          ...(expected === undefined ? {} : { expected }),
        });
      const state = async () => (await store.reviews.readReviewStates(tenantId, [messageId]))[0];
      expect(await state()).toEqual({
        ...{ messageId, pendingSinceMs: nowMs, assignedTo: null, assignedAtMs: null, noteCount: 0 },
      });
      expect(await assign(ada, null)).toBe('assigned');
      expect(await assign(bob, null)).toBe('taken');
      expect(await state()).toMatchObject({ assignedTo: ada, assignedAtMs: nowMs + 5 });
      const page = { readableBy: null, after: null, limit: 9 };
      const listed = async (assignedTo: typeof ada | null) =>
        (await store.records.listInReview(tenantId, { ...page, assignedTo })).length;
      expect([await listed(ada), await listed(bob), await listed(null)]).toEqual([1, 0, 0]);
      expect(await assign(bob)).toBe('assigned');
      expect(await assign(null, bob)).toBe('assigned');
      expect(await state()).toMatchObject({ assignedTo: null, assignedAtMs: null });
      expect([await listed(ada), await listed(null)]).toEqual([0, 1]);
      const gone = newId('msg', 1);
      expect(await store.reviews.assignReview(tenantId, gone, { to: ada, atMs: 1, mails: [] })).toBe(
        'unknown',
      );
    });

    it('writes to somebody who gets a review once, however often it is assigned to them', async () => {
      const tenantId = await newTenant(store.access);
      const { messageId } = await submit(tenantId);
      const mail = {
        to: 'ada@example.org',
        subject: 'A review was assigned to you',
        text: 'See the console.',
      };
      const assign = (to: typeof ada) =>
        store.reviews.assignReview(tenantId, messageId, { to, atMs: nowMs, mails: [mail] });
      const claim = () =>
        store.mails.claimMails(tenantId, { nowMs, leaseUntilMs: nowMs + 60_000, limit: 10 });
      await assign(ada);
      await assign(ada);
      expect(await claim()).toHaveLength(1);
      await assign(bob);
      expect(await claim()).toHaveLength(1);
    });

    it('counts what is pending, for each reader', async () => {
      const tenantId = await newTenant(store.access);
      const [first] = [await submit(tenantId), await submit(tenantId, { audience: [['hr']] })];
      nowMs += 60_000;
      await submit(tenantId);
      await store.reviews.assignReview(tenantId, first.messageId, { to: ada, atMs: nowMs, mails: [] });
      const count = (readableBy: readonly string[] | null) =>
        store.reviews.countPendingReviews(tenantId, {
          ...{ readableBy, callerId: ada, overdueBeforeMs: nowMs - 60_000 },
        });
      const oldestSinceMs = nowMs - 60_000;
      expect(await count(null)).toEqual({ pending: 3, mine: 1, unassigned: 2, overdue: 2, oldestSinceMs });
      expect(await count([])).toEqual({ pending: 2, mine: 1, unassigned: 1, overdue: 1, oldestSinceMs });
      expect(await count(['hr'])).toMatchObject({ pending: 3 });
      await end(tenantId, first, null);
      expect(await count([])).toMatchObject({ pending: 1, mine: 0, overdue: 0, oldestSinceMs: nowMs });
      expect(
        await store.reviews.countPendingReviews(await newTenant(store.access), {
          ...{ readableBy: null, callerId: ada, overdueBeforeMs: nowMs },
        }),
      ).toEqual({ pending: 0, mine: 0, unassigned: 0, overdue: 0, oldestSinceMs: null });
    });

    it('lists decisions newest first, by outcome, person and reader, but no cancelled message', async () => {
      const tenantId = await newTenant(store.access);
      const ids: MessageId[] = [];
      const endings: ReviewEnding[] = [
        { outcome: 'deliver', decidedBy: ada, decidedAtMs: nowMs },
        { outcome: 'edit', decidedBy: bob, decidedAtMs: nowMs },
        { outcome: 'block', decidedBy: ada, decidedAtMs: nowMs },
        { outcome: 'expire', decidedBy: null, decidedAtMs: nowMs },
      ];
      for (const review of endings) {
        const pending = await submit(tenantId, review.outcome === 'block' ? { audience: [['hr']] } : {});
        ids.push(pending.messageId);
        nowMs += 1000;
        await end(tenantId, pending, { ...review, decidedAtMs: nowMs });
      }
      await end(tenantId, await submit(tenantId), null);
      const list = (changes: Partial<Parameters<typeof store.reviews.listDecisions>[1]>) =>
        store.reviews.listDecisions(tenantId, { ...anything, filter: noFilter, ...changes });
      const idsOf = async (changes: Parameters<typeof list>[0]) =>
        (await list(changes)).map(({ messageId }) => messageId);
      const [deliver, edit, block, expire] = ids;
      expect(await idsOf({})).toEqual([expire, block, edit, deliver]);
      const [newest] = await list({ limit: 1 });
      expect(newest).toEqual({
        ...{ messageId: expire, outcome: 'expire', decidedBy: null },
        ...{ decidedAtMs: nowMs, pendingSinceMs: nowMs - 1000 },
      });
      expect(await idsOf({ before: newest ?? null })).toEqual([block, edit, deliver]);
      expect(await idsOf({ filter: { outcome: 'edit', decidedBy: null } })).toEqual([edit]);
      expect(await idsOf({ filter: { outcome: null, decidedBy: ada } })).toEqual([block, deliver]);
      expect(await idsOf({ readableBy: [] })).toEqual([expire, edit, deliver]);
      expect(await idsOf({ sinceMs: nowMs })).toEqual([expire]);
    });

    it('keeps notes with the message, also after it ended, and within their limit', async () => {
      const tenantId = await newTenant(store.access);
      const pending = await submit(tenantId);
      const { messageId } = pending;
      const add = (text: string, notesMax = 2) =>
        store.reviews.addReviewNote(tenantId, messageId, {
          ...{ note: { text, author: ada, createdAtMs: nowMs }, notesMax },
        });
      expect(await store.reviews.listReviewNotes(tenantId, messageId)).toEqual([]);
      expect(await add('Ask the desk.')).toBe('added');
      await end(tenantId, pending, { outcome: 'deliver', decidedBy: ada, decidedAtMs: nowMs });
      expect(await add('They agree.')).toBe('added');
      expect(await add('Once more.')).toBe('too_many');
      const notes = await store.reviews.listReviewNotes(tenantId, messageId);
      expect(notes?.map(({ text }) => text)).toEqual(['Ask the desk.', 'They agree.']);
      expect(notes?.[0]).toMatchObject({ author: ada, createdAtMs: nowMs });
      const never = sampleMessage();
      await store.records.finishMessage(tenantId, never, nothingElse);
      expect(await store.reviews.listReviewNotes(tenantId, never.messageId)).toBeNull();
      const other = await newTenant(store.access);
      expect(await store.reviews.listReviewNotes(other, messageId)).toBeNull();
      const note = { text: 'x', author: ada, createdAtMs: nowMs };
      expect(await store.reviews.addReviewNote(other, messageId, { note, notesMax: 2 })).toBe('unknown');
    });

    it('finds what became overdue once, and notes it with its event', async () => {
      const tenantId = await newTenant(store.access);
      const pending = await submit(tenantId);
      const { messageId } = pending;
      nowMs += 1000;
      const find = async () =>
        (await store.reviews.listNewlyOverdue(nowMs - 1000, 1000)).filter((one) => one.tenantId === tenantId);
      expect(await find()).toEqual([{ tenantId, messageId }]);
      const also = { events: [sampleEvent('message.review_overdue')], mails: [], nowMs };
      expect(await store.reviews.noteOverdue(tenantId, messageId, also)).toBe(true);
      expect(await store.reviews.noteOverdue(tenantId, messageId, also)).toBe(false);
      expect(await find()).toEqual([]);
      const decided = await submit(tenantId);
      await end(tenantId, decided, { outcome: 'block', decidedBy: bob, decidedAtMs: nowMs });
      expect(await store.reviews.noteOverdue(tenantId, decided.messageId, also)).toBe(false);
    });

    it('hands out who wants to hear of something, at most once in a while', async () => {
      const tenantId = await newTenant(store.access);
      const userId = await newPerson(store, tenantId);
      const notSinceMs = () => nowMs - 60_000;
      const list = (of: 'pending' | 'overdue') =>
        store.reviews.listNoticeReaders(tenantId, { of, notSinceMs: notSinceMs() });
      const claim = (among: readonly UserId[]) =>
        store.reviews.claimNoticeReaders(tenantId, { among, nowMs, notSinceMs: notSinceMs() });
      const none = { pending: false, overdue: false, assigned: false };
      expect(await store.reviews.readReviewNotices(tenantId, userId)).toEqual(none);
      expect(await list('pending')).toEqual([]);
      const notices = { pending: true, overdue: false, assigned: true };
      await store.reviews.setReviewNotices(tenantId, userId, notices);
      expect(await store.reviews.readReviewNotices(tenantId, userId)).toEqual(notices);
      expect([await list('pending'), await list('overdue')]).toEqual([[userId], []]);
      expect(await claim([])).toEqual([]);
      expect(await claim([userId])).toEqual([userId]);
      expect([await claim([userId]), await list('pending')]).toEqual([[], []]);
      nowMs += 60_000;
      expect(await list('pending')).toEqual([userId]);
      await store.people.deleteUser(tenantId, userId, { atMs: nowMs, actor: 'operator' });
      expect(await list('pending')).toEqual([]);
    });
  });
}

async function newPerson({ people }: OpenedStore, tenantId: TenantId): Promise<UserId> {
  const user = {
    ...{ userId: newId('usr', 3), email: 'ada@example.org', name: 'Ada', role: 'reviewer' as const },
    ...{ groups: [], identity: null },
  } as const;
  await people.createUser(tenantId, user, { atMs: 1, actor: 'operator', link: null, usersMax: 9 });
  return user.userId;
}
