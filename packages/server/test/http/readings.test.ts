import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { logEventPageSchema } from '@avow/contract/testing';
import type { TenantId } from '@avow/foundation';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SignedIn, sendAs, signInAs } from '../support/people-client.ts';
import { officePack, startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
let tenantId: TenantId;
let key: string;
let auditor: SignedIn;
let messageId: string;

const prompt = 'Where is the canteen, asks quokkaberry?';
const endUserId = 'person-wallabyfern';

beforeAll(async () => {
  service = await startTestService();
  tenantId = await service.createTenant('office');
  key = await service.createKey(tenantId, { scopes: ['query:write', 'messages:read', 'log:read'] });
  auditor = await signInAs(service, tenantId, 'auditor');
  await service.loadPack(tenantId, officePack);
  messageId = (await service.ask(key, { prompt, end_user_id: endUserId })).message_id;
});
afterAll(() => service.close());

async function readings(actor: string) {
  const page = logEventPageSchema.parse((await service.get(key, '/v1/log/events?kind=access')).json());
  return page.data.filter((event) => event.actor === actor).map(({ subject, details }) => [subject, details]);
}

it('a person who reads a message, or a list with it, is on the log', async () => {
  const one = { person: auditor };
  expect((await sendAs(service, 'GET', `/v1/messages/${messageId}`, one)).body).toContain(messageId);
  expect((await sendAs(service, 'GET', '/v1/messages', one)).body).toContain(messageId);
  expect(await readings(auditor.userId)).toMatchObject([
    [messageId, { what: 'listMessages' }],
    [messageId, { what: 'getMessage' }],
  ]);
});

it('a key that lists messages is on the log, and one that follows its own message is not', async () => {
  const keyId = /key_[0-9a-z]{26}/;
  const count = async () => {
    const { data } = logEventPageSchema.parse((await service.get(key, '/v1/log/events?kind=access')).json());
    return data.filter(({ actor }) => keyId.test(actor)).length;
  };
  const before = await count();
  await service.get(key, `/v1/messages/${messageId}`);
  expect(await count()).toBe(before);
  await service.get(key, '/v1/messages');
  expect(await count()).toBe(before + 1);
});

it('nothing is on the log, and nothing noted, if nothing is shown', async () => {
  const before = await readings(auditor.userId);
  const unknown = await sendAs(service, 'GET', '/v1/messages/msg_unknown', { person: auditor });
  expect(unknown.statusCode).toBe(404);
  await sendAs(service, 'GET', '/v1/messages?status=failed', { person: auditor });
  expect(await readings(auditor.userId)).toEqual(before);
});

it('neither the question nor who asked it is in a file, an entry of the log or a log line', async () => {
  const texts = readdirSync(service.directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
  const stored = await service.data.store.log.readEntries(tenantId, { from: 0, limit: 1000 });
  const entries = stored.map((entry) => JSON.stringify(entry));
  expect(texts.some((text) => text.includes(messageId))).toBe(true);
  expect(entries.join()).toContain(messageId);
  for (const text of [...texts, ...entries, service.logText()]) {
    expect(text.includes('quokkaberry')).toBe(false);
    expect(text.includes('wallabyfern')).toBe(false);
  }
});
