import type { PackVersion, TenantId } from '@avow/foundation';
import type { Connection } from '@avow/storage/postgres';
import { findStages } from './find-passages.ts';
import type { Ask } from './search-transactions.ts';
import { indexNameOf } from './vector-candidates.ts';

/** With fewer vectors, comparing all of them takes no longer than an index does. */
export const indexedFromDefault = 10_000;
/** The largest vectors that an index takes. */
const dimensionsMax = 4_000;
/** What is built in memory takes a fraction of the time. */
const buildMemory = '512MB';

interface CompleteSpace {
  readonly space: number;
  readonly dimensions: number;
}

const completeSql = `SELECT space.space, space.dimensions FROM search_spaces AS space
WHERE space.tenant_id = $1 AND space.pack = $2 AND space.encoder = $3
  AND (SELECT count(*) FROM (SELECT 1 FROM search_vectors AS one
    WHERE one.tenant_id = $1 AND one.space = space.space LIMIT $4) AS counted) = $4`;
const dropOthersSql = `DELETE FROM search_spaces AS old WHERE tenant_id = $1 AND pack = $2 AND encoder <> $3
  AND created_at_ms < (SELECT max(created_at_ms) FROM search_spaces WHERE tenant_id = $1 AND pack = $2 AND encoder = $3)
RETURNING space`;

/**
 * What is left to do once every passage of a version has a vector: vectors of earlier encoders go, and large spaces get an
 * index. Vectors that come later are added to it as they come.
 */
export async function completeSpaces(
  ask: Ask,
  tenantId: TenantId,
  {
    pack,
    encoder,
    indexedFrom,
  }: {
    readonly pack: PackVersion;
    readonly encoder: string;
    readonly indexedFrom: number;
  },
): Promise<{ readonly large: readonly CompleteSpace[]; readonly dropped: readonly number[] }> {
  const [stage] = await findStages(ask, tenantId, [pack]);
  const dropped = await ask(dropOthersSql, [tenantId, stage?.pack, encoder]);
  const large = await ask(completeSql, [tenantId, stage?.pack, encoder, indexedFrom]);
  return {
    dropped: dropped.map((row) => Number(row['space'])),
    large: large
      .map((row) => ({ space: Number(row['space']), dimensions: Number(row['dimensions']) }))
      .filter(({ dimensions }) => dimensions <= dimensionsMax),
  };
}

/**
 * On a connection of the owner of the tables. Neither searches nor writes wait for it. False: an index is being built already,
 * perhaps for a node that has died since.
 */
export async function buildIndexes(
  connection: Connection,
  { large, dropped }: Awaited<ReturnType<typeof completeSpaces>>,
): Promise<boolean> {
  if ((await countUnbuilt(connection)).building > 0) return false;
  await connection.exec(`SET statement_timeout = 0; SET maintenance_work_mem = '${buildMemory}'`);
  for (const space of dropped)
    await connection.exec(`DROP INDEX CONCURRENTLY IF EXISTS ${indexNameOf(space)}`);
  await connection.exec('ANALYZE search_vectors');
  for (const { space, dimensions } of large) {
    const name = indexNameOf(space);
    // One that was broken off is there and not valid.
    const { rows: found } = await connection.exec(
      `SELECT indisvalid AS is_valid FROM pg_index WHERE indexrelid = to_regclass('${name}')`,
    );
    if (found[0]?.is_valid === true) continue;
    if (found[0] !== undefined) await connection.exec(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
    await connection.exec(
      `CREATE INDEX CONCURRENTLY ${name} ON search_vectors USING hnsw ((vector::halfvec(${dimensions})) halfvec_cosine_ops) WHERE space = ${space}`,
    );
  }
  return true;
}

/** Vector indexes that searches do not use. */
export interface UnbuiltIndexes {
  readonly building: number;
  /** What is left of a build that failed or was broken off. */
  readonly failed: number;
}

const unbuiltSql = `SELECT count(progress.pid)::int AS building, count(*) FILTER (WHERE progress.pid IS NULL)::int AS failed
FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
LEFT JOIN pg_stat_progress_create_index AS progress ON progress.index_relid = indexrelid
WHERE relname LIKE 'search\\_vectors\\_near\\_%' AND NOT indisvalid`;

export async function countUnbuilt(connection: Pick<Connection, 'exec'>): Promise<UnbuiltIndexes> {
  const { rows } = await connection.exec(unbuiltSql);
  return { building: Number(rows[0]?.building), failed: Number(rows[0]?.failed) };
}
