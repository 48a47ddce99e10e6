import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { newId, type TenantId } from '@avow/foundation';
import { startPostgres } from '@avow/storage/testing';
import { databasePath } from '@avow/storage/threads';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runCli } from '../src/cli/run-cli.ts';
import type { DrawnSample, SampleId } from '../src/features/samples/sample-store.ts';
import { recordTerminal } from './support/record-terminal.ts';
import { officePack, startTestService, type TestService } from './support/test-service.ts';

let root: string;
let built: string;
let copies = 0;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'avow-samples-'));
  built = join(root, 'built');
  const service = await startTestService({ directory: built });
  await fill(service);
  await service.close();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A sample that is signed off, and one that is not, of different readers. */
async function fill(service: TestService): Promise<void> {
  const tenantId = await service.createTenant('audited');
  await service.createTenant('other');
  await service.loadPack(tenantId, officePack);
  const key = await service.createKey(tenantId);
  const { samples } = service.data.store;
  const asked: string[] = [];
  for (const prompt of ['Where is the canteen?', 'Who approves travel?', 'When does the office open?'])
    asked.push((await service.ask(key, { prompt })).message_id);
  for (const [atMs, readableBy] of [
    [10, null],
    [20, ['hr']],
  ] as const) {
    const sampleId: SampleId = newId('smp', atMs);
    const items = asked.map((messageId) => ({ messageId: messageId as `msg_${string}`, reason: 'random' }));
    const drawn: DrawnSample = {
      ...{ sampleId, method: 'random', size: 3, fromMs: 1, untilMs: 5, filters: { band: 'high' } },
      ...{ seed: 'ab'.repeat(32), population: 3, readableBy, drawnAtMs: atMs, drawnBy: 'usr_a' },
    };
    expect(await samples.putSample(tenantId, drawn, { items, samplesMax: 9 })).toBe('kept');
    await judgeAll(service, { tenantId, sampleId, asked, atMs });
  }
}

async function judgeAll(
  { data: { store } }: TestService,
  given: {
    readonly tenantId: TenantId;
    readonly sampleId: SampleId;
    readonly asked: string[];
    readonly atMs: number;
  },
): Promise<void> {
  const { tenantId, sampleId, asked, atMs } = given;
  // Twice of the first: the last counts, and both are on the log.
  for (const messageId of [...asked.slice(0, 1), ...asked])
    await store.samples.judgeItem(
      tenantId,
      { sampleId, messageId: messageId as `msg_${string}` },
      { atMs: atMs + 1, by: 'usr_a', finding: 'minor', note: 'A note.', judgementsMax: 9 },
    );
  if (atMs === 10) {
    const signed = { atMs: atMs + 2, by: 'usr_a', statement: 'Fine.' } as const;
    expect(await store.samples.signOff(tenantId, sampleId, signed)).toBe('signed');
  }
}

async function verify(env: Readonly<Record<string, string>>, words: readonly string[] = []) {
  const { terminal, said } = recordTerminal();
  const code = await runCli(['audit', 'verify', '--json', ...words], env, terminal);
  const { out } = said();
  return { code, found: out === '' ? null : JSON.parse(out) };
}

const oneOf = {
  samples: 'sample_id = (SELECT min(sample_id) FROM samples)',
  sample_items: 'position = 2 AND sample_id = (SELECT max(sample_id) FROM samples)',
  sample_judgements: 'leaf_index = (SELECT max(leaf_index) FROM sample_judgements)',
} as const;
const another: Readonly<Record<string, string>> = {
  filters: `'{"band":"low"}'`,
  readable_by: `'["board"]'`,
  tenant_id: "(SELECT tenant_id FROM tenants WHERE name = 'other')",
  method: "'risk'",
};

describe('samples', () => {
  it('are what the log tells', async () => {
    expect(await verify({ AVOW_DATA_DIR: built })).toMatchObject({ code: 0, found: { sound: true } });
  });

  it('are found if somebody changes any column of a row, or removes the row', async () => {
    const original = new DatabaseSync(databasePath(built), { readOnly: true });
    const changes = Object.entries(oneOf).flatMap(([table, row]): Array<readonly [string, string]> => {
      const columns = original.prepare(`SELECT name, type FROM pragma_table_info('${table}')`).all();
      return [
        ...columns.map(({ name, type }): readonly [string, string] => {
          const value =
            another[String(name)] ?? (type === 'INTEGER' ? `coalesce(${name}, 0) + 1` : `${name} || 'x'`);
          return [table, `UPDATE ${table} SET ${name} = ${value} WHERE ${row}`];
        }),
        [table, `DELETE FROM ${table} WHERE ${row}`],
      ];
    });
    changes.push(
      ['samples', "UPDATE samples SET readable_by = 'null' WHERE readable_by <> 'null'"],
      [
        'samples',
        "UPDATE samples SET signed_off_at_ms = 5, signed_off_by = 'usr_a', signed_off_leaf = 1 WHERE signed_off_by IS NULL",
      ],
      ['samples', 'UPDATE samples SET signed_off_at_ms = NULL, signed_off_by = NULL, signed_off_leaf = NULL'],
      [
        'sample_judgements',
        `INSERT INTO sample_judgements SELECT tenant_id, sample_id, message_id, leaf_index + 100, 'none', judged_at_ms, judged_by
         FROM sample_judgements WHERE ${oneOf.sample_judgements}`,
      ],
      [
        'log_entries',
        `UPDATE log_entries SET entry = replace(entry, '"sample"', '"samples"') WHERE event_kind = 'sample'`,
      ],
    );
    original.close();
    expect(changes.length).toBeGreaterThan(35);
    for (const [table, sql] of changes) {
      const directory = join(root, `copy-${copies++}`);
      cpSync(built, directory, { recursive: true });
      const database = new DatabaseSync(databasePath(directory));
      database.exec('PRAGMA foreign_keys = OFF');
      expect(Number(database.prepare(sql).run().changes), sql).toBeGreaterThan(0);
      database.close();
      const { code, found } = await verify({ AVOW_DATA_DIR: directory });
      expect([sql, code, found?.sound]).toEqual([sql, 1, false]);
      if (table !== 'log_entries') expect(found.fault.field, sql).toMatch(/^sample/);
      rmSync(directory, { recursive: true });
    }
  });

  it('are compared without the keys as far as the log speaks in clear text', async () => {
    const { terminal, said } = recordTerminal();
    await runCli(['audit', 'key', '--tenant', 'audited'], { AVOW_DATA_DIR: built }, terminal);
    const directory = join(root, `copy-${copies++}`);
    cpSync(built, directory, { recursive: true });
    const words = ['--without-content', '--key', said().out.trim()];
    expect(await verify({ AVOW_DATA_DIR: directory }, words)).toMatchObject({ code: 0 });
    const database = new DatabaseSync(databasePath(directory));
    database.exec('UPDATE samples SET population = 2');
    database.close();
    const { found } = await verify({ AVOW_DATA_DIR: directory }, words);
    expect(found).toMatchObject({ sound: false, fault: { field: 'samples' } });
  });

  it('are compared in PostgreSQL, too', async () => {
    const server = await startPostgres();
    const url = await server.newDatabase();
    const env = {
      ...{ AVOW_DATA_DIR: join(root, 'node'), AVOW_DATABASE_URL: url },
      AVOW_ANCHOR_DIR: join(root, 'anchors'),
    };
    const service = await startTestService({ directory: env.AVOW_DATA_DIR, env });
    await fill(service);
    await service.close();
    expect(await verify(env)).toMatchObject({ code: 0, found: { sound: true } });
    const client = new Client({ connectionString: server.asSuperuser(url) });
    await client.connect();
    await client.query("UPDATE samples SET readable_by = 'null'");
    await client.end();
    expect((await verify(env)).found).toMatchObject({ sound: false, fault: { field: 'samples' } });
    vi.resetConfig();
    await server.stop();
  });
});
