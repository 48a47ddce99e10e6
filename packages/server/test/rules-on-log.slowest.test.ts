import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { defaultScopes } from '@avow/contract/roles';
import { auditProofSchema, auditRecordSchema } from '@avow/contract/testing';
import type { GoldenQuestion } from '@avow/evaluation';
import { newId, type TenantId } from '@avow/foundation';
import { startPostgres, type TestServer } from '@avow/storage/testing';
import { databasePath } from '@avow/storage/threads';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runCli } from '../src/cli/run-cli.ts';
import { recordTerminal } from './support/record-terminal.ts';
import { startTestService, type TestService } from './support/test-service.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'avow-rules-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const first = {
  'canteen.md': '# Canteen\n\nThe canteen is on the second floor. It opens at 11:30.',
  'parking.md': '# Parking\n\nVisitors park behind the hall.',
  'pairs.qna.json': JSON.stringify([
    { question: 'Where is the canteen?', answer: 'On the second floor.' },
    { question: 'Who has the keys?', answer: 'The porter has them.' },
  ]),
};
const second = { ...first, 'parking.md': '# Parking\n\nVisitors park in the yard.' };

interface Filled {
  readonly tenantId: TenantId;
  readonly key: string;
  readonly messageId: string;
}

/** A tenant with some of everything that shapes answers, and an answer that was given by all of it. */
async function fill(service: TestService): Promise<Filled> {
  const { store } = service.data;
  const tenantId = await service.createTenant('ruled');
  const key = await service.createKey(tenantId, { scopes: [...defaultScopes, 'audit:read', 'log:read'] });
  await service.loadPack(tenantId, first, 'office');
  await service.loadPack(tenantId, second, 'office');
  const [pack] = await store.content.listPacks(tenantId, { after: null, limit: 1 });
  const packId = pack?.packId ?? 'pack_';
  const made = { model: 'of another release', createdAtMs: 1, createdBy: null } as const;
  const parameters = { offset: 0, slope: 1, methods: {} };
  const counts = { exampleCount: 80, rightCount: 60, authorCount: 12, callerCount: 3 };
  const fit = { parameters, ...counts, logLoss: { with: 0.5, without: 0.6 } };
  await store.feedback.putCalibration(tenantId, { ...made, fit, cause: 'accepted' });
  await store.feedback.putGuarantee(tenantId, {
    ...{ state: 'in_force', cause: null, drawId: newId('drw', 1), calibration: null, ...made },
    content: {
      ...{ line: 0.75, wrongMax: 0.05, level: 0.95, answers: 60, wrong: 0, wrongAtMost: 0.04 },
      ...{ fromMs: 1, untilMs: 2, scores: [1, 2], highBefore: 7, highAfter: 6 },
    },
  });
  const golden: GoldenQuestion = {
    goldenId: newId('gld', 1),
    question: 'Where is the canteen?',
    ...{ state: 'accepted', origin: 'person' },
    expects: { kind: 'answer', sources: [], facts: [], verdict: null },
    ...{ messageId: null, note: '', groups: [], updatedAtMs: 1 },
  };
  await store.golden.putQuestions(tenantId, packId, [golden], { questionsMax: 9 });
  await store.golden.setGate(tenantId, packId, { toleranceShare: 0.1 });
  const { message_id: messageId } = await service.ask(key, { prompt: 'Where is the canteen?' });
  return { tenantId, key, messageId };
}

async function verify(env: Readonly<Record<string, string>>) {
  const { terminal, said } = recordTerminal();
  const code = await runCli(['audit', 'verify', '--json'], env, terminal);
  const { out } = said();
  return { code, found: out === '' ? null : JSON.parse(out) };
}

/** What somebody changes beneath the log, and the field that is named. */
const mutations: ReadonlyArray<readonly [what: string, sql: string, field: RegExp]> = [
  ['the text of a document', "UPDATE document_texts SET text = text || ' Not.'", /^documents$/],
  ['the title of a document', "UPDATE documents SET title = 'Another'", /^documents$/],
  ['who may see a document', `UPDATE documents SET groups = '["board"]'`, /^documents$/],
  ['the answer of a pair', "UPDATE curated_pairs SET answer = 'On the roof.'", /^curated_pairs$/],
  ['what a pair is found by', "UPDATE curated_keys SET key = key || ' x'", /^curated_pairs$/],
  [
    'a commitment with its text',
    "UPDATE documents SET commitment = replace(commitment, 'a', 'b')",
    /^documents$/,
  ],
  ['that there is a document', "DELETE FROM documents WHERE source = 'canteen.md'", /^pack_versions$/],
  [
    'since when there is one',
    'UPDATE documents SET from_version = 2 WHERE until_version IS NULL',
    /^pack_versions$/,
  ],
  ['which version is served', 'UPDATE packs SET served_version = 1', /^packs\.served_version$/],
  [
    'that a version is kept',
    'UPDATE pack_versions SET retired = 1 WHERE version = 1',
    /^pack_versions\.retired$/,
  ],
  ['that there was a version', 'DELETE FROM pack_versions WHERE version = 1', /^pack_versions$/],
  ['a calibration', "UPDATE calibrations SET fit = replace(fit, '80', '90')", /^calibrations$/],
  ['that there is a calibration', 'DELETE FROM calibrations', /^calibrations$/],
  ['a guarantee', "UPDATE guarantees SET content = replace(content, '0.75', '0.25')", /^guarantees$/],
  ['a golden question', "UPDATE golden_questions SET question = 'Where?'", /^golden_questions$/],
  ['that there is a golden question', 'DELETE FROM golden_questions', /^golden_questions$/],
  ['a gate', 'UPDATE publish_gates SET tolerance_share = 1', /^publish_gates$/],
  ['that there is a gate', 'DELETE FROM publish_gates', /^publish_gates$/],
  ['what a key may do', `UPDATE api_keys SET scopes = '["tenants:manage"]'`, /^api_keys/],
  ['whether a tenant is served', "UPDATE tenants SET status = 'suspended' WHERE name = 'ruled'", /^tenants/],
  ['what a record was answered by', "UPDATE messages SET rules = '[0]'", /^rules$/],
  ['that a record says so', 'UPDATE messages SET rules = NULL', /^rules$/],
  ...['pack', 'policy', 'calibration', 'golden', 'models', 'settings', 'software'].map(
    (kind) =>
      [
        `an entry of the kind ${kind}`,
        `UPDATE log_entries SET entry = replace(entry, '"${kind}"', '"${kind}s"') WHERE event_kind = '${kind}'`,
        /^log_entries/,
      ] as const,
  ),
];

describe('what shapes answers', () => {
  let built: string;
  let filled: Filled;
  let service: TestService;
  beforeAll(async () => {
    built = join(root, 'built');
    service = await startTestService({ directory: built });
    filled = await fill(service);
  }, 120_000);

  it('is named by the record and proved with it', async () => {
    const { key, messageId } = filled;
    const record = auditRecordSchema.parse(
      (await service.get(key, `/v1/messages/${messageId}/audit`)).json(),
    );
    const kinds = record.rules_in_force.map(({ kind, action }) => `${kind} ${action}`).sort();
    expect(kinds).toEqual([
      'models in_use',
      'pack published',
      'policy in_use',
      'settings in_use',
      'software in_use',
    ]);
    const pack = record.rules_in_force.find(({ kind }) => kind === 'pack');
    expect(pack?.details).toEqual({ version: '2', documents: '2', pairs: '2' });
    const path = `/v1/messages/${messageId}/audit/proof`;
    const proof = auditProofSchema.parse((await service.get(key, path)).json());
    expect(proof.rules_in_force.map(({ leaf_index: index }) => index)).toEqual(
      record.rules_in_force.map(({ leaf_index: index }) => index),
    );
    expect(Object.keys(proof.salts ?? {})).toContain('rules');
  });

  it('is noted once, however many questions are answered by it', async () => {
    const { key, tenantId } = filled;
    await service.ask(key, { prompt: 'Who has the keys?' });
    for (const kind of ['software', 'settings', 'models'] as const) {
      const found = await service.data.store.log.listLogEvents(
        tenantId,
        { kind },
        { before: null, limit: 9 },
      );
      expect(found).toHaveLength(1);
    }
  });

  describe('in a copied database', () => {
    let copies = 0;
    beforeAll(() => service.close());

    it('is what the log says', async () => {
      expect(await verify({ AVOW_DATA_DIR: built })).toMatchObject({ code: 0, found: { sound: true } });
    });

    it.each(mutations)('is found if somebody changes %s', async (_what, sql, field) => {
      const directory = join(root, `copy-${copies++}`);
      cpSync(built, directory, { recursive: true });
      const database = new DatabaseSync(databasePath(directory));
      database.exec('PRAGMA foreign_keys = ON');
      expect(Number(database.prepare(sql).run().changes)).toBeGreaterThan(0);
      database.close();
      const { code, found } = await verify({ AVOW_DATA_DIR: directory });
      expect([code, found.sound]).toEqual([1, false]);
      expect(found.fault.field).toMatch(field);
      rmSync(directory, { recursive: true });
    });
  });
});

describe('what shapes answers, in PostgreSQL', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(async () => {
    vi.resetConfig();
    await server.stop();
  });

  it('is what the log says, and found if somebody changes it', async () => {
    const url = await server.newDatabase();
    const directory = join(root, 'node');
    const env = { AVOW_DATA_DIR: directory, AVOW_DATABASE_URL: url, AVOW_ANCHOR_DIR: join(root, 'anchors') };
    const service = await startTestService({ directory, env });
    await fill(service);
    await service.close();
    expect(await verify(env)).toMatchObject({ code: 0, found: { sound: true } });
    const client = new Client({ connectionString: server.asSuperuser(url) });
    await client.connect();
    try {
      for (const [what, sql, field] of mutations) {
        // In one transaction, that is seen by nobody else, nothing could be verified: each is undone by hand.
        await client.query('CREATE SCHEMA IF NOT EXISTS kept');
        const [, table = ''] = /(?:UPDATE|FROM) (\w+)/.exec(sql) ?? [];
        await client.query(`DROP TABLE IF EXISTS kept.${table}`);
        await client.query(`CREATE TABLE kept.${table} AS SELECT * FROM ${table}`);
        await client.query('SET session_replication_role = replica');
        await client.query(sql);
        const { code, found } = await verify(env);
        expect([what, code], JSON.stringify(found)).toEqual([what, 1]);
        expect(found.fault.field, what).toMatch(field);
        await client.query(`DELETE FROM ${table}`);
        await client.query(`INSERT INTO ${table} SELECT * FROM kept.${table}`);
      }
    } finally {
      await client.end();
    }
    expect(await verify(env)).toMatchObject({ code: 0, found: { sound: true } });
  });
});
