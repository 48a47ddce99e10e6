import type { PackId, TenantId } from '@avow/foundation';
import type { Operation, SqlValue } from '@avow/storage';
import { ConnectionPool, readOnce, shownFences, toAppError, writeOnce } from '@avow/storage/postgres';
import type { SharedVersion, SharedVersions } from '../indexing/shared-versions.ts';

export interface OpenSharedVersions extends SharedVersions {
  close(): Promise<void>;
}

/** Beside those of the records: a large pack must not keep questions waiting. */
const connections = 1;

const putSql = `INSERT INTO index_versions (tenant_id, pack_id, version, manifest, files, encoder)
  VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (tenant_id, pack_id, version) DO UPDATE
  SET manifest = excluded.manifest, files = excluded.files, encoder = excluded.encoder`;
const getSql =
  'SELECT manifest, files, encoder FROM index_versions WHERE tenant_id = $1 AND pack_id = $2 AND version = $3';
const listFilesSql = 'SELECT hash FROM index_files WHERE tenant_id = $1 AND pack_id = $2';
const putPieceSql = `INSERT INTO index_pieces (tenant_id, pack_id, hash, piece, bytes) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (tenant_id, pack_id, hash, piece) DO UPDATE SET bytes = excluded.bytes`;
const putFileSql = `INSERT INTO index_files (tenant_id, pack_id, hash) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`;
const readPieceSql =
  'SELECT bytes FROM index_pieces WHERE tenant_id = $1 AND pack_id = $2 AND hash = $3 AND piece = $4';
const dropVersionsSql = `DELETE FROM index_versions
  WHERE tenant_id = $1 AND pack_id = $2 AND NOT version = ANY ($3::bigint[])`;
const listNeededSql = `SELECT DISTINCT file ->> 'hash' AS hash
  FROM index_versions, json_array_elements(CAST(files AS json)) AS file WHERE tenant_id = $1 AND pack_id = $2`;
const dropFilesSql = `DELETE FROM index_files WHERE tenant_id = $1 AND pack_id = $2 AND hash NOT IN (${listNeededSql})`;
const dropPiecesSql = `DELETE FROM index_pieces
  WHERE tenant_id = $1 AND pack_id = $2 AND hash NOT IN (SELECT hash FROM index_files WHERE tenant_id = $1 AND pack_id = $2)`;

interface VersionRow {
  readonly manifest: string;
  readonly files: string;
  readonly encoder: string | null;
}

/** Keeps the files of published versions in the database that the nodes share. */
export function openSharedVersions(url: string): OpenSharedVersions {
  const pool = new ConnectionPool(url, connections, () => null);

  /** Each in a transaction of its own, as the tenant, and only while the lease is held under which the caller works. */
  async function run(tenantId: TenantId, sql: string, ...values: readonly SqlValue[]): Promise<void> {
    try {
      const fences = shownFences();
      await pool.use(({ connection }) =>
        writeOnce(connection, tenantId, async (pipeline) => void (await pipeline.query({ sql, values })), {
          fences,
        }),
      );
    } catch (error) {
      throw toAppError(error);
    }
  }

  async function ask(tenantId: TenantId, sql: string, ...values: readonly SqlValue[]): Promise<unknown[]> {
    function* reading(): Operation<unknown[]> {
      return [...(yield { sql, values, isDeferred: false }).rows];
    }
    try {
      return (await pool.use(({ connection }) => readOnce(connection, tenantId, reading()))) as unknown[];
    } catch (error) {
      throw toAppError(error);
    }
  }

  async function putFile(
    tenantId: TenantId,
    packId: PackId,
    hash: string,
    pieces: AsyncIterable<Uint8Array>,
  ): Promise<void> {
    let piece = 0;
    for await (const bytes of pieces) {
      await run(tenantId, putPieceSql, tenantId, packId, hash, piece, Buffer.from(bytes));
      piece += 1;
    }
    await run(tenantId, putFileSql, tenantId, packId, hash);
  }

  return {
    async put(tenantId, { packId, version }, { manifest, files, encoder }, read) {
      const rows = (await ask(tenantId, listFilesSql, tenantId, packId)) as { readonly hash: string }[];
      const stored = new Set(rows.map(({ hash }) => hash));
      for (const { name, hash } of files)
        if (!stored.has(hash)) await putFile(tenantId, packId, hash, read(name));
      await run(tenantId, putSql, tenantId, packId, version, manifest, JSON.stringify(files), encoder);
    },
    async get(tenantId, { packId, version }): Promise<SharedVersion | null> {
      const [row] = (await ask(tenantId, getSql, tenantId, packId, version)) as VersionRow[];
      return row === undefined ? null : { ...row, files: JSON.parse(row.files) };
    },
    async *readFile(tenantId, packId, { hash, bytes }) {
      for (let piece = 0, done = 0; done < bytes; piece += 1) {
        const [row] = (await ask(tenantId, readPieceSql, tenantId, packId, hash, piece)) as {
          readonly bytes: Uint8Array;
        }[];
        if (row === undefined || row.bytes.length === 0) return;
        done += row.bytes.length;
        yield row.bytes;
      }
    },
    async keep(tenantId, packId, versions) {
      await run(tenantId, dropVersionsSql, tenantId, packId, `{${versions.join(',')}}`);
      await run(tenantId, dropFilesSql, tenantId, packId);
      await run(tenantId, dropPiecesSql, tenantId, packId);
    },
    close: () => pool.close(),
  };
}
