import { handoverPageSchema, handoverSchema, handoverSettingsSchema } from '@avow/contract/testing';
import { handoverLimits } from '@avow/contract/visitors';
import { widgetSchema } from '@avow/contract/widgets';
import { waitFor } from '@avow/foundation/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MailReceiver, openMailReceiver } from '../support/mail-receiver.ts';
import { officePack, problemOf, startTestService, type TestService } from '../support/test-service.ts';

const site = 'https://www.example.com';
const ada = 'ada_0123456789abcdefghijklmnopqrstuvwxyz';
const bob = 'bob_0123456789abcdefghijklmnopqrstuvwxyz';

let service: TestService;
let receiver: MailReceiver;
let tenantId: Awaited<ReturnType<TestService['createTenant']>>;
/** Of somebody who replies and sets how a person is reached. */
let staff: string;
let key: string;

beforeAll(async () => {
  receiver = await openMailReceiver();
  const mail = { AVOW_SMTP_URL: receiver.url, AVOW_MAIL_FROM: 'Acme <answers@acme.example>' };
  const env = { ...mail, AVOW_VISITOR_BURST: '1000', AVOW_PUBLISHABLE_BURST: '1000' };
  service = await startTestService({ env });
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});
beforeEach(async () => {
  tenantId = await service.createTenant(`tenant ${Math.random()}`);
  staff = await service.createKey(tenantId, {
    scopes: ['query:write', 'messages:read', 'review:decide', 'keys:manage', 'audit:erase', 'content:manage'],
  });
  await service.loadPack(tenantId, officePack);
  const { data } = (await send('GET', '/v1/content-packs')).json();
  const content_pack_ids = data.map(({ id }: { readonly id: string }) => id);
  const wanted = { name: 'site', origins: [site], content_pack_ids };
  const created = await send('POST', '/v1/api-keys', wanted);
  expect(created.statusCode, created.body).toBe(201);
  ({ key } = created.json());
});

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH';

function sendWith(headers: Readonly<Record<string, string>>, method: Method, url: string, body?: object) {
  const typed = body === undefined ? {} : { 'content-type': 'application/json' };
  return service.app.http.inject({
    ...{ method, url, headers: { ...headers, ...typed } },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
}
const send = (method: Method, url: string, body?: object) =>
  sendWith({ authorization: `Bearer ${staff}` }, method, url, body);
const visit = (method: Method, url: string, body?: object, visitor = ada) =>
  sendWith({ authorization: `Bearer ${key}`, 'visitor-token': visitor, origin: site }, method, url, body);

const offerChat = (chat = true) => send('PUT', '/v1/handover-settings', { chat });
async function ask(visitor = ada): Promise<string> {
  const response = await visit('POST', '/v1/query', { prompt: 'Where is my parcel?' }, visitor);
  expect(response.statusCode, response.body).toBe(200);
  return response.json().message_id;
}
const pathOf = (id: string) => `/v1/messages/${id}/handover`;

describe('the settings', () => {
  it('say how a person is reached, and are offered to visitors', async () => {
    const read = async () =>
      handoverSettingsSchema.parse((await send('GET', '/v1/handover-settings')).json());
    expect(await read()).toEqual({ chat: false, link: null, link_text: null });
    const settings = { chat: true, link: 'https://www.example.com/contact', link_text: 'Write to us' };
    expect((await send('PUT', '/v1/handover-settings', settings)).json()).toEqual(settings);
    expect(await read()).toEqual(settings);
    expect((await visit('GET', '/v1/visitor-options')).json().handover).toEqual(settings);
    for (const link of ['javascript:alert(1)', 'ftp://example.com', 'https://u:p@example.com', 'contact'])
      expect(problemOf(await send('PUT', '/v1/handover-settings', { chat: true, link })).code, link).toBe(
        'validation_failed',
      );
    expect(await read()).toEqual(settings);
  });

  it('are those of a widget, if it has some', async () => {
    await offerChat(false);
    const { data: packs } = (await send('GET', '/v1/content-packs')).json();
    const content_pack_ids = packs.map(({ id }: { readonly id: string }) => id);
    const made = await send('POST', '/v1/widgets', { name: 'Shop', origins: [site], content_pack_ids });
    const { widget_id: widgetId, key: widgetKey, settings } = widgetSchema.parse(made.json());
    expect(settings.handover).toBeNull();
    const headers = { authorization: `Bearer ${widgetKey}`, 'visitor-token': ada, origin: site };
    const offered = async () => (await sendWith(headers, 'GET', '/v1/visitor-options')).json().handover;
    expect(await offered()).toEqual({ chat: false, link: null, link_text: null });
    const own = { chat: true, link: 'https://shop.example.com/contact', link_text: 'Ask the shop' };
    const change = (handover: unknown) =>
      send('PATCH', `/v1/widgets/${widgetId}`, { settings: { ...settings, handover } });
    expect((await change({ chat: true, link: 'javascript:alert(1)' })).statusCode).toBe(422);
    expect((await change(own)).json().settings.handover).toEqual(own);
    expect(await offered()).toEqual(own);
    expect((await visit('GET', '/v1/visitor-options')).json().handover.chat).toBe(false);
    // Visitors of this widget may ask for a person, those of others may not.
    const asked = await sendWith(headers, 'POST', '/v1/query', { prompt: 'Where is my parcel?' });
    const id = asked.json().message_id;
    expect(asked.statusCode, asked.body).toBe(200);
    expect((await sendWith(headers, 'POST', pathOf(id), { text: 'Hello?' })).statusCode).toBe(200);
    expect(problemOf(await visit('POST', pathOf(await ask()), {})).code).toBe('invalid_state');
    const waiting = async () => (await send('GET', '/v1/review-figures')).json().handovers_waiting;
    expect(await waiting()).toBe(1);
    await send('POST', `${pathOf(id)}/replies`, { text: 'Hello.' });
    expect(await waiting()).toBe(0);
    expect((await change(null)).json().settings.handover).toBeNull();
    expect((await offered()).chat).toBe(false);
  });
});

describe('a handover', () => {
  it('brings the reply of a person back to the visitor who asked for one, and by e-mail', async () => {
    await offerChat();
    const id = await ask();
    expect(problemOf(await visit('GET', pathOf(id))).code).toBe('not_found');
    const requested = await visit('POST', pathOf(id), { text: 'It is late.', email: 'ada@example.org' });
    expect(handoverSchema.parse(requested.json())).toMatchObject({
      ...{ message_id: id, state: 'waiting', question: 'Where is my parcel?', email: 'ada@example.org' },
      posts: [{ from: 'asker', text: 'It is late.', author: null }],
    });
    const waiting = handoverPageSchema.parse((await send('GET', '/v1/handovers?state=waiting')).json());
    expect(waiting.data.map(({ message_id }) => message_id)).toEqual([id]);
    const replied = await send('POST', `${pathOf(id)}/replies`, { text: 'Tomorrow.', name: 'Grace' });
    const { posts } = handoverSchema.parse(replied.json());
    expect(posts[1]).toMatchObject({ from: 'person', name: 'Grace', text: 'Tomorrow.' });
    expect(posts[1]?.author).toMatch(/^key_/);
    const seen = handoverSchema.parse((await visit('GET', pathOf(id))).json());
    expect(seen).toMatchObject({ state: 'answered', posts: [{}, { text: 'Tomorrow.', author: null }] });
    await waitFor(() => expect(receiver.received).toHaveLength(1));
    expect(receiver.received[0]?.to).toBe('ada@example.org');
    expect(receiver.received[0]?.message).toContain('Tomorrow.');
    expect((await send('POST', `${pathOf(id)}/close`)).json().state).toBe('closed');
    expect((await visit('POST', pathOf(id), { text: 'Thank you!' })).json().state).toBe('waiting');
  });

  it('is the business of the visitor and of those who reply, and of nobody else', async () => {
    await offerChat();
    const id = await ask();
    await visit('POST', pathOf(id), { text: 'Hello?' });
    expect(problemOf(await visit('GET', pathOf(id), undefined, bob)).code).toBe('not_found');
    expect(problemOf(await visit('POST', pathOf(id), {}, bob)).code).toBe('not_found');
    for (const path of [`${pathOf(id)}/replies`, `${pathOf(id)}/close`])
      expect(problemOf(await visit('POST', path, { text: 'I am staff' })).code).toBe('insufficient_scope');
    expect(problemOf(await visit('GET', '/v1/handovers')).code).toBe('insufficient_scope');
    const plain = await service.createKey(tenantId);
    expect(problemOf(await service.get(plain, '/v1/handovers')).code).toBe('insufficient_scope');
    const other = await service.createKey(await service.createTenant('other'), {
      scopes: ['messages:read', 'review:decide'],
    });
    expect(problemOf(await service.get(other, pathOf(id))).code).toBe('not_found');
    expect((await service.get(other, '/v1/handovers')).json().data).toEqual([]);
  });

  it('is refused where no person can be reached, and for what was never asked', async () => {
    const id = await ask();
    expect(problemOf(await visit('POST', pathOf(id), {}))).toMatchObject({ code: 'invalid_state' });
    await offerChat();
    expect(problemOf(await visit('POST', pathOf('msg_nothing'), {})).code).toBe('not_found');
    expect(problemOf(await send('POST', `${pathOf(id)}/replies`, { text: 'Hello' })).code).toBe('not_found');
    expect(problemOf(await send('POST', `${pathOf(id)}/close`)).code).toBe('not_found');
    const long = 'x'.repeat(handoverLimits.requestCodePointsMax + 1);
    for (const body of [{ text: '' }, { text: long }, { email: 'ada' }, { name: 'Ada' }, []])
      expect(problemOf(await visit('POST', pathOf(id), body)).code).toBe('validation_failed');
    // What is under way goes on after the offer has ended.
    await visit('POST', pathOf(id), {});
    await offerChat(false);
    expect((await visit('POST', pathOf(id), { text: 'Still here?' })).statusCode).toBe(200);
  });

  it('takes a limited number of texts that nobody has replied to', async () => {
    await offerChat();
    const id = await ask();
    for (let at = 0; at < handoverLimits.unansweredPostsMax; at += 1)
      expect((await visit('POST', pathOf(id), { text: `Hello ${at}` })).statusCode).toBe(200);
    expect(problemOf(await visit('POST', pathOf(id), { text: 'Hello!' })).code).toBe('invalid_state');
    await send('POST', `${pathOf(id)}/replies`, { text: 'Yes?' });
    expect((await visit('POST', pathOf(id), { text: 'At last' })).statusCode).toBe(200);
  });

  it('is erased with its message', async () => {
    await offerChat();
    const id = await ask();
    await visit('POST', pathOf(id), { text: 'My number is 555 0100.' });
    const erased = await send('POST', `/v1/messages/${id}/erase`, {});
    expect(erased.statusCode, erased.body).toBe(200);
    expect(problemOf(await visit('GET', pathOf(id))).status).toBeGreaterThanOrEqual(404);
    expect((await send('GET', '/v1/handovers')).json().data).toEqual([]);
  });
});
