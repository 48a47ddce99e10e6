import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDataFolder } from '../src/app/open-data-folder.ts';
import { runCli } from '../src/cli/run-cli.ts';
import { loadConfig } from '../src/config/load-config.ts';
import { createDemoOwner } from '../src/features/people/create-demo-owner.ts';
import { signInByLink, tokenOf } from './support/people-client.ts';
import { recordTerminal } from './support/record-terminal.ts';
import { startTestService } from './support/test-service.ts';

let directory: string;
const data = () => join(directory, 'data');

async function run(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { terminal, said } = recordTerminal();
  const settings = { AVOW_DATA_DIR: data(), AVOW_PORT: '8642', ...env };
  return { code: await runCli(words, settings, terminal), ...said() };
}

async function json(...words: readonly string[]) {
  const ran = await run([...words, '--json']);
  expect([ran.code, ran.err]).toEqual([0, '']);
  return JSON.parse(ran.out);
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'avow-users-'));
  expect((await run(['tenants', 'create', 'acme'])).code).toBe(0);
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const ada = ['users', 'create', 'ada@example.com', '--name', 'Ada', '--role', 'owner'];

describe('avow users', () => {
  it('creates people with a link that signs them in, and manages them', async () => {
    const { link, ...created } = await json(...ada, '--groups', 'staff,board');
    expect(created).toMatchObject({ role: 'owner', groups: ['board', 'staff'], created_by: 'operator' });
    expect(link.url).toMatch(/^http:\/\/localhost:8642\/console\/link#avl_/);
    const service = await startTestService({ directory: data() });
    expect(await signInByLink(service, tokenOf(link))).toMatchObject({ userId: created.user_id });
    await service.close();
    const {
      data: [listed],
    } = await json('users', 'list');
    expect(listed).toMatchObject({ email: 'ada@example.com', last_sign_in_at: expect.any(String) });
    expect((await run(['users', 'list'])).out).toContain('ada@example.com');
    const last = await run(['users', 'update', 'ada@example.com', '--role', 'editor']);
    expect([last.code, last.err]).toEqual([1, expect.stringContaining('must keep an active owner')]);
    await json('users', 'create', 'bob@example.com', '--name', 'Bob', '--role', 'operator');
    const bob = await json('users', 'update', 'BOB@example.com', '--role', 'auditor', '--disable');
    expect(bob).toMatchObject({ role: 'auditor', status: 'disabled' });
    expect((await run(['users', 'link', bob.user_id])).err).toContain('The person is disabled');
    expect(await json('users', 'sign-out', 'ada@example.com')).toMatchObject({ signed_out: true });
    const unasked = await run(['users', 'delete', 'bob@example.com']);
    expect([unasked.code, unasked.err]).toEqual([1, expect.stringContaining('needs --yes')]);
    expect(await json('users', 'delete', 'bob@example.com', '--yes')).toMatchObject({ deleted: true });
    expect((await run(['users', 'show', 'bob@example.com'])).err).toContain('has no user bob@example.com');
    expect((await run(['users', 'show', 'ada@example.com'])).out).toContain('groups: board staff');
  });

  it('explains what is wrong, and changes nothing', async () => {
    for (const [words, fault] of [
      [['users', 'create', 'eve', '--name', 'Eve', '--role', 'owner'], 'email: Must be an e-mail address'],
      [['users', 'create', 'ada@example.com', '--name', 'Ada', '--role', 'owner'], 'has this e-mail address'],
      [['users', 'update', 'ada@example.com'], 'Must change at least one field'],
      [['users', 'update', 'ada@example.com', '--enable', '--disable'], 'not both'],
    ] as const) {
      const ran = await run(words);
      expect([ran.code, ran.err]).toEqual([1, expect.stringContaining(fault)]);
    }
    expect((await run(['users', 'create', 'eve@example.com', '--name', 'Eve', '--role', 'admin'])).code).toBe(
      2,
    );
    const exposed = await run(['users', 'link', 'ada@example.com'], {
      AVOW_BASE_URL: 'http://answers.example',
    });
    expect([exposed.code, exposed.err]).toEqual([1, expect.stringContaining('over https only')]);
    expect((await json('users', 'list')).data).toHaveLength(1);
  });

  it('gives the demonstration an owner once, and none where nobody can sign in', async () => {
    const opened = await openDataFolder(loadConfig({ AVOW_DATA_DIR: data() }));
    try {
      const [tenant] = await opened.store.access.listTenants();
      if (tenant === undefined) throw new Error('there is a tenant');
      const parts = { ...opened.store, pepper: opened.pepper };
      expect(await createDemoOwner(parts, tenant, 'http://answers.example')).toBeNull();
      const link = await createDemoOwner(parts, tenant, 'http://127.0.0.1:8642');
      expect(link).toMatch(/^http:\/\/localhost:8642\/console\/link#avl_/);
      expect(await createDemoOwner(parts, tenant, 'http://127.0.0.1:8642')).toBeNull();
    } finally {
      await opened.close();
    }
  });
});

describe('avow keys', () => {
  it('gives a key no groups unless they are named', async () => {
    expect(await json('keys', 'create')).toMatchObject({ groups: [] });
    expect(await json('keys', 'create', '--groups', 'staff,board')).toMatchObject({
      groups: ['board', 'staff'],
    });
    const any = await json('keys', 'create', '--any-group');
    expect(any).toMatchObject({ groups: null });
    expect(await json('keys', 'rotate', any.key_id)).toMatchObject({ groups: null });
    const both = await run(['keys', 'create', '--groups', 'x', '--any-group']);
    expect([both.code, both.err]).toEqual([1, expect.stringContaining('not both')]);
    expect((await run(['keys', 'create', '--groups', 'x'.repeat(129)])).code).toBe(2);
    expect((await run(['keys', 'create', '--name', 'x'.repeat(129)])).code).toBe(2);
  });
});

describe('the identity file', () => {
  it('is read before the service starts, and its faults are reported', async () => {
    const path = join(directory, 'identity.json');
    await writeFile(path, '{"sign_in": {"issuer": "http://login.example"}}');
    const ran = await run(['serve'], { AVOW_IDENTITY_FILE: path });
    expect([ran.code, ran.err]).toEqual([
      1,
      expect.stringContaining('/sign_in/issuer must be an https address'),
    ]);
    const missing = await run(['serve'], { AVOW_IDENTITY_FILE: join(directory, 'none.json') });
    expect(missing.err).toContain('cannot be read (ENOENT)');
  });
});
