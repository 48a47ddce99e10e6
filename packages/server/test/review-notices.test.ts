import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { MessageId } from '@avow/foundation';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createReviewNotices } from '../src/features/review/create-review-notices.ts';
import { expectOf, type SignedIn, sendAs, signInAs } from './support/people-client.ts';
import { newReviewed } from './support/review-client.ts';
import { problemOf, startTestService, type TestService } from './support/test-service.ts';

const minuteMs = 60_000;
let service: TestService;
let nowMs = Date.now();

beforeAll(async () => {
  // Nobody listens there: what is sent is read from the queue.
  const env = { AVOW_SMTP_URL: 'smtp://127.0.0.1:9', AVOW_MAIL_FROM: 'Acme <answers@acme.example>' };
  service = await startTestService({ clock: { nowMs: () => nowMs }, env });
});
afterAll(() => service.close());

const choose = (person: SignedIn, body: unknown) =>
  expectOf('setReviewNotices', sendAs(service, 'PUT', '/v1/review-notices', { person, body }));
const everything = { pending: true, overdue: true, assigned: true };

function readOverdue(tenantId: string): unknown[] {
  const database = new DatabaseSync(join(service.directory, 'avow.db'), { readOnly: true });
  try {
    const sql = "SELECT body FROM outbox WHERE tenant_id = ? AND type = 'message.review_overdue'";
    return database.prepare(sql).all(tenantId);
  } finally {
    database.close();
  }
}

/** Mail that is queued for the tenant, and is then taken from the queue. */
async function takeMails(tenantId: Parameters<typeof service.data.store.mails.claimMails>[0]) {
  const { mails } = service.data.store;
  // The store has a clock of its own.
  const laterMs = Date.now() + 365 * 24 * 60 * minuteMs;
  const claim = { nowMs: laterMs, leaseUntilMs: laterMs + minuteMs, limit: 100 };
  const found = await mails.claimMails(tenantId, claim);
  for (const one of found) await mails.endMail(tenantId, one, { kind: 'sent' });
  return found.map(({ to, subject, text }) => ({ to, subject, text }));
}

it('writes to reviewers who want to hear that an answer begins to wait, once in a while', async () => {
  const reviewed = await newReviewed(service);
  const ada = await signInAs(service, reviewed.tenantId, 'reviewer');
  await signInAs(service, reviewed.tenantId, 'reviewer');
  await reviewed.hold();
  expect(await takeMails(reviewed.tenantId)).toEqual([]);
  expect(await choose(ada, everything)).toEqual({ ...everything, email: ada.email, email_available: true });
  const { message_id: id } = await reviewed.hold();
  const [mail, ...others] = await takeMails(reviewed.tenantId);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to: ada.email, subject: 'An answer waits for your decision' });
  expect(mail?.text).toContain(`/console/review?message=${id}`);
  expect(mail?.text).not.toContain('travel');
  await reviewed.hold();
  expect(await takeMails(reviewed.tenantId)).toEqual([]);
  nowMs += 15 * minuteMs;
  await reviewed.hold();
  expect(await takeMails(reviewed.tenantId)).toHaveLength(1);
});

it('writes to whom a review was assigned, but not to who took it', async () => {
  const reviewed = await newReviewed(service);
  const [ada, bob] = [
    await signInAs(service, reviewed.tenantId, 'reviewer'),
    await signInAs(service, reviewed.tenantId, 'reviewer'),
  ];
  for (const person of [ada, bob]) await choose(person, { ...everything, pending: false });
  const { message_id: id } = await reviewed.hold();
  const assign = (to: string) =>
    expectOf(
      'assignReview',
      sendAs(service, 'PUT', `/v1/review/${id}/assignment`, { person: ada, body: { assigned_to: to } }),
    );
  await assign('me');
  expect(await takeMails(reviewed.tenantId)).toEqual([]);
  await assign(bob.userId);
  expect(await takeMails(reviewed.tenantId)).toMatchObject([
    { to: bob.email, subject: 'A review was assigned to you' },
  ]);
});

it('notifies once of what is overdue, by an event and by mail to those who may see it', async () => {
  const reviewed = await newReviewed(service);
  const ada = await signInAs(service, reviewed.tenantId, 'reviewer');
  const editor = await signInAs(service, reviewed.tenantId, 'editor');
  await choose(ada, { ...everything, pending: false });
  expect(problemOf(await sendAs(service, 'GET', '/v1/review-notices', { person: editor })).code).toBe(
    'insufficient_scope',
  );
  const { message_id: id } = await reviewed.hold();
  const failures: MessageId[] = [];
  const { reviews, people, records } = service.data.store;
  const notices = createReviewNotices({
    ...{ reviews, people, records, clock: { nowMs: () => nowMs }, mailer: { isOn: true } },
    overdueAfterMs: 4 * 60 * minuteMs,
    pageOf: (messageId) => `https://answers.example.org/console/review?message=${messageId}`,
    onFailure: (_error, messageId) => void failures.push(messageId),
  });
  const overdueEvents = () => readOverdue(reviewed.tenantId);
  const { signal } = new AbortController();
  await notices.noteOverdue(signal);
  expect(overdueEvents()).toEqual([]);
  nowMs += 4 * 60 * minuteMs + minuteMs;
  expect((await reviewed.read(id)).is_overdue).toBe(true);
  await notices.noteOverdue(signal);
  await notices.noteOverdue(signal);
  expect(overdueEvents()).toHaveLength(1);
  expect(await takeMails(reviewed.tenantId)).toMatchObject([
    { to: ada.email, subject: 'An answer has waited too long for a decision' },
  ]);
  expect(failures).toEqual([]);
});

it('is a choice of people, not of keys', async () => {
  const { key } = await newReviewed(service);
  const response = await service.get(key, '/v1/review-notices');
  expect(problemOf(response)).toMatchObject({ status: 403, code: 'session_required' });
});
