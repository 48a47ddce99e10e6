import { systemClock } from '@avow/foundation';
import { waitFor } from '@avow/foundation/testing';
import { startPostgres, type TestServer } from '@avow/storage/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleMasterKey } from '../../../storage/contract/sample-master-key.ts';
import { newTenant, nothingElse, sampleClaim, sampleMessage } from '../../../storage/contract/samples.ts';
import {
  openPostgresRecords,
  type PostgresRecordsOptions,
} from '../../../storage/postgres/open-postgres-records.ts';
import { postgresMigrations } from '../../../storage/schema/postgres-schema.ts';
import type { NodeEvent } from '../node-state.ts';

let server: TestServer;
let url: string;
beforeAll(async () => {
  server = await startPostgres();
  url = await server.newDatabase();
});
afterAll(() => server.stop());

const open = (options: Partial<PostgresRecordsOptions> = {}) =>
  openPostgresRecords({ url, masterKey: sampleMasterKey, connections: 1, ...options });
const waitingSql = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
const clockAhead = (ms: number) => ({ nowMs: () => systemClock.nowMs() + ms });

describe('a node', () => {
  it.each([7000, -7000])(
    'refuses to serve with a clock that is %i ms from that of the database',
    async (ms) => {
      const node = await open({ clock: clockAhead(ms) });
      await expect(node.nodes.join()).rejects.toThrow(
        ms > 0 ? /\d\.\d seconds ahead/ : /\d\.\d seconds behind/,
      );
      expect(await node.nodes.listAlive()).toEqual([]);
      await node.close();
    },
  );

  it('goes by the clock of the database, whatever its own says, and says so when its own has moved', async () => {
    let movedMs = 0;
    const events: NodeEvent[] = [];
    const node = await open({ clock: { nowMs: () => systemClock.nowMs() + movedMs } });
    node.nodes.onEvent((event) => void events.push(event));
    await node.nodes.join();
    movedMs = 200_000;
    await expect.poll(() => events).toMatchObject([{ kind: 'clock_apart' }]);
    expect(node.nodes.state()?.clockApartMs).toBeGreaterThan(199_000);
    const [row] = await server.ask(url, 'SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now_ms');
    expect(Math.abs((node.nodes.clock?.nowMs() ?? 0) - Number(row?.['now_ms']))).toBeLessThan(100_000);
    await node.close();
  });

  it('refuses to work beside nodes that search elsewhere', async () => {
    const embedded = await open();
    await embedded.nodes.join();
    await expect(open({ search: 'postgres' })).rejects.toThrow('AVOW_SEARCH=postgres, and others');
    await embedded.nodes.leave();
    const alone = await open({ search: 'postgres' });
    await alone.nodes.join();
    // Opened before the other was there, and joined afterwards.
    await expect(embedded.nodes.join()).rejects.toThrow('AVOW_SEARCH=embedded, and others');
    await Promise.all([embedded.close(), alone.close()]);
  });

  it('refuses one of two nodes that search differently and join at the same time', async () => {
    const both = [await open(), await open({ search: 'postgres' })];
    const holding = new Client({ connectionString: server.asSuperuser(url) });
    await holding.connect();
    await holding.query('BEGIN');
    // Both wait for these rows with a snapshot in which the other is not there.
    for (const { nodes } of both)
      await holding.query(
        `INSERT INTO nodes (node_id, started_at_ms, until_ms) VALUES ('${nodes.nodeId}', 0, 0)`,
      );
    const joined = Promise.allSettled(both.map(({ nodes }) => nodes.join()));
    const isWaiting = async () => (await server.ask(url, waitingSql)).length === both.length;
    await waitFor(isWaiting);
    await holding.query('ROLLBACK');
    await holding.end();
    const refused = (await joined).flatMap((join) =>
      join.status === 'rejected' ? [String(join.reason)] : [],
    );
    expect(refused).not.toEqual([]);
    for (const reason of refused) expect(reason).toMatch(/AVOW_SEARCH=\w+, and others/);
    await Promise.all(both.map((node) => node.close()));
  });

  it('hears that others come, leave and die, and that a newer release has migrated the database', async () => {
    const events: NodeEvent[] = [];
    const [watching, other, dying] = [await open(), await open(), await open()];
    watching.nodes.onEvent((event) => void events.push(event));
    await watching.nodes.join();
    const heard = (kind: NodeEvent['kind']) =>
      expect.poll(() => events.filter((event) => event.kind === kind)).not.toEqual([]);
    await other.nodes.join();
    await heard('node_joined');
    expect(watching.nodes.state()?.alive.map(({ nodeId }) => nodeId)).toEqual([
      watching.nodes.nodeId,
      other.nodes.nodeId,
    ]);
    await other.nodes.leave();
    await heard('node_left');
    await dying.nodes.join();
    await expect.poll(() => watching.nodes.state()?.alive.length).toBe(2);
    const { nodeId } = dying.nodes;
    await dying.nodes.leave();
    await server.ask(
      url,
      `INSERT INTO nodes (node_id, started_at_ms, until_ms)
       VALUES ('${nodeId}', 0, extract(epoch FROM clock_timestamp()) * 1000 - 1)`,
    );
    await heard('node_lost');
    await server.ask(url, 'UPDATE schema_versions SET version = version + 1');
    await heard('superseded');
    const known = postgresMigrations.length;
    expect(events.at(-1)).toEqual({ kind: 'superseded', found: known + 1, known });
    await server.ask(url, 'UPDATE schema_versions SET version = version - 1');
    await Promise.all([watching, other, dying].map((node) => node.close()));
  });

  it('frees the key of a message that nobody goes on with, when it ends the message of another', async () => {
    const [dead, other] = [await open(), await open()];
    const tenantId = await newTenant(dead.store.access);
    for (const [status, outcome] of [
      ['failed', 'claimed'],
      ['cancelled', 'replay'],
    ] as const) {
      const claim = sampleClaim({ key: `key of a message that ${status}` });
      const message = sampleMessage({ messageId: claim.messageId, status: 'processing' });
      await dead.store.records.claimIdempotencyKey(tenantId, claim);
      await dead.store.records.admitMessage(tenantId, message, [], claim);
      expect(await other.store.upkeep.adopt(tenantId, message.messageId)).toBe(true);
      const end = {
        ...nothingElse,
        idempotency: { claim: null, ending: status === 'failed' ? 'free' : 'keep' },
      } as const;
      expect(await other.store.records.finishMessage(tenantId, { ...message, status }, end)).toBe('ended');
      const again = { ...claim, messageId: sampleMessage().messageId };
      expect(await other.store.records.claimIdempotencyKey(tenantId, again)).toMatchObject({ kind: outcome });
    }
    await Promise.all([dead.close(), other.close()]);
  });
});
