import type { TenantId } from '@avow/foundation';
import { expect, it } from 'vitest';
import { sampleMasterKey } from '../../contract/sample-master-key.ts';
import { openForWriting } from '../open-database.ts';
import { openSqliteStore } from '../open-sqlite-store.ts';
import { temporaryFolder } from '../test-support/temporary-folder.ts';
import { migrate } from './migrate.ts';
import { schemaMigrations } from './schema-migrations.ts';

const tenantId: TenantId = 'ten_one';

const check = (name: string, result: Readonly<Record<string, unknown>>) => ({
  ...{ guardrail_id: `grd_${name}`, name, mode: 'enforce', status: 'ok', action: 'none', compliant: true },
  ...result,
});

const response = {
  processing: { time_ms: 12.25, model_tier: 2, degraded_mode: true, routing_source: 'retrieval' },
  guardrails: [
    check('passed', {}),
    check('flagged', { compliant: false, action: 'flag', mode: 'shadow' }),
    check('redacted', { compliant: false, action: 'redact' }),
    check('unnoticed', { compliant: false }),
    check('late', { compliant: false, status: 'timeout', action: 'block' }),
  ],
};

function insertMessage(messageId: string, envelope: string, leafIndex: number | null): string {
  const leaf = leafIndex === null ? 'NULL, NULL' : `${leafIndex}, 'hash'`;
  return `INSERT INTO messages VALUES ('${tenantId}', '${messageId}', 'thr_1', 'failed', 'none', 0, 0, 'none',
    'api', NULL, 'present', 1, 'pol', '[]', ${leaf}, zeroblob(32), '${envelope}');`;
}

it('fills the facts of existing messages from their responses', async () => {
  const directory = temporaryFolder();
  const database = openForWriting({ directory, busyTimeoutMs: 1000 });
  migrate(database, sampleMasterKey, schemaMigrations.slice(0, 4));
  database.exec(`INSERT INTO tenants VALUES ('${tenantId}', 'one', 'active', 1);
    INSERT INTO threads VALUES ('${tenantId}', 'thr_1', NULL);`);
  database.exec(insertMessage('msg_1', JSON.stringify({ response }), 0));
  database.exec(insertMessage('msg_2', JSON.stringify({ response: { ...response, guardrails: [] } }), 1));
  database.exec(insertMessage('msg_3', 'no JSON at all', 2));
  database.exec(insertMessage('msg_4', JSON.stringify({ response }), null));
  database.close();

  const store = await openSqliteStore({ masterKey: sampleMasterKey, directory });
  const read = async (messageId: `msg_${string}`) => {
    const found = await store.records.getMessage(tenantId, messageId);
    if (found === null) throw new Error('the message is gone');
    const { timeMs, modelTier, isDegraded, routingSource, findings } = found;
    return { timeMs, modelTier, isDegraded, routingSource, findings };
  };
  const facts = { timeMs: 12.25, modelTier: 2, isDegraded: true, routingSource: 'retrieval' };
  const found = (name: string, did: string, isShadow = false) => ({
    ...{ guardrailId: `grd_${name}`, name, did, isShadow },
  });
  expect(await read('msg_1')).toEqual({
    ...facts,
    findings: [
      found('flagged', 'flag', true),
      found('redacted', 'redact'),
      found('unnoticed', 'flag'),
      found('late', 'failed'),
    ],
  });
  expect(await read('msg_2')).toEqual({ ...facts, findings: [] });
  const unfacts = { timeMs: 0, modelTier: 0, isDegraded: false, routingSource: 'default', findings: [] };
  expect(await read('msg_3')).toEqual(unfacts);
  expect(await read('msg_4')).toEqual(unfacts);
  await store.close();
});
