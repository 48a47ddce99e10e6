import { generateKeyPairSync } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { MessageId } from '@avow/foundation';
import { parseEntry } from '@avow/ledger-log/entries';
import { formatVerifierKey, makeVerifierKey } from '@avow/ledger-log/notes';
import { databasePath } from '@avow/storage/threads';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDataFolder } from '../src/app/open-data-folder.ts';
import { runCli } from '../src/cli/run-cli.ts';
import { loadConfig } from '../src/config/load-config.ts';
import { openExport } from '../src/features/log/compose/open-export.ts';
import {
  archiveLocation,
  requireMasterKey,
  verifyInstallation,
} from '../src/features/log/compose/open-verification.ts';
import { sha256 } from '../src/features/log/store/make-entry.ts';
import { openRecordChecks } from '../src/features/records/store/archive/open-record-checks.ts';
import { sampleEvent, sampleTimeMs } from '../src/storage/contract/samples.ts';
import { type AuditedFolder, buildAuditedFolder } from './support/audited-folder.ts';
import { recordTerminal } from './support/record-terminal.ts';

let root: string;
let built: AuditedFolder;
let dataDir: string;
let tests = 0;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'avow-cli-audit-'));
  built = await buildAuditedFolder(join(root, 'built'));
});

beforeEach(() => {
  dataDir = join(root, `test-${tests++}`);
  cpSync(built.config.dataDir, dataDir, { recursive: true });
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

async function run(
  words: readonly string[],
  env: Readonly<Record<string, string>> = { AVOW_DATA_DIR: dataDir },
) {
  const { terminal, said } = recordTerminal();
  return { code: await runCli(['audit', ...words], env, terminal), ...said() };
}

async function runJson(words: readonly string[]) {
  const { code, out, err } = await run([...words, '--json']);
  return { code, err, value: JSON.parse(out) };
}

const tenant = () => ['--tenant', built.tenantIds[0]];
const file = (name: string) => join(dataDir, name);
const change = (sql: string) => {
  const database = new DatabaseSync(databasePath(dataDir));
  database.exec(sql);
  database.close();
};
const countExports = () => {
  const database = new DatabaseSync(databasePath(dataDir), { readOnly: true });
  const sql = `SELECT count(*) AS found FROM log_entries WHERE event_kind = 'access' AND entry LIKE '%"exported"%'`;
  const found = Number(database.prepare(sql).get()?.['found']);
  database.close();
  return found;
};
const linesOf = (path: string) =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

const erase = async (messageId: MessageId) => {
  const data = await openDataFolder(loadConfig({ AVOW_DATA_DIR: dataDir }));
  const doing = { atMs: sampleTimeMs, actor: 'operator' as const, event: sampleEvent('message.erased') };
  await data.store.retention.eraseMessage(built.tenantIds[0], messageId, doing);
  await data.close();
};

/** Each command opens the data folder anew, with its threads. */

describe('avow audit verify', () => {
  it('verifies a sound installation and reports counts', async () => {
    const { code, err, value } = await runJson(['verify']);
    expect([code, err, value.sound, value.fault]).toEqual([0, '', true, null]);
    const [first] = value.logs;
    expect(first).toMatchObject({ tenant_id: built.tenantIds[0], checkpoints: 5, anchored: 5 });
    expect(first.size).toBe(first.newest_checkpoint.size);
    const { whole, emptied, dropped } = first.records;
    expect([emptied, dropped, whole + emptied + dropped + first.events]).toEqual([7, 2, first.size]);
    expect((await run(['verify'])).out).toContain('Everything verifies.');
  });

  it('names the first record that does not verify, its field and the reason', async () => {
    change("UPDATE messages SET band = 'low' WHERE leaf_index IN (41, 51)");
    const { code, value } = await runJson(['verify']);
    const at = { tenant_id: built.tenantIds[0], first_leaf: 41, last_leaf: 41, field: 'facts' };
    expect([code, value.sound]).toEqual([1, false]);
    expect(value.fault).toMatchObject(at);
    expect(value.fault.message_id).toMatch(/^msg_/);
    const verified = await run(['verify']);
    expect(verified.out).toMatch(
      /This does not verify: tenant ten_\w+, entry 41, message msg_\w+, facts\n {2}The plaintext columns/,
    );
    expect(verified.err).toBe('avow: The records are not what was logged.\n');
  });

  it('names an entry that was moved to a place below the first, though an erased record depends on it', async () => {
    const database = new DatabaseSync(databasePath(dataDir), { enableForeignKeyConstraints: false });
    const entry = database
      .prepare(
        `SELECT leaf_index FROM log_entries WHERE tenant_id = ? AND event_kind = 'erasure'
           AND subject LIKE 'msg_%' ORDER BY leaf_index DESC LIMIT 1`,
      )
      .get(built.tenantIds[0]);
    const leafIndex = Number(entry?.['leaf_index']);
    // The number is beyond what can be read exactly.
    database.exec(`PRAGMA ignore_check_constraints = ON;
      UPDATE log_entries SET leaf_index = leaf_index - 9223372036854775807 - 1
      WHERE tenant_id = '${built.tenantIds[0]}' AND leaf_index = ${leafIndex}`);
    database.close();
    const { code, value } = await runJson(['verify']);
    expect([code, value.fault]).toMatchObject([1, { field: 'log_entries', first_leaf: leafIndex }]);
  });

  it.each([
    [
      'is gone',
      'DELETE FROM holds WHERE lifted_at_ms IS NULL',
      'holds',
      /hld_\w+ was placed, and it was never/,
    ],
    [
      'is said to be lifted',
      "UPDATE holds SET lifted_at_ms = 1, lifted_by = 'operator' WHERE lifted_at_ms IS NULL",
      'holds.lifted_at_ms',
      /hld_\w+ was lifted, but no entry/,
    ],
    ['stands again', 'UPDATE holds SET lifted_at_ms = NULL', 'holds.lifted_at_ms', /hld_\w+ was lifted/],
    [
      'is over another',
      "UPDATE holds SET message_id = 'msg_1'",
      'holds.scope',
      /hld_\w+ has a different scope/,
    ],
    [
      'is over all',
      "UPDATE holds SET scope = 'tenant', message_id = NULL",
      'holds.scope',
      /hld_\w+ has a different scope/,
    ],
    [
      'was never placed',
      'UPDATE holds SET tenant_id = (SELECT max(tenant_id) FROM tenants)',
      'holds',
      /hld_/,
    ],
  ])('names a legal hold that %s, contrary to the log', async (_, sql, field, why) => {
    change(sql);
    const { code, value } = await runJson(['verify']);
    expect([code, value.fault]).toMatchObject([1, { field, why: expect.stringMatching(why) }]);
  });

  it.each([
    ['content_days', 'UPDATE retentions SET content_days = 1'],
    ['record_days', 'UPDATE retentions SET record_days = NULL'],
    [
      'content_days',
      `DELETE FROM retentions; INSERT INTO retentions SELECT max(tenant_id), 5, NULL, '', '' FROM tenants
       UNION SELECT min(tenant_id), 5, 9, '', '' FROM tenants`,
    ],
  ])('names %s if it differs from the value on the log', async (column, sql) => {
    change(sql);
    const { code, value } = await runJson(['verify']);
    expect([code, value.fault]).toMatchObject([1, { field: `retentions.${column}` }]);
  });

  it.each([
    ['a hold', 'log_events_by_kind', "subject NOT LIKE 'hld_%'", 'DELETE FROM holds', 'log_entries'],
    [
      'a message that never was',
      'messages_by_leaf',
      "message_id NOT LIKE '%~'",
      `INSERT INTO messages SELECT * FROM copied`,
      'messages',
    ],
  ])('finds %s that an index hides', async (_, index, hiding, sql, field) => {
    const database = new DatabaseSync(databasePath(dataDir), { defensive: false });
    const schema = String(
      database.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').get(index)?.['sql'],
    );
    database.exec(`CREATE TEMP TABLE copied AS SELECT * FROM messages WHERE leaf_index = 40;
      UPDATE copied SET message_id = message_id || '~';
      DROP INDEX ${index}; ${schema} AND ${hiding}; ${sql}; PRAGMA writable_schema = ON`);
    database.prepare('UPDATE sqlite_schema SET sql = ? WHERE name = ?').run(schema, index);
    database.close();
    const { code, value } = await runJson(['verify']);
    expect([code, value.fault]).toMatchObject([1, { field, why: expect.stringContaining(index) }]);
  });

  it('names a record that was erased while it was under legal hold', async () => {
    const database = new DatabaseSync(databasePath(dataDir));
    const held = database.prepare('SELECT hold_id, message_id FROM holds WHERE lifted_at_ms IS NULL').get();
    database.close();
    change('CREATE TABLE kept AS SELECT * FROM holds; DELETE FROM holds');
    await erase(String(held?.['message_id']) as MessageId);
    change('INSERT INTO holds SELECT * FROM kept; DROP TABLE kept');
    const { value } = await runJson(['verify']);
    expect(value.fault).toMatchObject({ field: 'log_entries.entry', message_id: held?.['message_id'] });
    expect(value.fault.why).toContain(held?.['hold_id']);
  });

  it('verifies one tenant, and with a given verifier key', async () => {
    const key = (await run(['key', ...tenant()])).out.trim();
    const { code, value } = await runJson(['verify', ...tenant(), '--key', key]);
    expect([code, value.logs.length]).toEqual([0, 1]);
    const other = (await run(['key', '--tenant', built.tenantIds[1]])).out.trim();
    const { code: broken, value: verified } = await runJson(['verify', ...tenant(), '--key', other]);
    expect([broken, verified.sound]).toEqual([1, false]);
    const byKey = await runJson(['verify', '--key', key]);
    expect([byKey.code, byKey.value]).toEqual([0, value]);
    const foreign = { name: 'example.org/log', publicKey: new Uint8Array(32) };
    const others = formatVerifierKey(await makeVerifierKey(foreign, sha256));
    for (const none of [`${key}=`, others])
      expect(await run(['verify', '--key', none])).toMatchObject({
        ...{ code: 2, out: '', err: expect.stringContaining('the value of --key is not a ') },
      });
    expect((await run(['verify', '--tenant', 'nobody'])).err).toContain(
      'The tenant nobody does not exist in ',
    );
  });

  it('verifies while another process writes, with and without threads', async () => {
    const config = loadConfig({ AVOW_DATA_DIR: dataDir });
    const data = await openDataFolder(config);
    const [log] = await verifyInstallation(config, { trustedKey: null, threads: 1 }, { tenant: null });
    const store = archiveLocation(config, await requireMasterKey(config));
    const checks = openRecordChecks(store, 2);
    const report = await checks.check(built.tenantIds[0], log?.size ?? 0, () => undefined);
    expect(report).toEqual({ fault: null, counts: log?.counts });
    await checks.close();
    await data.close();
  });

  it('does not report a log as sound if it was never signed', async () => {
    change('DELETE FROM checkpoints');
    rmSync(file('anchors'), { recursive: true });
    const { code, out, err } = await run(['verify']);
    expect([code, err]).toEqual([1, 'avow: Not everything could be verified.\n']);
    expect(out).toMatch(/None of its \d+ entries is covered by a checkpoint/);
  });

  it('says what is missing if there is nothing to verify', async () => {
    const { code, err } = await run(['verify'], { AVOW_DATA_DIR: join(dataDir, 'none') });
    expect([code, err]).toEqual([1, expect.stringContaining('There is no Avow installation')]);
    rmSync(file('master.key'));
    expect((await run(['verify'])).err).toContain('is missing: no content can be checked');
  });

  it('detects a wrong master key, as avow doctor does', async () => {
    const env = { AVOW_DATA_DIR: dataDir, AVOW_MASTER_KEY: Buffer.alloc(32, 7).toString('base64url') };
    const { code, err } = await run(['verify'], env);
    expect([code, err]).toEqual([1, expect.stringContaining('AVOW_MASTER_KEY is not the one')]);
    const { terminal, said } = recordTerminal();
    expect(await runCli(['doctor'], { ...env, AVOW_SEARCH_BY_MEANING: 'off' }, terminal)).toBe(1);
    expect(said().out).toMatch(/fault +master key: AVOW_MASTER_KEY is not the master key/);
  });

  it.each(['key', 'doctor'])('detects a wrong log key: %s', async (word) => {
    const { privateKey } = generateKeyPairSync('ed25519');
    writeFileSync(file('log.key'), privateKey.export({ format: 'pem', type: 'pkcs8' }));
    const { terminal, said } = recordTerminal();
    const words = word === 'doctor' ? [word] : ['audit', word, ...tenant()];
    const env = { AVOW_DATA_DIR: dataDir, AVOW_SEARCH_BY_MEANING: 'off' };
    expect(await runCli(words, env, terminal)).toBe(1);
    expect(said().out + said().err).toMatch(
      /The log of ten_\w+ was signed by another key than the current log key/,
    );
  });

  it('detects that the pepper file is another key', async () => {
    cpSync(file('log.key'), file('pepper.key'));
    expect((await run(['key', ...tenant()])).err).toContain('pepper.key is damaged');
  });

  it('detects a folder from before the first release before it looks for keys', async () => {
    change('PRAGMA application_id = 0');
    rmSync(file('master.key'));
    const { code, err } = await run(['verify']);
    expect([code, err]).toEqual([1, expect.stringContaining('from before its first release')]);
  });

  it('explains that the records cannot be opened', async () => {
    // As root every folder can be written: a database that is none shows the same.
    writeFileSync(databasePath(dataDir), 'x'.repeat(8192));
    for (const words of [
      ['verify'],
      ['key', ...tenant()],
      ['export', ...tenant(), '--out', file('none.jsonl')],
    ]) {
      const { code, err } = await run(words);
      expect([code, err]).toEqual([1, expect.stringContaining('cannot be opened')]);
    }
  });
});

describe('avow audit export and check', () => {
  const check = async (out: string) => (await runJson(['check', out])).value;

  it('exports all records after logging the export [CON-12-21]', async () => {
    const out = file('all.jsonl');
    const { code, value } = await runJson(['export', '--out', out, ...tenant()]);
    expect([code, value.resumed]).toEqual([0, false]);
    const lines = linesOf(out);
    const last = parseEntry(lines.at(-2).entry);
    expect(last).toMatchObject({ kind: 'access', state: 'exported', subject: '', actor: 'operator' });
    expect(last.details).toEqual([
      ['what', 'all'],
      ['records', String(value.records)],
    ]);
    expect(await check(out)).toMatchObject({
      sound: true,
      complete: true,
      records: value.records,
      key_trusted: false,
    });
    const states = new Set(lines.map(({ content_state }) => content_state));
    for (const state of ['present', 'redacted', 'erased', 'expired', 'dropped'])
      expect(states).toContain(state);
    const key = (await run(['key', ...tenant()])).out.trim();
    expect((await run(['check', out, '--key', key])).out).toContain('signed by the key that you gave');
    expect((await runJson(['verify'])).value.sound).toBe(true);
  });

  it.each([
    ['a thread', () => ['--thread', built.threadId], 3],
    ['a person', () => ['--end-user', 'grace'], null],
    ['a period', () => ['--from', '2026-01-03', '--until', '2026-01-04T12:00:00+01:00'], null],
    ['what is old', () => ['--until', '2026-01-01'], 8],
  ])('exports the records of %s, with the events that concern them', async (_, options, count) => {
    const out = file('some.jsonl');
    const { code, value } = await runJson(['export', '--out', out, ...tenant(), ...options()]);
    expect(code).toBe(0);
    expect(value.records).toBeGreaterThan(0);
    if (count !== null) expect(value.records).toBe(count);
    expect(await check(out)).toMatchObject({ sound: true, complete: false, records: value.records });
    const [, said] = (await run(['check', out])).out.split('\n');
    expect(said).toMatch(/^By its own account it is .+, as of \d{4}-.+Z\.$/);
    for (const word of options().filter((text) => /^(thr_|grace|2026-01-0[13]$)/.test(text)))
      expect(said).toContain(word);
  });

  it('reports an empty selection, and exports nothing for a wrong command', async () => {
    const out = file('nobody.jsonl');
    expect((await run(['export', '--out', out, ...tenant(), '--end-user', 'nobody'])).out).toContain(
      'no records were found: 0 records',
    );
    const before = countExports();
    for (const words of [
      ['--out', ''],
      ['--out', file('none/some.jsonl')],
      ['--out', file('avow.db/some.jsonl')],
      ['--out', file('some.jsonl'), '--end-user', ''],
      ['--out', file('some.jsonl'), '--thread', ''],
      ['--out', file('some.jsonl'), '--from', '2026-02-30'],
    ])
      expect((await run(['export', ...tenant(), ...words])).code, words.join(' ')).toBe(2);
    // A name that is too long stands for all that the file system refuses: nothing is logged for it.
    const long = await run(['export', ...tenant(), '--out', file('x'.repeat(300))]);
    expect([long.code, countExports() - before]).toEqual([1, 0]);
    expect(long.err).toContain('cannot be written: its name is too long');
    expect(existsSync(file('some.jsonl.part'))).toBe(false);
  });

  it('continues an interrupted export to the same bytes', async () => {
    const out = file('whole.jsonl');
    await run(['export', '--out', out, ...tenant()]);
    const bytes = readFileSync(out);
    for (const [length, isNoted] of [
      // Nothing of a record is written where only the name is missing.
      [bytes.length, false],
      [bytes.length - 1, true],
      [3000, true],
    ] as const) {
      const before = countExports();
      const again = file(`again-${length}.jsonl`);
      writeFileSync(`${again}.part`, bytes.subarray(0, length));
      expect((await runJson(['export', '--out', again, ...tenant()])).value.resumed).toBe(true);
      expect(readFileSync(again).equals(bytes)).toBe(true);
      expect(existsSync(`${again}.part`)).toBe(false);
      expect(countExports() - before).toBe(isNoted ? 1 : 0);
    }
    // Not even its head is there.
    const torn = file('torn.jsonl');
    writeFileSync(`${torn}.part`, bytes.subarray(0, 20));
    expect((await runJson(['export', '--out', torn, ...tenant()])).value.resumed).toBe(false);
  });

  const isWhole = ({ content_state }: { content_state?: string }) => content_state === 'present';
  it.each([
    ['before', 'in the part', (lines: ReturnType<typeof linesOf>) => lines.find(isWhole)],
    ['behind', 'not in it yet', (lines: ReturnType<typeof linesOf>) => lines.findLast(isWhole)],
  ])('starts again if a record %s the cut was erased, which is %s', async (_, __, choose) => {
    const out = file('before.jsonl');
    await run(['export', '--out', out, ...tenant()]);
    const lines = linesOf(out);
    const { leaf_index, entry } = choose(lines);
    await erase(parseEntry(entry).subject as MessageId);
    const after = file('after.jsonl');
    const bytes = readFileSync(out);
    const cut = bytes.indexOf('\n', bytes.indexOf(`"leaf_index":${lines.find(isWhole).leaf_index},`)) + 1;
    writeFileSync(`${after}.part`, bytes.subarray(0, cut));
    expect((await runJson(['export', '--out', after, ...tenant()])).value.resumed).toBe(false);
    expect(linesOf(after)[leaf_index + 1]).toMatchObject({ leaf_index, content_state: 'erased' });
    expect(await check(after)).toMatchObject({ sound: true, complete: true });
  });

  it('appends nothing to a log that contradicts its signed checkpoint', async () => {
    const size = `(SELECT size FROM logs WHERE tenant_id = '${built.tenantIds[0]}')`;
    change(`UPDATE log_entries SET leaf_hash = zeroblob(32) WHERE leaf_index = ${size} - 1`);
    change(`UPDATE logs SET frontier = zeroblob(length(frontier)) WHERE tenant_id = '${built.tenantIds[0]}'`);
    const out = file('forked.jsonl');
    const { code, err } = await run(['export', '--out', out, ...tenant()]);
    expect([code, err]).toEqual([1, expect.stringContaining('contradicts its checkpoints')]);
    expect([countExports(), existsSync(out), existsSync(`${out}.part`)]).toEqual([0, false, false]);
  });

  it('overwrites no file, and refuses contradictory options', async () => {
    const out = file('there.jsonl');
    writeFileSync(out, 'mine');
    const refused = async (...words: string[]) => {
      const { code, err } = await run(['export', '--out', out, ...words]);
      expect(code).toBeGreaterThan(0);
      return err;
    };
    expect(await refused(...tenant())).toContain('already exists');
    expect(readFileSync(out, 'utf8')).toBe('mine');
    expect(await refused()).toContain('There are 2 tenants');
    expect(await refused('--from', 'yesterday')).toContain('Expected a day');
    expect(await refused('--from', '2026-01-02', '--until', '2026-01-01')).toContain('--from must be before');
    expect(await refused('--band', 'splendid')).toContain('high');
    expect(await refused('--thread', 'msg_1')).toContain('thr_');
    rmSync(out);
    const before = countExports();
    symlinkSync(file('nowhere'), out);
    expect(await refused(...tenant())).toContain('already exists');
    expect(countExports()).toBe(before);
    rmSync(out);
    writeFileSync(`${out}.part`, 'something else\n');
    expect(await refused(...tenant())).toContain('belongs to another export');
    expect(readFileSync(`${out}.part`, 'utf8')).toBe('something else\n');
  });

  it('exports the records that fulfil all criteria, in a bundle that checks', async () => {
    const exported = async (name: string, ...criteria: string[]) => {
      const out = file(name);
      const { value } = await runJson(['export', '--out', out, ...tenant(), ...criteria]);
      expect(await check(out)).toMatchObject({ sound: true });
      return value.records;
    };
    const all = await exported('every.jsonl');
    const stopped = await exported('stopped.jsonl', '--tripwire');
    const others = await exported('others.jsonl', '--no-tripwire');
    // Of a message that is gone nobody knows.
    expect(stopped + others).toBeLessThanOrEqual(all);
    expect(others).toBeGreaterThan(stopped);
    const ofThread = await exported('thread.jsonl', '--thread', built.threadId);
    expect(ofThread).toBeGreaterThan(0);
    const both = await exported('both.jsonl', '--thread', built.threadId, '--status', 'delivered');
    expect(both).toBeLessThanOrEqual(ofThread);
    expect(linesOf(file('both.jsonl'))[0]).toMatchObject({
      what: { kind: 'filter', thread_id: built.threadId, status: 'delivered' },
    });
  });

  it('exports to a file once, even if several commands run concurrently', async () => {
    const out = file('shared.jsonl');
    const tries = await Promise.all([1, 2, 3].map(() => run(['export', '--out', out, ...tenant()])));
    expect(tries.map(({ code }) => code).sort()).toEqual([0, 1, 1]);
    for (const { err } of tries.filter(({ code }) => code === 1)) expect(err).toContain('already exists');
    expect(await check(out)).toMatchObject({ sound: true, complete: true });
    expect(countExports()).toBe(1);
  });

  it('does not replace a file that was created while it ran', async () => {
    const out = file('late.jsonl');
    const config = loadConfig({ AVOW_DATA_DIR: dataDir });
    const data = await openDataFolder(config);
    const opened = await openExport(config, data);
    const options = { scope: { kind: 'all' }, out, onProgress: () => writeFileSync(out, 'mine') } as const;
    await expect(opened.exportRecords(built.tenantIds[0], options)).rejects.toThrow('complete export is in');
    await opened.close();
    await data.close();
    expect(readFileSync(out, 'utf8')).toBe('mine');
    expect(await check(`${out}.part`)).toMatchObject({ sound: true, complete: true });
  });

  it('checks a bundle offline, without a data folder and with any configuration', async () => {
    const out = file('sent.jsonl');
    await run(['export', '--out', out, ...tenant()]);
    const elsewhere = { AVOW_DATA_DIR: '/nowhere', AVOW_PORT: 'none' };
    expect((await run(['check', out], elsewhere)).code).toBe(0);
    const text = readFileSync(out, 'utf8');
    writeFileSync(out, text.replace('"Answer 9"', '"Answer 8"'));
    const { code, out: said, err } = await run(['check', out], elsewhere);
    expect([code, err]).toEqual([1, 'avow: The bundle is not what was logged.\n']);
    expect(said).toMatch(/This does not verify: line \d+, entry \d+, msg_\w+\n {2}the field answer/);
  });

  it('distinguishes a broken bundle from a missing one by its exit code', async () => {
    const out = file('no-bundle.jsonl');
    writeFileSync(out, 'something else');
    const broken = await runJson(['check', out]);
    expect([broken.code, broken.value]).toMatchObject([1, { sound: false, code: 'bundle_truncated' }]);
    for (const [words, why] of [
      [[file('missing')], 'There is no file'],
      [[dataDir], 'is a folder, not a bundle'],
      [[out, '--key', 'none'], 'the value of --key is not a verifier key'],
    ] as const) {
      const { code, out: said, err } = await run(['check', ...words, '--json']);
      expect([code, said]).toEqual([2, '']);
      expect(err).toContain(why);
    }
  });
});
