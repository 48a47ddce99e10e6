import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultScopes, type Scope } from '@avow/contract/roles';
import type { TenantId } from '@avow/foundation';
import { waitFor } from '@avow/foundation/testing';
import { startPostgres, type TestServer } from '@avow/storage/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestService, type TestService } from './support/test-service.ts';

let server: TestServer;
let url: string;
let directory: string;
let one: TestService;
let other: TestService;
let tenantId: TenantId;
let key: string;

const scopes: readonly Scope[] = [
  ...defaultScopes,
  'audit:erase',
  'audit:export',
  'audit:read',
  'content:manage',
];

async function startNode(name: string): Promise<TestService> {
  const folder = join(directory, name);
  return await startTestService({
    directory: folder,
    env: {
      AVOW_DATABASE_URL: url,
      AVOW_ANCHOR_DIR: join(directory, 'anchors'),
      AVOW_ANSWER_CACHE_MS: '60000',
    },
  });
}

beforeAll(async () => {
  server = await startPostgres();
  url = await server.newDatabase();
  directory = await mkdtemp(join(tmpdir(), 'avow-nodes-'));
  one = await startNode('one');
  await mkdir(join(directory, 'two'), { mode: 0o700 });
  for (const file of ['pepper.key', 'master.key', 'log.key'])
    await copyFile(join(directory, 'one', file), join(directory, 'two', file));
  other = await startNode('two');
  tenantId = await one.createTenant('acme');
  key = await one.createKey(tenantId, { scopes });
});

afterAll(async () => {
  vi.resetConfig();
  await one.close();
  await other.close();
  await server.stop();
  await rm(directory, { recursive: true, force: true });
});

const publish = (node: TestService, round: number) =>
  node.loadPack(tenantId, {
    'hours.txt': `The office opens at ${round} in the morning.\n`,
    'pairs.qna.json': JSON.stringify([{ question: 'Which round is it?', answer: `Round ${round}.` }]),
  });

const erase = (node: TestService, path: string) =>
  node.app.http.inject({ method: 'POST', url: path, headers: { authorization: `Bearer ${key}` } });

describe('two nodes on one database', () => {
  it('serve what either has published, each the whole of one version at any time', async () => {
    await publish(one, 7);
    await waitFor(async () => {
      expect((await other.ask(key, { prompt: 'When does the office open?' })).answer).toContain('at 7 in');
    });
    await publish(one, 8);
    // The other node serves the first until the second is in its index.
    const answers: string[] = [];
    await waitFor(async () => {
      const { answer } = await other.ask(key, { prompt: 'When does the office open?' });
      answers.push(answer);
      expect(answer).toContain('at 8 in');
    });
    for (const answer of answers) expect(answer).toMatch(/at [78] in/);
    expect((await other.ask(key, { prompt: 'Which round is it?' })).answer).toContain('Round 8');
    // And back: it builds on what it has staged itself.
    await publish(other, 9);
    await waitFor(async () => {
      expect((await one.ask(key, { prompt: 'When does the office open?' })).answer).toContain('at 9 in');
    });
  });

  it('pull what another has built, say which of them serve it, and repair damage from there', async () => {
    await publish(one, 11);
    const packs = (await one.get(key, '/v1/content-packs')).json().data;
    const path = `/v1/content-packs/${packs[0].id}/versions`;
    await waitFor(async () => {
      const [{ nodes }] = (await other.get(key, path)).json().data;
      expect(nodes).toHaveLength(2);
      expect(nodes.every(({ serving }: { serving: boolean }) => serving)).toBe(true);
    });
    expect(other.logText()).not.toContain('is built here');
    const folder = (name: string) => join(directory, name, 'search', tenantId, packs[0].id);
    const segments = async (name: string) =>
      (await readdir(folder(name))).filter((file) => file.endsWith('.idx')).toSorted();
    const shared = (await segments('one')).filter((file) => existsSync(join(folder('two'), file)));
    expect(shared.length).toBeGreaterThan(0);
    for (const file of await segments('two')) await writeFile(join(folder('two'), file), 'damaged');
    // As after a restart: nothing of it is in memory.
    await other.close();
    other = await startNode('two');
    await waitFor(async () => {
      expect((await other.ask(key, { prompt: 'When does the office open?' })).answer).toContain('at 11 in');
    });
    expect(other.logText()).not.toContain('is built here');
    const whole = await Promise.all(
      shared.map(async (file) =>
        (await readFile(join(folder('one'), file))).equals(await readFile(join(folder('two'), file))),
      ),
    );
    expect(whole).toContain(true);
  });

  it('answer the same request once, under its idempotency key', async () => {
    const headers = { 'idempotency-key': 'the-same' };
    const body = { prompt: 'Which round is it?' };
    const responses = await Promise.all(
      [one, other, one, other].map((node) => node.post(key, body, headers)),
    );
    const ids = new Set(
      responses.filter(({ statusCode }) => statusCode === 200).map((response) => response.json().message_id),
    );
    expect(ids.size).toBe(1);
    expect(responses.every(({ statusCode }) => [200, 409].includes(statusCode))).toBe(true);
    expect((await other.post(key, body, headers)).json().message_id).toBe([...ids][0]);
  });

  it('let a client go on with a stream of another node, at its last event', async () => {
    const accepted = await one.post(key, { prompt: 'Which round is it?' }, { prefer: 'respond-async' });
    const { message_id: messageId } = accepted.json();
    const stream = await other.get(key, `/v1/messages/${messageId}/events`, {
      accept: 'text/event-stream',
      'last-event-id': '1',
    });
    expect(stream.body).toMatch(/event: message\.delivered/);
    expect(stream.body).not.toMatch(/^id: 1$/m);
  });

  it('refuse a revoked key within a second', async () => {
    const revoked = await one.createKey(tenantId);
    expect((await other.get(revoked, '/v1/messages')).statusCode).toBe(200);
    const keys = await one.data.store.access.listKeys(tenantId);
    const { keyId } = keys.toSorted((a, b) => (a.keyId < b.keyId ? 1 : -1))[0] ?? {};
    if (keyId === undefined) throw new Error('there is a key');
    await one.data.store.access.revokeKey(tenantId, keyId, Date.now());
    await waitFor(async () => expect((await other.get(revoked, '/v1/messages')).statusCode).toBe(401));
  });

  it('give out the file of an export that another has written, and leave nothing of it in the database', async () => {
    const words = 'words of an export';
    await one.ask(key, { prompt: 'Which round is it?', metadata: { note: words } });
    const started = await one.app.http.inject({
      ...{ method: 'POST', url: '/v1/audit/exports', headers: { authorization: `Bearer ${key}` } },
    });
    const path = `/v1/audit/exports/${started.json().export_id}`;
    await waitFor(async () => expect((await other.get(key, path)).json().status).toBe('ready'));
    const [here, there] = [await one.get(key, `${path}/file`), await other.get(key, `${path}/file`)];
    expect([there.statusCode, there.headers['etag']]).toEqual([200, here.headers['etag']]);
    expect(there.body).toContain(words);
    expect(there.rawPayload.equals(here.rawPayload)).toBe(true);
    const part = await other.get(key, `${path}/file`, { range: 'bytes=100-199' });
    expect([part.statusCode, part.body]).toEqual([206, here.body.slice(100, 200)]);
    expect(await server.ask(url, 'SELECT 1 FROM announcement_answers WHERE length(answer) > 1000')).toEqual(
      [],
    );
    // The file of a deleted export is nowhere.
    const gone = { method: 'DELETE', url: path, headers: { authorization: `Bearer ${key}` } } as const;
    expect((await other.app.http.inject(gone)).statusCode).toBe(204);
    expect((await one.get(key, `${path}/file`)).statusCode).toBe(404);
  });

  it('erase on every node', async () => {
    const { message_id: messageId } = await one.ask(key, { prompt: 'When does the office open?' });
    await one.ask(key, { prompt: 'Which round is it?', end_user_id: 'ada' });
    const erased = await erase(other, `/v1/messages/${messageId}/erase`);
    expect(erased.statusCode, erased.body).toBe(200);
    expect((await one.get(key, `/v1/messages/${messageId}`)).statusCode).not.toBe(200);
    expect((await erase(other, '/v1/end-users/ada/erase')).json()).toMatchObject({ erased: 1 });
  });

  it('grow one log that verifies', async () => {
    const client = new Client({ connectionString: server.asSuperuser(url) });
    await client.connect();
    const { rows } = await client.query(
      'SELECT count(*)::int AS entries, max(leaf_index)::int AS last FROM log_entries',
    );
    await client.end();
    expect(rows[0].entries).toBe(rows[0].last + 1);
    await waitFor(async () => {
      const signed = await one.data.store.log.lastCheckpoint(tenantId);
      expect(signed?.size).toBe(rows[0].entries);
    });
  });
});
