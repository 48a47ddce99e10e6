import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { scopes } from '@avow/contract/roles';
import { systemClock, type TenantId } from '@avow/foundation';
import { waitFor } from '@avow/foundation/testing';
import { createCheckpointer, createLogSigner } from '@avow/ledger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';
import { expectOf, sendAs } from '../support/people-client.ts';
import { recordTerminal } from '../support/record-terminal.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

type Value = string | number | Uint8Array | null;

let service: TestService;
let database: DatabaseSync;
let tenantId: TenantId;
let manager: string;

beforeAll(async () => {
  service = await startTestService();
  database = new DatabaseSync(join(service.directory, 'avow.db'), { timeout: 20_000 });
  tenantId = await service.createTenant('office');
  manager = await service.createKey(tenantId, { scopes });
});
afterAll(async () => {
  database.close();
  await service.close();
});

async function run(...words: string[]) {
  const { terminal, said } = recordTerminal();
  const env = { AVOW_DATA_DIR: service.directory, AVOW_SEARCH_BY_MEANING: 'off' };
  return { code: await runCli(words, env, terminal), ...said() };
}

const signLog = () =>
  createCheckpointer({
    ...{ store: service.data.store.log, signer: createLogSigner(service.data.logKey), anchors: [] },
    ...{ clock: systemClock, onFork: () => undefined, onFailure: () => undefined },
  }).signGrown();

/** Changes a row as somebody does who has only the database, has that looked at, and puts it back. */
async function tamper(
  { table, id, of }: { readonly table: string; readonly id: string; readonly of: string },
  changes: Readonly<Record<string, Value>>,
  look: () => Promise<void>,
): Promise<void> {
  const names = Object.keys(changes);
  const before = database.prepare(`SELECT * FROM ${table} WHERE ${id} = ?`).get(of) as typeof changes;
  const put = database.prepare(
    `UPDATE ${table} SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE ${id} = ?`,
  );
  const set = (row: typeof changes) => put.run(...names.map((name) => row[name] ?? null), of);
  expect(set(changes).changes).toBe(1);
  try {
    await look();
  } finally {
    set(before);
  }
}

describe('who may see a record', () => {
  it('cannot be changed in the database: what was answered does not open for other readers', async () => {
    await service.loadPack(tenantId, {
      'bonus.md': '---\ngroups: [hr]\n---\n# Bonus\n\nThe quokka bonus is 98317640 euros a month.\n',
    });
    const { message_id: messageId, answer } = await service.ask(manager, {
      prompt: 'What is the quokka bonus in euros a month?',
      groups: ['hr'],
    });
    expect(answer).toContain('98317640');
    const outsider = await service.createKey(tenantId, { scopes, groups: ['board'] });
    const paths = ['', '/audit', '/events'].map((end) => `/v1/messages/${messageId}${end}`);
    const lists = ['/v1/messages?limit=100', '/v1/audit/records?limit=100'];
    const look = async () => {
      for (const path of [...paths, ...lists])
        for (const key of [outsider, manager]) {
          const shown = await service.get(key, path);
          expect.soft(shown.body, path).not.toContain('98317640');
        }
    };
    const row = { table: 'messages', id: 'message_id', of: messageId };
    await tamper(row, { audience: null }, async () => {
      await look();
      expect(await run('audit', 'verify')).toMatchObject({ code: 1 });
    });
    await tamper(row, { audience: '[["board"]]' }, look);
    expect((await service.get(manager, `/v1/messages/${messageId}`)).body).toContain('98317640');
    expect((await service.get(outsider, `/v1/messages/${messageId}`)).statusCode).toBe(404);
  });
});

describe('a webhook endpoint', () => {
  const path = '/v1/webhook-endpoints';
  const create = (url: string) =>
    expectOf<{ readonly endpoint_id: string }>(
      'createWebhookEndpoint',
      sendAs(service, 'POST', path, {
        key: manager,
        body: { url, event_types: ['message.failed'], include_content: false },
      }),
    );

  it.each<[string, (other: Readonly<Record<string, Value>>) => Readonly<Record<string, Value>>]>([
    ['content', () => ({ content_by: 'operator' })],
    ['events', () => ({ event_types: null })],
    ['address', ({ sealed = null, secret_no = null }) => ({ sealed, secret_no })],
  ])('sends nothing once its %s is changed in the database', async (_what, changes) => {
    const [mine, others] = [await create('https://hooks.example/1'), await create('https://hooks.example/2')];
    const { endpoint_id: id } = mine;
    const other = database
      .prepare('SELECT * FROM webhook_endpoints WHERE endpoint_id = ?')
      .get(others.endpoint_id) as Readonly<Record<string, Value>>;
    const show = async () => (await sendAs(service, 'GET', `${path}/${id}`, { key: manager })).json();
    const row = { table: 'webhook_endpoints', id: 'endpoint_id', of: id };
    await tamper(row, changes(other), async () => {
      expect(await show()).toMatchObject({ status: 'disabled', disabled_reason: 'damaged', url: '' });
      // Nor does a change by somebody who may make it genuine.
      const body = { description: 'again' };
      const changed = await sendAs(service, 'PATCH', `${path}/${id}`, { key: manager, body });
      expect(changed.statusCode).toBeGreaterThanOrEqual(400);
      await sendAs(service, 'POST', `${path}/${id}/test`, { key: manager, body: {} });
      await waitFor(async () => {
        const { data } = (await service.get(manager, `${path}/${id}/deliveries`)).json();
        expect(data.map(({ type }: { type: string }) => type)).toContain('webhook.test');
        for (const delivery of data) expect(delivery).toMatchObject({ status: 'dead', attempts: 0 });
      });
    });
  });

  it('is not enabled by a change in the database', async () => {
    const { endpoint_id: id } = await create('https://hooks.example/3');
    await sendAs(service, 'PATCH', `${path}/${id}`, { key: manager, body: { status: 'disabled' } });
    const row = { table: 'webhook_endpoints', id: 'endpoint_id', of: id };
    await tamper(row, { status: 'enabled', disabled_reason: null }, async () => {
      const shown = await sendAs(service, 'GET', `${path}/${id}`, { key: manager });
      expect(shown.json()).toMatchObject({ status: 'disabled', disabled_reason: 'damaged' });
    });
  });
});

describe('avow upgrade --seal', () => {
  it('seals no row of a tenant whose rows were sealed before', async () => {
    const body = { name: 'app', scopes: ['query:write'], groups: [] };
    const made = await sendAs(service, 'POST', '/v1/api-keys', { key: manager, body });
    const row = { table: 'api_keys', id: 'key_id', of: made.json().key_id };
    const unsealed = { scopes: JSON.stringify(scopes), revision: 0, seal: null };
    const look = async () => {
      const { code, err } = await run('upgrade', '--seal');
      expect([code, err]).toEqual([1, expect.stringContaining('were not sealed')]);
      const { seal } = database.prepare('SELECT seal FROM api_keys WHERE key_id = ?').get(row.of) as {
        seal: string | null;
      };
      expect(seal).toBeNull();
    };
    await tamper(row, unsealed, look);
  });

  it('is not led to do so by a tenant without its seal: the log tells of it', async () => {
    const created = await run('tenants', 'create', 'shop');
    expect(created.code, created.err).toBe(0);
    const row = { table: 'tenants', id: 'name', of: 'shop' };
    await tamper(row, { seal: null, revision: 0 }, async () => {
      const { code, out } = await run('upgrade', '--seal', '--json');
      expect([code, JSON.parse(out)]).toEqual([
        1,
        expect.objectContaining({ rows_sealed: 0, rows_refused: 1 }),
      ]);
    });
    expect(await run('upgrade', '--seal')).toMatchObject({ code: 0 });
  });
});

describe('avow audit discard', () => {
  it('removes a person and a policy that were changed in the database, on the log', async () => {
    const invited = { email: 'ada@example.com', name: 'Ada', role: 'reviewer' };
    const invite = () => sendAs(service, 'POST', '/v1/users', { key: manager, body: invited });
    const { user_id: userId } = (await invite()).json();
    const policy = { guardrails: [] };
    const put = () => sendAs(service, 'PUT', '/v1/guardrails', { key: manager, body: policy });
    expect((await put()).statusCode).toBe(200);
    const discard = (kind: string, id: string) =>
      run('audit', 'discard', kind, id, '--tenant', tenantId, '--yes');
    expect(await discard('user', userId)).toMatchObject({ code: 1, err: expect.stringContaining('as the') });
    database.prepare("UPDATE users SET role = 'owner' WHERE user_id = ?").run(userId);
    database.prepare("UPDATE guardrail_policies SET version = 'x' WHERE tenant_id = ?").run(tenantId);
    expect((await invite()).statusCode).toBeGreaterThanOrEqual(400);
    expect((await put()).statusCode).toBe(500);
    expect(await discard('user', userId)).toMatchObject({ code: 0 });
    expect(await discard('policy', '1')).toMatchObject({ code: 0 });
    expect(await discard('policy', '1')).toMatchObject({ code: 1 });
    expect((await invite()).statusCode).toBe(201);
    const again = await put();
    expect([again.statusCode, again.json().revision]).toEqual([200, 2]);
    await signLog();
    expect(await run('audit', 'verify')).toMatchObject({ code: 0 });
    // A row that is put back is reported.
    database.prepare('UPDATE guardrail_policies SET revision = 1 WHERE tenant_id = ?').run(tenantId);
    expect(await run('audit', 'verify')).toMatchObject({ code: 1 });
  });
});
