import {
  type ReviewAssignmentEntry,
  type ReviewDecisionEntry,
  type ReviewFigures,
  type ReviewNoteEntry,
  type ReviewSourceEntry,
  reviewWorkLimits,
} from '@avow/contract/review';
import type { MessageId, UserId } from '@avow/foundation';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectOf, type SignedIn, sendAs, signInAs } from '../support/people-client.ts';
import { newReviewed, type ReviewClient, travelAnswer, travelQuote } from '../support/review-client.ts';
import { officePack, problemOf, startTestService, type TestService } from '../support/test-service.ts';

interface List<Entry> {
  readonly data: readonly Entry[];
}

let service: TestService;
let reviewed: ReviewClient;
let ada: SignedIn;
let bob: SignedIn;
let nowMs = Date.now();

beforeAll(async () => {
  service = await startTestService({ clock: { nowMs: () => nowMs } });
});
beforeEach(async () => {
  reviewed = await newReviewed(service);
  ada = await signInAs(service, reviewed.tenantId, 'reviewer', { name: 'Ada' });
  bob = await signInAs(service, reviewed.tenantId, 'reviewer', { name: 'Bob' });
});
afterAll(() => service.close());

const sendTo = (person: SignedIn, method: 'GET' | 'PUT' | 'POST', path: string, body?: unknown) =>
  sendAs(service, method, path, { person, ...(body === undefined ? {} : { body }) });
const assign = (person: SignedIn, id: MessageId, body: unknown) =>
  sendTo(person, 'PUT', `/v1/review/${id}/assignment`, body);
const assigned = (person: SignedIn, id: MessageId, body: unknown) =>
  expectOf<ReviewAssignmentEntry>('assignReview', assign(person, id, body));
const addNote = (person: SignedIn, id: MessageId, text: string) =>
  sendTo(person, 'POST', `/v1/review/${id}/notes`, { text });
const notesOf = async (person: SignedIn, id: MessageId) =>
  (await expectOf<List<ReviewNoteEntry>>('listReviewNotes', sendTo(person, 'GET', `/v1/review/${id}/notes`)))
    .data;
const decisions = async (person: SignedIn, query = '') =>
  (
    await expectOf<List<ReviewDecisionEntry>>(
      'listReviewDecisions',
      sendTo(person, 'GET', `/v1/review-decisions${query}`),
    )
  ).data;
const figures = (person: SignedIn, query = '') =>
  expectOf<ReviewFigures>('getReviewFigures', sendTo(person, 'GET', `/v1/review-figures${query}`));
const decide = (person: SignedIn, id: MessageId, body: unknown) =>
  expectOf('decideReview', sendTo(person, 'POST', `/v1/review/${id}`, body));

describe('the assignment of a review', () => {
  it('is taken, given to somebody else and released, and lists are filtered by it', async () => {
    const { message_id: id } = await reviewed.hold();
    nowMs += 1_000;
    const other = await reviewed.hold();
    expect(await reviewed.read(id)).toMatchObject({ assigned_to: null, assigned_at: null, note_count: 0 });
    expect(await assigned(ada, id, { assigned_to: 'me', expected: null })).toEqual({
      ...{ message_id: id, assigned_to: ada.userId, assigned_at: new Date(nowMs).toISOString() },
    });
    expect(await reviewed.read(id)).toMatchObject({ assigned_to: ada.userId });
    const listed = async (person: SignedIn, to: string) =>
      (
        await expectOf<List<{ readonly message_id: string }>>(
          'listPendingReviews',
          sendTo(person, 'GET', `/v1/review?assigned_to=${to}`),
        )
      ).data.map(({ message_id }) => message_id);
    expect(await listed(ada, 'me')).toEqual([id]);
    expect(await listed(bob, 'me')).toEqual([]);
    expect(await listed(bob, ada.userId)).toEqual([id]);
    expect(await listed(bob, 'nobody')).toEqual([other.message_id]);
    expect(await assigned(ada, id, { assigned_to: bob.userId })).toMatchObject({ assigned_to: bob.userId });
    expect(await assigned(bob, id, { assigned_to: null })).toMatchObject({ assigned_at: null });
    expect(await listed(bob, 'nobody')).toEqual([id, other.message_id]);
  });

  it('is not taken from somebody who took it meanwhile', async () => {
    const { message_id: id } = await reviewed.hold();
    await assigned(ada, id, { assigned_to: 'me', expected: null });
    const late = await assign(bob, id, { assigned_to: 'me', expected: null });
    expect(problemOf(late)).toMatchObject({ status: 409, code: 'invalid_state' });
    expect(await reviewed.read(id)).toMatchObject({ assigned_to: ada.userId });
    await decide(bob, id, { decision: 'deliver' });
    expect(problemOf(await assign(ada, id, { assigned_to: 'me' }))).toMatchObject({ code: 'invalid_state' });
  });

  it('is given only to people who may decide on it', async () => {
    const { message_id: id } = await reviewed.hold();
    const editor = await signInAs(service, reviewed.tenantId, 'editor');
    const unknown = 'usr_01jd7c2m4pf0e8a6ktyr3w5n9b' as UserId;
    for (const userId of [editor.userId, unknown]) {
      const refused = await assign(ada, id, { assigned_to: userId });
      expect(problemOf(refused)).toMatchObject({ status: 422, code: 'validation_failed' });
    }
    for (const body of [{}, { assigned_to: 'you' }, { assigned_to: 'me', why: '' }])
      expect(problemOf(await assign(ada, id, body))).toMatchObject({ code: 'validation_failed' });
    const nowhere = 'msg_01jd8n4w6zfk3v5q7r9s2t4x6y' as MessageId;
    expect(problemOf(await assign(ada, nowhere, { assigned_to: 'me' }))).toMatchObject({ code: 'not_found' });
    expect(await expectOf('listReviewers', sendTo(ada, 'GET', '/v1/reviewers'))).toEqual({
      data: [
        { user_id: ada.userId, name: 'Ada' },
        { user_id: bob.userId, name: 'Bob' },
      ],
    });
  });
});

describe('the notes of a review', () => {
  it('are for reviewers, stay after the decision, and go with the record', async () => {
    const { message_id: id } = await reviewed.hold();
    expect((await addNote(ada, id, 'Is the limit still 500 euros?')).statusCode).toBe(201);
    await decide(bob, id, { decision: 'deliver' });
    await addNote(bob, id, 'It is.');
    expect(await notesOf(ada, id)).toMatchObject([
      { text: 'Is the limit still 500 euros?', created_by: ada.userId },
      { text: 'It is.', created_by: bob.userId },
    ]);
    const seen = [await reviewed.messageOf(id), await reviewed.auditOf(id)];
    expect(JSON.stringify(seen)).not.toContain('still 500');
    const eraser = await service.createKey(reviewed.tenantId, { scopes: ['audit:erase'] });
    const erased = await sendAs(service, 'POST', `/v1/messages/${id}/erase`, { key: eraser, body: {} });
    expect(erased.statusCode, erased.body).toBe(200);
    expect(problemOf(await sendTo(ada, 'GET', `/v1/review/${id}/notes`)).code).toBe('not_found');
    expect(problemOf(await addNote(ada, id, 'Too late.')).code).toBe('not_found');
  });

  it('pass the guardrails of prompts, and have limits', async () => {
    const { message_id: id } = await reviewed.hold();
    expect(problemOf(await addNote(ada, id, ' ')).code).toBe('validation_failed');
    const long = 'x'.repeat(reviewWorkLimits.noteCodePointsMax + 1);
    expect(problemOf(await addNote(ada, id, long)).code).toBe('validation_failed');
    for (let count = 0; count < reviewWorkLimits.notesMax; count++) {
      const note = { text: `Note ${count}`, author: ada.userId, createdAtMs: nowMs };
      await service.data.store.reviews.addReviewNote(reviewed.tenantId, id, { note, notesMax: 100 });
    }
    expect(problemOf(await addNote(ada, id, 'One more.'))).toMatchObject({ code: 'invalid_state' });
  });
});

describe('the sources of a review', () => {
  it('are read around what the answer quotes', async () => {
    const { message_id: id } = await reviewed.hold();
    const path = `/v1/review/${id}/sources`;
    const { data } = await expectOf<List<ReviewSourceEntry>>('listReviewSources', sendTo(ada, 'GET', path));
    expect(data).toMatchObject([{ source: 'travel policy', start: 0, is_complete: true }]);
    expect(data[0]?.text).toContain(travelQuote);
    await decide(ada, id, { decision: 'deliver' });
    expect(problemOf(await sendTo(ada, 'GET', path)).code).toBe('not_found');
  });

  it('are only those of groups that the reviewer may name', async () => {
    const pack = {
      'hr.md': '---\ngroups: [hr]\n---\n# Bonus\n\nThe bonus is paid in December, with the salary.\n',
    };
    const restricted = await newReviewed(service, { ...officePack, ...pack });
    const body = { prompt: 'When is the bonus paid?', groups: ['hr'] };
    const held = (await service.post(restricted.key, body)).json();
    expect(held.status).toBe('in_review');
    const outside = await signInAs(service, restricted.tenantId, 'reviewer');
    const inside = await signInAs(service, restricted.tenantId, 'reviewer', { groups: ['hr'] });
    for (const path of ['', '/sources', '/notes'])
      expect(problemOf(await sendTo(outside, 'GET', `/v1/review/${held.message_id}${path}`)).code).toBe(
        'not_found',
      );
    expect(await figures(outside)).toMatchObject({ pending: 0, oldest_pending_since: null });
    expect(await figures(inside)).toMatchObject({ pending: 1 });
    const path = `/v1/review/${held.message_id}/sources`;
    const { data } = await expectOf<List<ReviewSourceEntry>>(
      'listReviewSources',
      sendTo(inside, 'GET', path),
    );
    expect(data[0]?.text).toContain('The bonus is paid in December');
    const refused = await assign(inside, held.message_id, { assigned_to: outside.userId });
    expect(problemOf(refused).code).toBe('validation_failed');
    await decide(inside, held.message_id, { decision: 'deliver' });
    expect(await decisions(outside)).toEqual([]);
    expect(await decisions(inside)).toHaveLength(1);
  });
});

describe('decisions', () => {
  it('are listed with who decided, why and how long it took, and counted', async () => {
    const ids = [];
    for (let count = 0; count < 4; count++) ids.push((await reviewed.hold()).message_id);
    const [delivered, edited, blocked, cancelled] = ids as [MessageId, MessageId, MessageId, MessageId];
    expect(await figures(ada)).toMatchObject({
      ...{ pending: 4, mine: 0, unassigned: 4, overdue: 0 },
      decided: { count: 0, median_ms: null, p90_ms: null, is_complete: true },
    });
    nowMs += 60_000;
    await decide(ada, delivered, { decision: 'deliver', comment: 'Checked.' });
    nowMs += 60_000;
    await decide(bob, edited, { decision: 'deliver', answer: 'The finance office does.', reason: 'wording' });
    nowMs += 60_000;
    await decide(ada, blocked, { decision: 'block', reason: 'outdated' });
    await reviewed.cancel(cancelled);
    expect(await decisions(bob)).toMatchObject([
      { message_id: blocked, outcome: 'block', reason: 'outdated', answer: null, decided_by: ada.userId },
      { message_id: edited, outcome: 'edit', answer: 'The finance office does.', decided_by: bob.userId },
      { message_id: delivered, outcome: 'deliver', answer: travelAnswer, comment: 'Checked.' },
    ]);
    expect(await decisions(bob, '?outcome=edit')).toHaveLength(1);
    expect(await decisions(bob, '?decided_by=me')).toMatchObject([{ message_id: edited }]);
    expect(await decisions(bob, `?decided_by=${ada.userId}&outcome=block`)).toHaveLength(1);
    const counted = await figures(ada);
    expect(counted).toMatchObject({
      pending: 0,
      decided: { days: 30, count: 3, delivered: 1, edited: 1, blocked: 1, expired: 0 },
    });
    expect(counted.decided.median_ms).toBeGreaterThan(110_000);
    expect(counted.decided.p90_ms).toBeGreaterThan(170_000);
    for (const query of ['?days=0', '?days=91', '?days=+5'])
      expect(problemOf(await sendTo(ada, 'GET', `/v1/review-figures${query}`)).code).toBe(
        'validation_failed',
      );
    expect(problemOf(await sendTo(ada, 'GET', '/v1/review-decisions?outcome=cancel')).code).toBe(
      'validation_failed',
    );
  });

  it('are listed in pages', async () => {
    const ids = [];
    for (let count = 0; count < 3; count++) {
      const { message_id: id } = await reviewed.hold();
      await decide(ada, id, { decision: 'deliver' });
      ids.unshift(id);
      nowMs += 1_000;
    }
    const seen = [];
    for (let cursor = ''; ; ) {
      const page = (await sendTo(ada, 'GET', `/v1/review-decisions?limit=1${cursor}`)).json();
      seen.push(...page.data.map(({ message_id }: { readonly message_id: string }) => message_id));
      if (!page.has_more) break;
      cursor = `&cursor=${page.next_cursor}`;
    }
    expect(seen).toEqual(ids);
    const foreign = `/v1/review-decisions?cursor=${(await reviewed.list('?limit=1')).next_cursor ?? 'x'}`;
    expect(problemOf(await sendTo(ada, 'GET', foreign)).code).toBe('invalid_cursor');
  });

  it('needs the scope of reviewers', async () => {
    const key = await service.createKey(reviewed.tenantId, { scopes: ['messages:read'] });
    for (const path of ['/v1/review-decisions', '/v1/review-figures', '/v1/reviewers'])
      expect(problemOf(await service.get(key, path)).code).toBe('insufficient_scope');
  });
});
