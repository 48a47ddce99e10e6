import type { PackId, TenantId } from '@avow/foundation';
import type { Passage } from '@avow/search';
import { tenantRole } from '@avow/storage/postgres';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inspectSearch } from './inspect-search.ts';
import { openPostgresSearch, type PostgresPassageSearch } from './open-postgres-search.ts';
import { startVectorDatabase, type VectorDatabase } from './test-support/start-vector-database.ts';

const pack = { packId: 'pack_one' as PackId, version: 1 };
const [tenantId, otherTenant]: readonly [TenantId, TenantId] = ['ten_one', 'ten_two'];
const encoder = 'directions';
const dimensions = 32;
const count = 400;

let database: VectorDatabase;
let search: PostgresPassageSearch;
let vectors: ReadonlyMap<string, Float32Array>;

/** The same numbers in every run. */
function createRandom(): () => number {
  let state = 7;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
}

async function* passages(): AsyncGenerator<Passage[]> {
  const fields = { kind: 'document', revision: 1, headings: '', start: 0, end: 1 } as const;
  yield Array.from({ length: count }, (_, n) => ({
    ...fields,
    ...{ documentId: `doc_${n % 7}`, ordinal: n, text: `text ${n}`, groups: n % 2 === 0 ? [] : ['board'] },
    ...{ validFromMs: null, validUntilMs: null },
  }));
}

async function fill(tenant: TenantId): Promise<void> {
  await search.stageVersion(tenant, { pack, base: null, removed: [], added: passages() }, () => undefined);
  const waiting = await search.listWaiting(tenant, { pack, encoder, limit: count });
  const given = waiting.flatMap(({ key, text }) => {
    const vector = vectors.get(text);
    return vector === undefined ? [] : [{ key, vector }];
  });
  await search.addVectors(tenant, { pack, encoder, vectors: given });
  expect(await search.listWaiting(tenant, { pack, encoder, limit: 1 })).toEqual([]);
}

beforeAll(async () => {
  database = await startVectorDatabase();
  const random = createRandom();
  vectors = new Map(
    Array.from({ length: count }, (_, n) => [`text ${n}`, Float32Array.from({ length: dimensions }, random)]),
  );
  const open = () => openPostgresSearch({ url: database.url, connections: 2, indexedFrom: count });
  search = await open();
  await fill(tenantId);
  await fill(otherTenant);
  // Closing waits for the indexes.
  await search.close();
  search = await open();
});
afterAll(async () => {
  await search.close();
  await database.stop();
});

function cosine(one: Float32Array, other: Float32Array): number {
  const product = one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
  return product / Math.hypot(...one) / Math.hypot(...other);
}

describe('the tables of the search', () => {
  it('are held to one tenant by row-level security, and their keys lead with it', async () => {
    const tables = await database.exec(
      `SELECT relname AS name, relrowsecurity AND relforcerowsecurity AS secured,
         (SELECT attname FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0]
          WHERE indrelid = pg_class.oid AND indisprimary) AS leads
       FROM pg_class WHERE relkind = 'r' AND relname LIKE 'search\\_%' AND relname <> 'search_schema' ORDER BY 1`,
    );
    expect(tables).toHaveLength(10);
    expect(tables).toEqual(tables.map(({ name }) => ({ name, secured: true, leads: 'tenant_id' })));
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const tenantsOf = async (name: unknown) =>
      (await client.query(`SELECT DISTINCT tenant_id FROM ${name} ORDER BY 1`)).rows.map(
        (row) => row.tenant_id,
      );
    await client.query('BEGIN');
    await client.query(`SET LOCAL ROLE ${tenantRole}`);
    for (const { name } of tables) expect([name, await tenantsOf(name)]).toEqual([name, []]);
    await client.query("SELECT set_config('avow.tenant_id', $1, true)", [tenantId]);
    for (const { name } of tables) expect([name, await tenantsOf(name)]).toEqual([name, [tenantId]]);
    const add = client.query("INSERT INTO search_packs (tenant_id, pack_id) VALUES ('ten_two', 'pack_x')");
    await expect(add).rejects.toMatchObject({ code: '42501' });
    await client.end();
  });

  it('have an index of vectors for each pack with many, which finds what comparing all of them does', async () => {
    const indexes = await database.exec(
      "SELECT 1 FROM pg_index WHERE indisvalid AND indexrelid::regclass::text LIKE 'search_vectors_near_%'",
    );
    expect(indexes).toHaveLength(2);
    for (const groups of [['board'], []]) {
      const visible = [...vectors].filter((_, n) => groups.length > 0 || n % 2 === 0);
      let found = 0;
      for (const [, vector] of [...vectors].slice(0, 10)) {
        const query = { kind: 'document', text: '', vector, packs: [pack], groups } as const;
        const hits = await search.search(tenantId, { ...query, nowMs: 0, limit: 10, timeoutMs: 10_000 });
        const nearest = visible
          .toSorted(([, one], [, other]) => cosine(other, vector) - cosine(one, vector))
          .slice(0, 10)
          .map(([text]) => text);
        found += hits.filter(({ text }) => nearest.includes(text)).length;
        expect(hits.every(({ text }) => visible.some(([one]) => one === text))).toBe(true);
      }
      expect(found).toBeGreaterThanOrEqual(95);
    }
  });

  it('get an index again that was broken off, and report it as failing until then', async () => {
    const names = (await database.exec(
      "SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indexrelid::regclass::text LIKE 'search_vectors_near_%' ORDER BY 1",
    )) as ReadonlyArray<{ readonly name: string }>;
    // As a build leaves it that the server has ended.
    await database.exec(
      `UPDATE pg_index SET indisvalid = false WHERE indexrelid = '${names[0]?.name}'::regclass`,
    );
    expect(await search.indexState()).toBe('failing');
    expect(await inspectSearch(database.url)).toMatchObject({ failed: 1, building: 0 });
    const failures: unknown[] = [];
    let tries = 0;
    const other = await openPostgresSearch({
      ...{ url: database.url, connections: 2, indexedFrom: count, retryMs: 10 },
      onIndexFailure: (error) => failures.push(error),
      // First another node is at it, then the connection is lost.
      buildAlone: async (work) => {
        tries += 1;
        if (tries === 1) return null;
        if (tries === 2) throw new Error('the connection was lost');
        return await work();
      },
    });
    await other.listWaiting(tenantId, { pack, encoder, limit: 1 });
    await expect.poll(() => search.indexState()).toBe('ok');
    await other.close();
    expect([tries, failures]).toEqual([3, [new Error('the connection was lost')]]);
    expect(await inspectSearch(database.url)).toMatchObject({ failed: 0, building: 0 });
  });

  it('lose every text, term and vector that only removed versions had', async () => {
    const kept = { ...pack, version: 2 };
    const removed = [0, 1, 2, 3, 4, 5].map((n) => ({ id: `doc_${n}` as const, revision: 1 }));
    async function* nothing() {}
    await search.stageVersion(tenantId, { pack: kept, base: 1, removed, added: nothing() }, () => undefined);
    await search.prune(tenantId, { packId: pack.packId, keep: [2] });
    const left = Array.from({ length: count }, (_, n) => n).filter((n) => n % 7 === 6);
    const counts = await database.exec(
      `SELECT (SELECT count(*)::int FROM search_units WHERE tenant_id = '${tenantId}') AS units,
         (SELECT count(*)::int FROM search_vectors WHERE tenant_id = '${tenantId}') AS vectors,
         (SELECT sum(cardinality(units))::int FROM search_postings WHERE tenant_id = '${tenantId}' AND term = 'text') AS postings,
         (SELECT count(*)::int FROM search_postings WHERE tenant_id = '${tenantId}' AND term = '0') AS others`,
      tenantId,
    );
    expect(counts).toEqual([{ units: left.length, vectors: left.length, postings: left.length, others: 0 }]);
    const query = { kind: 'document', text: 'text', vector: null, packs: [kept], groups: ['board'] } as const;
    const hits = await search.search(tenantId, { ...query, nowMs: 0, limit: 100, timeoutMs: 10_000 });
    expect(hits.map(({ text }) => text).sort()).toEqual(left.map((n) => `text ${n}`).sort());
  });
});
