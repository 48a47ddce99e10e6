import { reachDatabase } from '@avow/storage/postgres';
import { inspectVectorExtension } from './require-vector-extension.ts';
import { countUnbuilt, type UnbuiltIndexes } from './vector-indexes.ts';

export interface InspectedSearch extends UnbuiltIndexes {
  /** Of pgvector; null: it is there, and the next start creates it in this database. */
  readonly vectorVersion: string | null;
}

/** Looks at what a search in a database needs, without changing it. Throws an error for the operator if it is not there. */
export async function inspectSearch(url: string): Promise<InspectedSearch> {
  const connection = await reachDatabase(url);
  try {
    const vectorVersion = await inspectVectorExtension(connection);
    return { vectorVersion, ...(await countUnbuilt(connection)) };
  } finally {
    await connection.close();
  }
}
