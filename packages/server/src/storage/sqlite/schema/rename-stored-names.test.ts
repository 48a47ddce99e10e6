import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { sampleMasterKey } from '../../contract/sample-master-key.ts';
import { migrate } from './migrate.ts';
import { schemaMigrations } from './schema-migrations.ts';

/** A database as version 6 left it: the names of the log column and of everything stored as JSON are the old ones. */
function makeOld(): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  migrate(database, sampleMasterKey, schemaMigrations.slice(0, 6));
  database.exec(`
    DROP INDEX log_events; DROP INDEX log_events_by_kind; DROP INDEX log_events_by_subject;
    ALTER TABLE log_entries RENAME COLUMN event_kind TO deed;
    CREATE INDEX log_deeds ON log_entries (tenant_id, leaf_index) WHERE deed IS NOT NULL;
    CREATE INDEX log_deeds_by_kind ON log_entries (tenant_id, deed, leaf_index) WHERE deed IS NOT NULL;
    CREATE INDEX log_deeds_by_subject ON log_entries (tenant_id, subject, leaf_index) WHERE deed IS NOT NULL;
    INSERT INTO tenants VALUES ('ten_1', 'one', 'active', 1);
    INSERT INTO log_entries VALUES ('ten_1', 0, zeroblob(32), 'erasure', 'msg_1', '["avow.leaf.v2"]');
  `);
  return database;
}

function schemaOf(database: DatabaseSync): unknown[] {
  return database.prepare('SELECT type, name FROM sqlite_schema ORDER BY name').all();
}

describe('renameStoredNames', () => {
  it('gives the log the schema of a new database and keeps its entries', () => {
    const database = makeOld();
    migrate(database, sampleMasterKey);
    const fresh = new DatabaseSync(':memory:');
    migrate(fresh, sampleMasterKey);
    expect(schemaOf(database)).toEqual(schemaOf(fresh));
    const sql = "SELECT entry FROM log_entries INDEXED BY log_events_by_kind WHERE tenant_id = 'ten_1'";
    expect(database.prepare(`${sql} AND event_kind = 'erasure' AND event_kind IS NOT NULL`).all()).toEqual([
      { entry: '["avow.leaf.v2"]' },
    ]);
  });

  it('renames stored names in policies, calibrations and labels, and nothing else', () => {
    const database = makeOld();
    const policy = {
      bands: { high: 0.8, medium: 0.5 },
      answering: { start_tier: 1, reader_sure_min: 0.9 },
      confidence: { caps: { degraded: 0.6, disagreeing: 0.5 }, tell_restricted: true },
      guardrails: [
        {
          check: 'grounding',
          settings: { unjudged: 'block', written_supported_min: 0.4, supported_min: 0.2 },
        },
        { check: 'words', settings: { words: ['unjudged'] } },
      ],
    };
    const fit = {
      parameters: { offset: 1, slope: 1, ways: { read: -0.2, curated_exact: 0.1 } },
      exampleCount: 9,
    };
    const addPolicy = database.prepare('INSERT INTO guardrail_policies VALUES (?, ?, ?, ?, 1, NULL)');
    addPolicy.run('ten_1', 1, 'pol-1', JSON.stringify(policy));
    addPolicy.run('ten_1', 2, 'default', null);
    addPolicy.run('ten_1', 3, 'pol-3', JSON.stringify({ guardrails: [] }));
    database.prepare('INSERT INTO built_in_policies VALUES (?, ?)').run('default-1', JSON.stringify(policy));
    const addCalibration = database.prepare('INSERT INTO calibrations VALUES (?, ?, ?, ?, 1, NULL)');
    addCalibration.run('ten_1', 1, 'avow-confidence-1191a109', JSON.stringify(fit));
    addCalibration.run('ten_1', 2, 'avow-confidence-00000000', null);
    database.exec('PRAGMA foreign_keys = OFF');
    database
      .prepare("INSERT INTO labels VALUES ('ten_1', 'msg_1', 'key_1', 'feedback', 1, 0.5, 'medium', 1, 1, ?)")
      .run('{"way":"by_words","toolScore":0.5,"features":{"match":1}}');
    migrate(database, sampleMasterKey);
    const renamed = {
      bands: { high: 0.8, medium: 0.5 },
      answering: { start_tier: 1, reader_confidence_min: 0.9 },
      confidence: { caps: { degraded: 0.6, conflicting_sources: 0.5 }, disclose_restricted: true },
      guardrails: [
        {
          check: 'grounding',
          settings: { when_judge_unavailable: 'block', generated_supported_min: 0.4, supported_min: 0.2 },
        },
        { check: 'words', settings: { words: ['unjudged'] } },
      ],
    };
    const read = (sql: string) =>
      database
        .prepare(sql)
        .all()
        .map(({ text }) => (text === null ? null : JSON.parse(String(text))));
    expect(read('SELECT policy AS text FROM guardrail_policies ORDER BY revision')).toEqual([
      renamed,
      null,
      { guardrails: [] },
    ]);
    expect(read('SELECT policy AS text FROM built_in_policies')).toEqual([renamed]);
    expect(read('SELECT fit AS text FROM calibrations ORDER BY revision')).toEqual([
      {
        parameters: { offset: 1, slope: 1, methods: { extractive: -0.2, curated_exact: 0.1 } },
        exampleCount: 9,
      },
      null,
    ]);
    expect(read('SELECT evidence AS text FROM labels')).toEqual([
      { method: 'keyword', toolScore: 0.5, features: { match: 1 } },
    ]);
    expect(database.prepare('SELECT model FROM calibrations ORDER BY revision').all()).toEqual([
      { model: 'avow-confidence-8157c6ef' },
      { model: 'avow-confidence-00000000' },
    ]);
  });
});
