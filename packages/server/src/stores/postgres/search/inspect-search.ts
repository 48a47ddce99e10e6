import { reachDatabase } from '../reach-database.ts';
import { inspectVectorExtension } from './require-vector-extension.ts';

export interface InspectedSearch {
  /** Of pgvector; null: it is there, and the next start creates it in this database. */
  readonly vectorVersion: string | null;
  /** Vector indexes that are being built, or could not be. */
  readonly unbuilt: number;
}

const unbuiltSql = `SELECT count(*) AS unbuilt FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
WHERE relname LIKE 'search\\_vectors\\_near\\_%' AND NOT indisvalid`;

/** Looks at what a search in a database needs, without changing it. Throws an error for the operator if it is not there. */
export async function inspectSearch(url: string): Promise<InspectedSearch> {
  const connection = await reachDatabase(url);
  try {
    const vectorVersion = await inspectVectorExtension(connection);
    const { rows } = await connection.exec(unbuiltSql);
    return { vectorVersion, unbuilt: Number(rows[0]?.unbuilt) };
  } finally {
    await connection.close();
  }
}
