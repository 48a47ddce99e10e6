import { type TenantId, UserError } from '@avow/foundation';
import type { Operation, SqlValue } from '@avow/storage';
import { fingerprintOf, serverNowMs } from '@avow/storage/nodes';
import {
  BlockingConnection,
  createPostgresStatements,
  installationRole,
  runBlocking,
  tenantRole,
} from '@avow/storage/postgres';
import { unwrapKey, wrapKey } from '@avow/storage/sealing';
import { growOnServer } from '../grow-on-server.ts';
import { createHandOver, listLogTenantsSql } from '../hand-over-logs.ts';
import { LogAppends } from '../log-appends.ts';
import { type KeyChange, rekeyEvent, surveyKeys } from './key-change.ts';

interface KeyRow {
  readonly tenant_id: string;
  readonly wrapped: Uint8Array;
}

/**
 * The keys of all tenants in a database that no node serves, in one transaction: while it is open, nobody else can store a
 * key, because a process with the old master key could wrap it under that.
 */
export async function openPostgresKeyChange(url: string): Promise<KeyChange> {
  const connection = new BlockingConnection(url);
  const query = (sql: string, ...values: readonly SqlValue[]): readonly unknown[] =>
    connection.send([{ sql, values }])[0]?.rows ?? [];
  const enter = (role: string, tenantId = '') =>
    query("SELECT set_config('role', $1, true), set_config('avow.tenant_id', $2, true)", role, tenantId);
  try {
    query('BEGIN');
    query('LOCK TABLE tenant_keys, checkpoints IN SHARE ROW EXCLUSIVE MODE');
    enter(installationRole);
    const [alive] = query(`SELECT 1 FROM nodes WHERE until_ms > ${serverNowMs} LIMIT 1`);
    if (alive !== undefined)
      throw new UserError('A service runs on this database: stop all nodes first, and wait ten seconds.');
  } catch (error) {
    connection.close();
    throw error;
  }
  const statements = createPostgresStatements();
  const run = <Value>(operation: Operation<Value>): Value =>
    runBlocking(operation, (statement) => connection.send([statement])[0] ?? { rows: [], changes: 0 });
  const logs = createHandOver(statements, { growLogs: growOnServer, run });
  const enterTenant = (tenantId: string) => {
    enter(tenantRole, tenantId);
    query('SELECT 1 FROM tenants WHERE tenant_id = $1 FOR NO KEY UPDATE', tenantId);
  };
  const listTenants = () => {
    enter(installationRole);
    return (query(listLogTenantsSql) as readonly { readonly tenant_id: TenantId }[]).map(
      ({ tenant_id }) => tenant_id,
    );
  };
  const noteKey = (name: 'master key' | 'log key', bytes: Uint8Array) => {
    enter(installationRole);
    query(
      'UPDATE installation_keys SET fingerprint = $1 WHERE name = $2',
      fingerprintOf({ name, bytes }),
      name,
    );
    query('COMMIT');
    query('BEGIN');
  };
  const list = () => {
    enter(installationRole);
    return query('SELECT tenant_id, wrapped FROM tenant_keys ORDER BY tenant_id') as readonly KeyRow[];
  };
  return {
    survey: (keys) =>
      surveyKeys(
        list().map(({ wrapped }) => wrapped),
        keys,
      ),
    rewrap(keys, atMs) {
      let count = 0;
      for (const { tenant_id: tenantId, wrapped } of list()) {
        if (unwrapKey(keys.new, wrapped) !== null) continue;
        const key = unwrapKey(keys.old, wrapped);
        if (key === null) throw new Error('a key of a tenant opens under neither master key');
        enterTenant(tenantId);
        query('UPDATE tenant_keys SET wrapped = $1 WHERE tenant_id = $2', wrapKey(keys.new, key), tenantId);
        const log = new LogAppends(statements, growOnServer(statements));
        run(log.appendEvent(tenantId, rekeyEvent(atMs)));
        run(log.write());
        count += 1;
      }
      if (list().some(({ wrapped }) => unwrapKey(keys.new, wrapped) === null))
        throw new Error('a key of a tenant does not open under the new master key');
      noteKey('master key', keys.new);
      return count;
    },
    listLogs: () =>
      listTenants().map((tenantId) => {
        enterTenant(tenantId);
        return { tenantId, note: logs.lastNote(tenantId) };
      }),
    async handOver(change) {
      const tenantIds = listTenants();
      for (const tenantId of tenantIds) {
        enterTenant(tenantId);
        await logs.handOver(tenantId, change);
      }
      noteKey('log key', change.publicKey);
      return tenantIds.length;
    },
    // What the server still holds of deleted rows is not this process's to clear.
    emptyWal: () => undefined,
    close() {
      // The server rolls back what was not committed.
      connection.close();
    },
  };
}
