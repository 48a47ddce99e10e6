import { assertServer, reachDatabase, readSchemaVersion } from '@avow/storage/postgres';
import { postgresMigrations } from '../schema/postgres-schema.ts';

export interface InspectedDatabase {
  readonly serverVersion: string;
  /** By the clock of the server. */
  readonly timeMs: number;
  /** The tables compared with those of this release. */
  readonly schema: 'none' | 'older' | 'current' | 'newer';
}

/** Looks at a database without changing it. Throws an error for the operator if it cannot be reached or used. */
export async function inspectDatabase(url: string): Promise<InspectedDatabase> {
  const connection = await reachDatabase(url);
  try {
    await assertServer(connection);
    const { rows } = await connection.exec('SHOW server_version');
    const version = await readSchemaVersion(connection);
    const { rows: times } = await connection.exec(
      'SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT) AS time_ms',
    );
    const timeMs = Number(times[0]?.time_ms);
    return { timeMs, serverVersion: String(rows[0]?.server_version), schema: compare(version) };
  } finally {
    await connection.close();
  }
}

function compare(version: number): InspectedDatabase['schema'] {
  if (version === 0) return 'none';
  if (version === postgresMigrations.length) return 'current';
  return version < postgresMigrations.length ? 'older' : 'newer';
}
