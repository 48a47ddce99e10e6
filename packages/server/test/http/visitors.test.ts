import { conversationSchema, notificationSchema, visitorOptionsSchema } from '@avow/contract/testing';
import { waitFor } from '@avow/foundation/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailReceiver, openMailReceiver } from '../support/mail-receiver.ts';
import { newReviewed, type ReviewClient, travelAnswer } from '../support/review-client.ts';
import { problemOf, startTestService, type TestService } from '../support/test-service.ts';

const site = 'https://www.example.com';
const ada = 'ada_0123456789abcdefghijklmnopqrstuvwxyz';
const bob = 'bob_0123456789abcdefghijklmnopqrstuvwxyz';

let service: TestService;
let receiver: MailReceiver;
let reviewed: ReviewClient;
let key: string;

beforeAll(async () => {
  receiver = await openMailReceiver();
  const mail = { AVOW_SMTP_URL: receiver.url, AVOW_MAIL_FROM: 'Acme <answers@acme.example>' };
  const env = { ...mail, AVOW_VISITOR_BURST: '1000', AVOW_PUBLISHABLE_BURST: '1000' };
  service = await startTestService({ env });
  reviewed = await newReviewed(service);
  const owner = await service.createKey(reviewed.tenantId, {
    scopes: ['query:write', 'keys:manage', 'content:manage'],
  });
  const packs = (await service.get(owner, '/v1/content-packs')).json().data;
  const content_pack_ids = packs.map(({ id }: { id: string }) => id);
  const created = await sendAs(owner, 'POST', '/v1/api-keys', {
    name: 'site',
    origins: [site],
    content_pack_ids,
  });
  expect(created.statusCode, created.body).toBe(201);
  ({ key } = created.json());
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});

const sendAs = (secret: string, method: 'GET' | 'POST', url: string, body?: object, visitor?: string) =>
  service.app.http.inject({
    ...{ method, url },
    headers: {
      authorization: `Bearer ${secret}`,
      ...(visitor === undefined ? {} : { 'visitor-token': visitor, origin: site }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
const visit = (method: 'GET' | 'POST', url: string, body?: object, visitor = ada) =>
  sendAs(key, method, url, body, visitor);

async function ask(visitor = ada, also: object = {}) {
  const response = await visit('POST', '/v1/query', { prompt: 'Who approves travel?', ...also }, visitor);
  expect(response.statusCode, response.body).toBe(202);
  return response.json() as { message_id: string; thread_id: string };
}

describe('a conversation', () => {
  it('is read again by its visitor, with what a reviewer has delivered, and by nobody else', async () => {
    const first = await ask();
    const second = await ask(ada, { thread_id: first.thread_id });
    const path = `/v1/threads/${first.thread_id}/conversation`;
    const read = async () => conversationSchema.parse((await visit('GET', path)).json());
    expect((await read()).turns).toMatchObject([
      { question: 'Who approves travel?', reviewed: false, message: { status: 'in_review', answer: '' } },
      { message: { message_id: second.message_id } },
    ]);
    await reviewed.decide(first.message_id, { decision: 'deliver' });
    expect((await read()).turns).toMatchObject([
      { reviewed: true, message: { status: 'delivered', answer: travelAnswer } },
      { reviewed: false },
    ]);
    expect(problemOf(await visit('GET', path, undefined, bob)).code).toBe('not_found');
    expect(problemOf(await visit('GET', '/v1/threads/thr_nothing/conversation')).code).toBe('not_found');
    const other = await service.createKey(await service.createTenant('other'));
    expect(problemOf(await service.get(other, path)).code).toBe('not_found');
    const staff = conversationSchema.parse((await service.get(reviewed.key, path)).json());
    expect(staff.turns).toHaveLength(2);
    expect(staff.has_earlier).toBe(false);
  });
});

describe('an answer by e-mail', () => {
  const notify = (messageId: string, email: string, visitor = ada) =>
    visit('POST', `/v1/messages/${messageId}/notification`, { email }, visitor);

  it('is offered by a service with a mail server', async () => {
    const options = await visit('GET', '/v1/visitor-options');
    expect(visitorOptionsSchema.parse(options.json())).toMatchObject({ email_answers: true });
  });

  it('is sent once a person has decided', async () => {
    const { message_id: id } = await ask();
    expect(problemOf(await notify(id, 'ada@example.org', bob)).code).toBe('not_found');
    for (const email of ['', 'ada', 'a@b@c', 'Ada <ada@example.org>', 'ada@example.org,eve@example.org'])
      expect(problemOf(await notify(id, email)).code, email).toBe('validation_failed');
    const kept = await notify(id, 'ada@example.org');
    expect(notificationSchema.parse(kept.json())).toEqual({ message_id: id, notification: 'email' });
    await reviewed.decide(id, { decision: 'deliver' });
    await waitFor(() => expect(receiver.received).toHaveLength(1));
    const [{ to, message } = { to: '', message: '' }] = receiver.received;
    expect(to).toBe('ada@example.org');
    expect(message.replaceAll('=\r\n', '')).toContain('team lead approves travel up to 500 euros');
    expect(problemOf(await notify(id, 'ada@example.org')).code).toBe('invalid_state');
  });

  it('is refused by a service without one', async () => {
    const beside = await startTestService();
    try {
      const other = await newReviewed(beside);
      const { message_id: id } = await other.hold();
      const url = `/v1/messages/${id}/notification`;
      const payload = JSON.stringify({ email: 'ada@example.org' });
      const headers = { authorization: `Bearer ${other.key}`, 'content-type': 'application/json' };
      const refused = await beside.app.http.inject({ method: 'POST', url, headers, payload });
      expect(problemOf(refused)).toMatchObject({ code: 'invalid_state' });
      expect(refused.json().detail).toContain('AVOW_SMTP_URL');
    } finally {
      await beside.close();
    }
  });
});
