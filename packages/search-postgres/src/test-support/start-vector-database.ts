import { coordinationTables } from '@avow/storage/nodes';
import { migratePostgres, rolesSql } from '@avow/storage/postgres';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { Client } from 'pg';

/** A database with pgvector and the roles that tables of tenants are for. */
export interface VectorDatabase {
  readonly url: string;
  /** As the owner of the tables, who sees the rows of the tenant that is named. */
  exec(sql: string, tenantId?: string): Promise<readonly Record<string, unknown>[]>;
  stop(): Promise<void>;
}

/**
 * PostgreSQL in WebAssembly, over a socket, since the server that other tests start has no extensions. It runs one transaction
 * at a time. `SEARCH_DATABASE_URL` names the empty database of a real server to use instead.
 */
export async function startVectorDatabase(): Promise<VectorDatabase> {
  const given = process.env['SEARCH_DATABASE_URL'];
  const started = given === undefined ? await startInMemory() : { url: given, stop: async () => undefined };
  await migratePostgres(started.url, [`${rolesSql}\n${coordinationTables}`]);
  const exec = async (sql: string, tenantId = '') => {
    const client = new Client({ connectionString: started.url });
    await client.connect();
    try {
      await client.query("SELECT set_config('avow.tenant_id', $1, false)", [tenantId]);
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  };
  return { ...started, exec };
}

async function startInMemory(): Promise<Pick<VectorDatabase, 'url' | 'stop'>> {
  const database = await PGlite.create({ extensions: { vector } });
  const server = new PGLiteSocketServer({ db: database, host: '127.0.0.1', port: 0, maxConnections: 50 });
  await server.start();
  const address = server.getServerConn();
  return {
    url: `postgres://postgres:postgres@${address}/postgres`,
    async stop() {
      await server.stop();
      await database.close();
    },
  };
}
