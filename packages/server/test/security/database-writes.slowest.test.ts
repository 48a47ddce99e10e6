import { hash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { scopes } from '@avow/contract/roles';
import { newId, type TenantId } from '@avow/foundation';
import { waitFor } from '@avow/foundation/testing';
import { createCheckpointer, createLogSigner } from '@avow/ledger';
import { startPostgres, type TestServer } from '@avow/storage/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';
import { createPasswords } from '../../src/features/people/passwords.ts';
import { expectOf, type SignedIn, sendAs, signInAs } from '../support/people-client.ts';
import { recordTerminal } from '../support/record-terminal.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

type Row = Readonly<Record<string, unknown>>;

/** Somebody who can write to the database, and has neither the keys nor the service. */
interface Attacker {
  read(sql: string): Promise<Row[]>;
  /** With `$1` and so on. */
  run(sql: string, values: readonly unknown[]): Promise<void>;
  close(): Promise<void>;
}

function attackSqlite(directory: string): Attacker {
  const database = new DatabaseSync(join(directory, 'avow.db'), { timeout: 20_000 });
  return {
    read: async (sql) => database.prepare(sql).all() as Row[],
    run: async (sql, values) => {
      database.prepare(sql.replaceAll(/\$(\d+)/g, '?$1')).run(...(values as never[]));
    },
    close: async () => database.close(),
  };
}

async function attackPostgres(url: string): Promise<Attacker> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return {
    read: async (sql) => (await client.query(sql)).rows as Row[],
    run: async (sql, values) => void (await client.query(sql, [...values])),
    close: () => client.end(),
  };
}

const plainHash = (token: string) => hash('sha256', token);
const chosen = 'c'.repeat(43);

afterAll(() => vi.resetConfig());

describe.each(['SQLite', 'PostgreSQL'] as const)('write access to a database of %s alone', (engine) => {
  let server: TestServer | null = null;
  let directory: string;
  let env: Record<string, string>;
  let service: TestService;
  let attacker: Attacker;
  let tenantId: TenantId;
  let manager: string;
  let owner: SignedIn;
  let nowMs = Date.now();

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'avow-attacked-'));
    env = { AVOW_DATA_DIR: directory, AVOW_SEARCH_BY_MEANING: 'off' };
    if (engine === 'PostgreSQL') {
      server = await startPostgres();
      const url = await server.newDatabase();
      env = { ...env, AVOW_DATABASE_URL: url };
      attacker = await attackPostgres(server.asSuperuser(url));
    }
    service = await startTestService({ directory, env, clock: { nowMs: () => nowMs } });
    if (engine === 'SQLite') attacker = attackSqlite(directory);
    tenantId = await service.createTenant('office');
    manager = await service.createKey(tenantId, { scopes });
    owner = await signInAs(service, tenantId, 'owner');
  });
  afterAll(async () => {
    await attacker.close();
    await service.close();
    await server?.stop();
    await rm(directory, { recursive: true, force: true });
  });

  async function doctor() {
    const { terminal, said } = recordTerminal();
    await runCli(['doctor', '--json'], env, terminal);
    return said().out;
  }

  async function verify() {
    await createCheckpointer({
      ...{ store: service.data.store.log, signer: createLogSigner(service.data.logKey), anchors: [] },
      ...{ clock: { nowMs: () => nowMs }, onFork: () => undefined, onFailure: () => undefined },
    }).signGrown();
    const { terminal, said } = recordTerminal();
    return { code: await runCli(['audit', 'verify'], env, terminal), ...said() };
  }

  /** Nothing is kept for longer than half a second. */
  const later = () => {
    nowMs += 1000;
  };

  /** Changes a row, has that looked at, and puts it back. */
  async function tamper(
    { table, where }: { readonly table: string; readonly where: string },
    changes: Row,
    look: () => Promise<void>,
  ): Promise<void> {
    const [before] = await attacker.read(`SELECT * FROM ${table} WHERE ${where}`);
    if (before === undefined) throw new Error(`no row of ${table} where ${where}`);
    const set = (row: Row) => {
      const names = Object.keys(changes);
      const assigned = names.map((name, at) => `${name} = $${at + 1}`).join(', ');
      return attacker.run(
        `UPDATE ${table} SET ${assigned} WHERE ${where}`,
        names.map((name) => row[name]),
      );
    };
    await set(changes);
    later();
    try {
      await look();
    } finally {
      await set(before);
      later();
    }
  }

  const newKey = async (changes: object = {}) =>
    await expectOf<{ readonly key: string; readonly key_id: string }>(
      'createApiKey',
      sendAs(service, 'POST', '/v1/api-keys', {
        key: manager,
        body: { name: 'app', scopes: ['query:write'], groups: [], ...changes },
      }),
    );

  const statusOf = async (key: string) => (await sendAs(service, 'GET', '/v1/messages', { key })).statusCode;

  const soon = (key: string, status: number) =>
    waitFor(async () => {
      later();
      expect(await statusOf(key)).toBe(status);
    });

  it('gives nothing while nothing was written', async () => {
    expect(await verify()).toMatchObject({ code: 0 });
  });

  it('gives no session of an owner', async () => {
    const sessionId = newId('ses', nowMs);
    const columns = `tenant_id, session_id, token_hash, user_id, method, address, user_agent, created_at_ms, last_used_at_ms, expires_at_ms, revision, seal`;
    await attacker.run(
      `INSERT INTO sessions (${columns}) SELECT tenant_id, '${sessionId}', '${plainHash(chosen)}', user_id, method, address,
         user_agent, created_at_ms, last_used_at_ms, expires_at_ms, revision, seal FROM sessions`,
      [],
    );
    const [name = ''] = owner.cookie.split('=');
    const headers = { cookie: `${name}=${chosen}` };
    expect((await sendAs(service, 'GET', '/v1/me', { headers })).statusCode).toBe(401);
    expect(await verify()).toMatchObject({ code: 1, out: expect.stringContaining(sessionId) });
    await attacker.run(`DELETE FROM sessions WHERE session_id = '${sessionId}'`, []);
  });

  it('gives no use of a link that somebody else made', async () => {
    const token = `avl_${chosen}`;
    const link = { link_hash: plainHash(token), link_expires_at_ms: nowMs + 100_000 };
    await tamper({ table: 'users', where: `user_id = '${owner.userId}'` }, link, async () => {
      const signedIn = await sendAs(service, 'POST', '/v1/sign-in/link', { body: { token } });
      expect(signedIn.statusCode).toBe(401);
      expect(await verify()).toMatchObject({ code: 1, out: expect.stringContaining(owner.userId) });
    });
  });

  it('gives no password', async () => {
    const password = 'correct horse battery';
    const passwordHash = await createPasswords().hash(password);
    await tamper(
      { table: 'users', where: `user_id = '${owner.userId}'` },
      { password_hash: passwordHash },
      async () => {
        const body = { email: owner.email, password };
        const signedIn = await sendAs(service, 'POST', '/v1/sign-in/password', { body });
        expect(signedIn.statusCode).toBe(401);
      },
    );
  });

  it.each([
    ['scopes', JSON.stringify(scopes)],
    ['groups', null],
    ['groups', '["board"]'],
    ['expires_at_ms', 9_000_000_000_000],
    ['mode', 'test'],
  ])('gives a key no other %s', async (column, value) => {
    const { key, key_id: keyId } = await newKey();
    expect(await statusOf(key)).toBe(403);
    await tamper({ table: 'api_keys', where: `key_id = '${keyId}'` }, { [column]: value }, async () => {
      // Nodes of PostgreSQL look again when they hear of a change.
      await soon(key, 401);
      // Nor does a change by somebody who may make it genuine.
      const rotated = await sendAs(service, 'POST', `/v1/api-keys/${keyId}/rotate`, {
        key: manager,
        body: {},
      });
      expect(rotated.statusCode).toBe(404);
      expect(await verify()).toMatchObject({ code: 1, out: expect.stringContaining(keyId) });
    });
    await soon(key, 403);
  });

  it('does not bring back a revoked key, and an earlier row that is put back is reported', async () => {
    const { key, key_id: keyId } = await newKey({ scopes: ['messages:read'] });
    const [earlier] = await attacker.read(`SELECT * FROM api_keys WHERE key_id = '${keyId}'`);
    await sendAs(service, 'DELETE', `/v1/api-keys/${keyId}`, { key: manager });
    const row = { table: 'api_keys', where: `key_id = '${keyId}'` };
    await tamper(row, { revoked_at_ms: null }, async () => {
      expect(await statusOf(key)).toBe(401);
    });
    await tamper(row, earlier ?? {}, async () => {
      const { code, out } = await verify();
      expect(code).toBe(1);
      expect(out).toContain(keyId);
      expect(out).toContain('an earlier row was put back');
    });
    expect(await verify()).toMatchObject({ code: 0 });
  });

  it('gives a person no other role', async () => {
    const viewer = await signInAs(service, tenantId, 'reviewer');
    expect((await sendAs(service, 'GET', '/v1/me', { person: viewer })).statusCode).toBe(200);
    await tamper({ table: 'users', where: `user_id = '${viewer.userId}'` }, { role: 'owner' }, async () => {
      expect((await sendAs(service, 'GET', '/v1/me', { person: viewer })).statusCode).toBe(401);
      expect(await verify()).toMatchObject({ code: 1, out: expect.stringContaining(viewer.userId) });
    });
    expect((await sendAs(service, 'GET', '/v1/me', { person: viewer })).statusCode).toBe(200);
  });

  it('does not resume a tenant', async () => {
    const suspended = await service.createTenant('suspended');
    const key = await service.createKey(suspended, { scopes });
    await service.data.store.access.setTenantStatus(suspended, 'suspended', { atMs: 1, actor: 'operator' });
    await tamper(
      { table: 'tenants', where: `tenant_id = '${suspended}'` },
      { status: 'active' },
      async () => {
        expect(await statusOf(key)).toBe(403);
        expect(await verify()).toMatchObject({ code: 1, out: expect.stringContaining(suspended) });
      },
    );
  });

  it('does not weaken a policy: nothing is answered, and the operator finds out why', async () => {
    const blocking = {
      guardrails: [
        {
          ...{ name: 'secret', check: 'words', stage: 'input', action: 'block' },
          settings: { words: ['secret'] },
        },
      ],
    };
    const put = await sendAs(service, 'PUT', '/v1/guardrails', { key: manager, body: blocking });
    expect(put.statusCode, put.body).toBe(200);
    const body = { prompt: 'What is the secret?' };
    const weak = JSON.stringify({ guardrails: [] });
    await tamper({ table: 'guardrail_policies', where: 'revision = 1' }, { policy: weak }, async () => {
      const asked = await sendAs(service, 'POST', '/v1/query', { key: manager, body });
      expect(asked.statusCode).toBe(500);
      expect(service.logText()).toContain('policy_changed_outside_the_service');
      expect(await verify()).toMatchObject({
        ...{ code: 1, out: expect.stringContaining('guardrail_policies') },
      });
      expect(await doctor()).toContain('the policy 1 of the tenant');
    });
    const asked = await sendAs(service, 'POST', '/v1/query', { key: manager, body });
    expect(asked.json()).toMatchObject({ status: 'blocked' });
  });

  it('lets no passage pass that was found to give orders', async () => {
    const { content, screenings } = service.data.store;
    await service.loadPack(tenantId, { 'post.md': '# Post\n\nA post.\n' });
    const [pack] = await content.listServed(tenantId);
    if (pack === undefined) throw new Error('nothing is served');
    const [of] = (await content.listVersionRevisions(tenantId, pack)) ?? [];
    if (of === undefined) throw new Error('there is no document');
    const [bad, good] = ['bad', 'good'].map((textHash) => ({ textHash, score: 0, kind: null, judges: 3 }));
    if (bad === undefined || good === undefined) throw new Error('there are two');
    const screened = [{ ...bad, score: 0.99 }, good];
    await screenings.add(tenantId, { screening: 'test', of, screened });
    const find = () => screenings.find(tenantId, { screening: 'test', textHashes: ['bad'] });
    expect(await find()).toEqual([screened[0]]);
    const row = { table: 'screened_passages', where: "text_hash = 'bad'" };
    for (const changes of [
      { score: 0 },
      { judges: 0 },
      { kind: 'role' },
      { screening: 'other' },
      { seal: null },
    ])
      await tamper(row, changes, async () => expect(await find()).toEqual([]));
    expect(await find()).toEqual([screened[0]]);
    // Nor does the row of a text that may pass, in its place.
    await attacker.run("DELETE FROM screened_passages WHERE text_hash = 'bad'", []);
    await attacker.run("UPDATE screened_passages SET text_hash = 'bad' WHERE text_hash = 'good'", []);
    expect(await find()).toEqual([]);
    await content.deletePack(tenantId, pack.packId);
  });

  it('does not remove a policy unnoticed', async () => {
    const [policy] = await attacker.read('SELECT * FROM guardrail_policies');
    if (policy === undefined) throw new Error('there is a policy');
    await attacker.run('DELETE FROM guardrail_policies', []);
    expect(await verify()).toMatchObject({ code: 1, out: expect.stringContaining('its row is missing') });
    const names = Object.keys(policy);
    await attacker.run(
      `INSERT INTO guardrail_policies (${names.join(', ')}) VALUES (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
      Object.values(policy),
    );
    expect(await verify()).toMatchObject({ code: 0 });
  });
});
