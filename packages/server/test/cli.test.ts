import { chmod, mkdir, mkdtemp, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { scriptedReader } from '@avow/answering/testing';
import { createLog } from '@avow/foundation/log';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../src/app/create-app.ts';
import { openDataFolder } from '../src/app/open-data-folder.ts';
import { runCli } from '../src/cli/run-cli.ts';
import { loadConfig } from '../src/config/load-config.ts';
import { settings } from '../src/config/setting-table.ts';
import { recordTerminal } from './support/record-terminal.ts';
import { officePack } from './support/test-service.ts';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'avow-cli-'));
});

afterEach(() => rm(directory, { recursive: true, force: true }));

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function run(words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const { terminal, said } = recordTerminal();
  const settings = { AVOW_DATA_DIR: join(directory, 'data'), AVOW_SEARCH_BY_MEANING: 'off', ...env };
  return { code: await runCli(words, settings, terminal), ...said() };
}

const json = async (words: readonly string[], env: Readonly<Record<string, string>> = {}) => {
  const ran = await run([...words, '--json'], env);
  expect([ran.code, ran.err]).toEqual([0, '']);
  return JSON.parse(ran.out);
};

async function packFolder(files: Readonly<Record<string, string>> = officePack): Promise<string> {
  const folder = join(directory, 'office');
  await mkdir(folder, { recursive: true });
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
  return folder;
}

describe('avow', () => {
  it('has help for itself and for every command', async () => {
    for (const words of [
      ['--help'],
      ['help'],
      ['help', 'keys'],
      ['serve', '--help'],
      ['tenants', '--help'],
      ['tenants', 'create', '--help'],
      ['keys', 'create', '--help'],
      ['keys', 'list', '--help'],
      ['keys', 'rotate', '--help'],
      ['keys', 'revoke', '--help'],
      ['packs', 'load', '--help'],
      ['packs', 'list', '--help'],
      ['packs', 'delete', '--help'],
      ['ask', '--help'],
      ['audit', '--help'],
      ['migrate', '--help'],
      ['doctor', '--help'],
    ]) {
      const ran = await run(words);
      expect([words.join(' '), ran.code]).toEqual([words.join(' '), 0]);
      expect(ran.out).toContain('Usage: avow');
    }
    expect((await run(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('explains what is wrong with a command, with code 2 and without a stack trace', async () => {
    for (const words of [
      ['nonsense'],
      ['keys', 'nonsense'],
      ['tenants', 'create'],
      ['keys', 'create', '--scopes', 'everything'],
      ['keys', 'create', '--expires-days', 'soon'],
      ['ask'],
      ['serve', '--nope'],
    ]) {
      const ran = await run(words);
      expect([words.join(' '), ran.code]).toEqual([words.join(' '), 2]);
      expect(ran.err).toMatch(/error:/);
      expect(ran.err).not.toMatch(/\n\s+at /);
    }
  });

  it('explains what is wrong with the environment, with code 1 and without a stack trace', async () => {
    await run(['tenants', 'create', 'acme']);
    const cases: ReadonlyArray<readonly [readonly string[], Readonly<Record<string, string>>, RegExp]> = [
      [['tenants', 'create', 'acme'], {}, /already/],
      [['tenants', 'create', 'Not A Name'], {}, /lower-case/],
      [['tenants', 'suspend', 'nobody'], {}, /The tenant nobody does not exist in .*: acme\./],
      [['keys', 'list', '--tenant', 'nobody'], {}, /The tenant nobody does not exist in .*: acme\./],
      [['keys', 'revoke', 'key_x'], {}, /no key key_x/],
      [['packs', 'load', join(directory, 'missing')], {}, /missing/],
      [['packs', 'delete', 'nothing'], {}, /no pack nothing/],
      [['ask', 'x'], {}, /AVOW_API_KEY/],
      [['ask', 'x'], { AVOW_API_KEY: 'k', AVOW_URL: 'http://127.0.0.1:9' }, /does not respond/],
      [['doctor'], { AVOW_PORT: 'x', AVOW_NOPE: '1' }, /AVOW_NOPE.*\n.*AVOW_PORT/],
    ];
    for (const [words, env, expected] of cases) {
      const ran = await run(words, env);
      expect([words.join(' '), ran.code]).toEqual([words.join(' '), 1]);
      expect(ran.err).toMatch(expected);
      expect(ran.err).not.toMatch(/\n\s+at /);
    }
  });

  it('[CON-8-04] [CON-8-07] [CON-8-09] manages tenants and keys', async () => {
    const tenant = await json(['tenants', 'create', 'acme']);
    expect(tenant).toMatchObject({ name: 'acme', status: 'active' });
    const key = await json(['keys', 'create', '--name', 'web']);
    expect(key.key).toMatch(/^avw_live_/);
    expect(key).toMatchObject({
      scopes: ['query:write', 'messages:read', 'audit:read'],
      ...{ groups: [], origins: null },
    });
    expect((await run(['keys', 'list'])).out).toMatch(/ query:write messages:read audit:read +none +- /);
    expect(Date.parse(key.expires_at) - Date.parse(key.created_at)).toBeCloseTo(365 * 86_400_000, -4);
    const { data: listed } = await json(['keys', 'list']);
    expect(listed).toHaveLength(1);
    expect(JSON.stringify(listed)).not.toContain(key.key.slice(22));
    const next = await json(['keys', 'rotate', key.key_id, '--overlap-hours', '0']);
    expect(next.key_id).not.toBe(key.key_id);
    expect(
      (await json(['keys', 'list'])).data.map(({ status }: { status: string }) => status).sort(),
    ).toEqual(['active', 'expired']);
    await json(['keys', 'revoke', next.key_id]);
    expect((await run(['keys', 'rotate', next.key_id])).err).toContain('revoked');
    await json(['tenants', 'suspend', 'acme']);
    expect((await json(['tenants', 'list'])).data[0]).toMatchObject({ name: 'acme', status: 'suspended' });
    await json(['tenants', 'resume', tenant.tenant_id]);
    expect((await json(['tenants', 'list'])).data[0].status).toBe('active');
    await json(['tenants', 'create', 'second']);
    expect((await run(['keys', 'create'])).err).toContain('--tenant');
    expect((await run(['tenants', 'list'])).out).toMatch(/TENANT +NAME +STATUS/);
    expect((await json(['keys', 'create', '--tenant', 'second', '--test'])).key).toMatch(/^avw_test_/);
  });

  it('creates publishable keys, bound to origins and able to ask only', async () => {
    await json(['tenants', 'create', 'acme']);
    const create = ['keys', 'create', '--publishable'];
    const origins = ['--origin', 'https://www.example.com', '--origin', 'http://localhost:5173'];
    const key = await json([...create, ...origins]);
    expect(key.key).toMatch(/^avw_pub_/);
    expect(key).toMatchObject({
      scopes: ['query:write'],
      groups: [],
      origins: ['http://localhost:5173', 'https://www.example.com'],
      content_pack_ids: [],
    });
    expect((await json(['keys', 'rotate', key.key_id])).key).toMatch(/^avw_pub_/);
    for (const [words, code, said] of [
      [create, 1, '--publishable and --origin together'],
      [['keys', 'create', ...origins], 1, '--publishable and --origin together'],
      [[...create, ...origins, '--groups', 'staff'], 1, 'can only ask'],
      [[...create, ...origins, '--any-group'], 1, 'can only ask'],
      [[...create, ...origins, '--scopes', 'query:write'], 1, 'can only ask'],
      [[...create, ...origins, '--test'], 1, 'can only ask'],
      [[...create, ...origins, '--pack', 'missing'], 1, 'no pack missing'],
      [['keys', 'create', '--pack', 'shop'], 1, 'with --publishable only'],
      [[...create, '--origin', 'http://www.example.com'], 2, 'Without https only on this machine'],
      [[...create, '--origin', 'https://www.example.com/page'], 2, 'without a path'],
    ] as const) {
      const ran = await run(words);
      expect([words, ran.code]).toEqual([words, code]);
      expect(ran.err).toContain(said);
    }
    expect((await json(['keys', 'list'])).data).toHaveLength(2);
  });

  it('asks a running service, and reads the record', async () => {
    await run(['tenants', 'create', 'acme']);
    const { key } = await json(['keys', 'create']);
    const odd = [{ question: 'Where is the roof?', answer: '\u001b[2JAbove the third floor.\u202e' }];
    await run(['packs', 'load', await packFolder({ ...officePack, 'odd.qna.json': JSON.stringify(odd) })]);
    const config = loadConfig({ AVOW_DATA_DIR: join(directory, 'data'), AVOW_PORT: '0' });
    const data = await openDataFolder(config);
    const app = await createApp({
      config,
      data,
      encoder: null,
      // Documents are near, and answer nothing.
      reader: scriptedReader({ point: () => null }),
      screener: null,
      guardModel: null,
      log: createLog('silent'),
    });
    const env = { AVOW_URL: await app.listen(), AVOW_API_KEY: key };
    const asked = await run(['ask', 'Where is the canteen?'], env);
    expect(asked.code).toBe(0);
    expect(asked.out).toContain('On the second floor');
    const messageId = /msg_\w+/.exec(asked.out)?.[0] ?? '';
    const audit = await run(['audit', messageId], env);
    expect(audit.out).toContain('question: Where is the canteen?');
    expect((await json(['audit', messageId], env)).message_id).toBe(messageId);
    expect(
      (await json(['ask', 'Where is the canteen?', '--thread', /thr_\w+/.exec(asked.out)?.[0] ?? ''], env))
        .status,
    ).toBe('delivered');
    const streamed = await run(['ask', 'Where is the canteen?', '--stream'], env);
    const withoutIds = (text: string) => text.replace(/(msg|thr)_\w+/g, '');
    expect([streamed.code, withoutIds(streamed.out)]).toEqual([0, withoutIds(asked.out)]);
    const lines = (await run(['ask', 'Where is the canteen?', '--stream', '--json'], env)).out
      .trim()
      .split('\n');
    expect(lines.map((line) => JSON.parse(line).id)).toEqual(lines.map((_, index) => index + 1));
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ event: 'message.delivered' });
    // What a source says must not reach the terminal as a command to it.
    for (const also of [[], ['--stream']]) {
      const { out } = await run(['ask', 'Where is the roof?', ...also], env);
      expect([out.includes('Above the third floor.'), /\p{Bidi_Control}|(?!\n)\p{Cc}/u.test(out)]).toEqual([
        true,
        false,
      ]);
    }
    for (const also of [[], ['--stream']]) {
      const { out } = await run(
        ['ask', 'How many days of paid holiday does an employee have?', ...also],
        env,
      );
      expect(out).toContain('The closest page is “Leave › Holiday”.');
      expect(out).toContain('  near leave.md: Leave › Holiday\n    “Every employee has 27 days');
    }
    const unknown = await run(['audit', 'msg_nothing'], env);
    expect([unknown.code, unknown.err.includes('not_found')]).toEqual([1, true]);
    const wrong = await run(['ask', 'x'], { ...env, AVOW_API_KEY: 'avw_live_nothing' });
    expect([
      wrong.code,
      wrong.err.includes('unauthenticated'),
      wrong.err.includes('avw_live_nothing'),
    ]).toEqual([1, true, false]);
    await app.close();
    await data.close();
  });

  it('does not change a folder from before the first release', async () => {
    const folder = join(directory, 'data');
    await mkdir(folder);
    const database = new DatabaseSync(join(folder, 'avow.db'));
    database.exec('CREATE TABLE tenants (tenant_id TEXT); PRAGMA user_version = 20');
    database.close();
    await writeFile(join(folder, 'pepper.key'), Buffer.alloc(32, 1).toString('base64url'));
    const before = await readFile(join(folder, 'avow.db'));
    expect((await run(['doctor'])).out).toContain('from before its first release');
    expect(await readFile(join(folder, 'avow.db'))).toEqual(before);
  });

  it('examines an installation, and reports what is missing', async () => {
    const fresh = await run(['doctor']);
    expect([fresh.code, fresh.out.includes('does not exist yet')]).toEqual([0, true]);
    await run(['tenants', 'create', 'acme']);
    const healthy = await json(['doctor']);
    const notOk = healthy.filter(({ state }: { state: string }) => state !== 'ok');
    expect(notOk).toEqual([
      { check: 'master key', state: 'warning', detail: expect.stringContaining('is in the data folder') },
      {
        check: 'anchors',
        state: 'warning',
        detail: expect.stringContaining('the next checkpoint creates it'),
      },
      { check: 'backup', state: 'warning', detail: expect.stringContaining('none was made yet') },
    ]);
    for (const [name, check] of [
      ['master.key', 'master key'],
      ['log.key', 'log key'],
    ] as const) {
      const path = join(directory, 'data', name);
      await chmod(path, 0o640);
      expect((await run(['doctor'])).out).toContain(`warning ${check}: ${path} can be read by other users`);
      await chmod(path, 0o600);
    }
    const elsewhere = join(directory, 'vault', 'master.key');
    await mkdir(join(directory, 'vault'));
    await rename(join(directory, 'data', 'master.key'), elsewhere);
    const kept = await run(['doctor'], { AVOW_MASTER_KEY_FILE: elsewhere });
    expect([kept.code, kept.out.includes(`ok      master key: ${elsewhere}`)]).toEqual([0, true]);
    await rename(elsewhere, join(directory, 'data', 'master.key'));
    await rm(join(directory, 'data', 'pepper.key'));
    const broken = await run(['doctor']);
    expect([broken.code, broken.out.includes('pepper.key is missing')]).toEqual([1, true]);
    expect((await run(['tenants', 'list'])).err).toContain('pepper');
    await writeFile(join(directory, 'data', 'pepper.key'), 'short');
    expect((await run(['doctor'])).out).toContain('damaged');
    await writeFile(
      join(directory, 'data', 'avow.db'),
      'this is not a database, though it is long enough to be taken for one at first sight',
    );
    expect((await run(['doctor'])).code).toBe(1);
  });
});

describe('avow config', () => {
  const find = (listed: { settings: Array<{ variable: string }> }, variable: string) =>
    listed.settings.find((setting) => setting.variable === variable);

  it('shows every setting and where it comes from, and hides secrets', async () => {
    const path = join(directory, 'avow.json');
    const values = { port: 9000, trusted_proxies: ['10.0.0.1', '10.0.0.2'], demo: false, host: '0.0.0.0' };
    await writeFile(path, JSON.stringify({ comment: 'of a test', ...values, api_key: 'avow_secret' }), {
      mode: 0o600,
    });
    const env = { AVOW_CONFIG_FILE: path, AVOW_HOST: '127.0.0.2' };
    const listed = await json(['config'], env);
    expect(listed.file).toBe(path);
    expect(listed.settings).toHaveLength(Object.keys(settings).length);
    expect(find(listed, 'AVOW_PORT')).toEqual({
      ...{ variable: 'AVOW_PORT', value: 9000, source: 'file', is_secret: false },
    });
    expect(find(listed, 'AVOW_HOST')).toMatchObject({ value: '127.0.0.2', source: 'environment' });
    expect(find(listed, 'AVOW_TRUSTED_PROXIES')).toMatchObject({ value: ['10.0.0.1', '10.0.0.2'] });
    expect(find(listed, 'AVOW_DEMO')).toMatchObject({ value: 'off' });
    expect(find(listed, 'AVOW_QUEUED_MAX')).toMatchObject({ value: 1000, source: 'default' });
    expect(find(listed, 'AVOW_API_KEY')).toEqual({
      ...{ variable: 'AVOW_API_KEY', value: null, source: 'file', is_secret: true },
    });
    const { out } = await run(['config', '--set'], env);
    expect(out).toMatch(/^AVOW_PORT +9000 +\S+avow\.json$/m);
    expect(out).toMatch(/^AVOW_API_KEY +\(hidden\) /m);
    expect(out).not.toMatch(/avow_secret|AVOW_QUEUED_MAX/);
  });

  it('refuses a file with errors, lists them all, and repeats no value', async () => {
    const path = join(directory, 'avow.json');
    const faulty = {
      prot: 9000,
      port: 'ninety',
      master_key: 'c2VjcmV0',
      demo: { on: true },
      config_file: path,
    };
    await writeFile(path, JSON.stringify(faulty), { mode: 0o644 });
    await chmod(path, 0o644);
    const { code, err } = await run(['config'], { AVOW_CONFIG_FILE: path, AVOW_PRT: '1' });
    expect(code).toBe(1);
    expect(err).toContain(`${path}: /prot is not a setting of Avow: did you mean port?`);
    expect(err).toContain(`${path}: /port must be a whole number from 0 to 65535`);
    expect(err).toContain(
      `${path}: /master_key is a secret, and other users may read the file: chmod 600 it`,
    );
    expect(err).toContain(`${path}: /demo must be a text`);
    expect(err).toContain(`${path}: /config_file is not a setting of Avow`);
    expect(err).toContain('AVOW_PRT is not a setting of Avow: did you mean AVOW_PORT?');
    expect(err).not.toMatch(/ninety|c2VjcmV0/);
    await writeFile(path, '{"port": 1,}');
    expect((await run(['config'], { AVOW_CONFIG_FILE: path })).err).toMatch(/it is not JSON: at line 1/);
    await writeFile(path, '[]');
    expect((await run(['config'], { AVOW_CONFIG_FILE: path })).err).toContain('it must be an object');
    const missing = join(directory, 'missing.json');
    expect((await run(['config'], { AVOW_CONFIG_FILE: missing })).err).toContain('cannot be read (ENOENT)');
  });
});

describe('avow doctor', () => {
  it('reports the state of the machine', async () => {
    const found: Array<{ check: string; state: string; detail: string }> = await json(['doctor']);
    const stateOf = (check: string) => found.find((finding) => finding.check === check)?.state;
    expect(stateOf('entropy')).toBe('ok');
    expect(stateOf('clock')).toBe('ok');
    expect(found.map(({ check }) => check)).toEqual(expect.arrayContaining(['disk', 'file descriptors']));
  });

  it('finds a clock that was set back, and anchors that share the fate of the records', async () => {
    await run(['tenants', 'create', 'acme']);
    const dataDir = join(directory, 'data');
    await mkdir(join(dataDir, 'anchors'));
    const { out } = await run(['doctor']);
    expect(out).toMatch(/^warning anchors: .* is in the data folder/m);
    const elsewhere = join(directory, 'anchors');
    await mkdir(elsewhere);
    expect((await run(['doctor'], { AVOW_ANCHOR_DIR: elsewhere })).out).toMatch(/^ok +anchors: /m);
    const later = new Date(Date.now() + 3_600_000);
    await utimes(join(dataDir, 'avow.db'), later, later);
    const ran = await run(['doctor']);
    expect([ran.code, ran.out]).toEqual([1, expect.stringMatching(/^fault +clock: it says /m)]);
  });
});
