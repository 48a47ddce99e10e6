import type { DatabaseSync } from 'node:sqlite';
import {
  type DocumentColumns,
  documentColumnsSql,
  type PackColumns,
  type PairColumns,
  packColumnsSql,
  pairColumnsSql,
} from './knowledge-columns.ts';

export interface PublishCall {
  readonly tenantId: string;
  readonly pack: PackColumns;
  readonly documents: readonly DocumentColumns[];
  readonly pairs: readonly PairColumns[];
  /** Key and pair of each entry, one after the other. */
  readonly keys: readonly string[];
}

export type PublishOutcome = 'published' | 'name_taken' | 'not_newer';

function prepareStatements(database: DatabaseSync) {
  return {
    findPack: database.prepare('SELECT version FROM packs WHERE tenant_id = ? AND pack_id = ?'),
    findNamesake: database.prepare('SELECT 1 FROM packs WHERE tenant_id = ? AND name = ? AND pack_id <> ?'),
    deletePack: database.prepare('DELETE FROM packs WHERE tenant_id = ? AND pack_id = ?'),
    insertPack: database.prepare(
      `INSERT INTO packs (tenant_id, ${packColumnsSql}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    insertDocument: database.prepare(
      `INSERT INTO documents (tenant_id, pack_id, ${documentColumnsSql}) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    ),
    insertPair: database.prepare(
      `INSERT INTO curated_pairs (tenant_id, pack_id, ${pairColumnsSql}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    insertKey: database.prepare('INSERT INTO curated_keys (tenant_id, key, curated_id) VALUES (?, ?, ?)'),
  };
}

/**
 * The writer's operations on packs. `onTextRemoved` is called where texts were deleted, whose bytes are then still
 * in the WAL.
 */
export function createKnowledgeWrites(database: DatabaseSync, onTextRemoved: () => void) {
  const statements = prepareStatements(database);

  /** The texts go with the pack, by cascade. */
  function removePack([tenantId, packId]: readonly [tenantId: string, packId: string]): boolean {
    const removed = statements.deletePack.run(tenantId, packId).changes !== 0;
    if (removed) onTextRemoved();
    return removed;
  }

  return {
    removePack,
    publishPack({ tenantId, pack, documents, pairs, keys }: PublishCall): PublishOutcome {
      const [packId, version, name] = pack;
      const stored = statements.findPack.get(tenantId, packId);
      // Two loaders that started from the same version: the later one has not seen what it would replace.
      if (stored !== undefined && Number(stored['version']) >= version) return 'not_newer';
      if (statements.findNamesake.get(tenantId, name, packId) !== undefined) return 'name_taken';

      removePack([tenantId, packId]);
      statements.insertPack.run(tenantId, ...pack);
      for (const document of documents) statements.insertDocument.run(tenantId, packId, ...document);
      for (const pair of pairs) statements.insertPair.run(tenantId, packId, ...pair);
      for (let index = 0; index < keys.length; index += 2) {
        const [key = null, curatedId = null] = keys.slice(index, index + 2);
        statements.insertKey.run(tenantId, key, curatedId);
      }
      return 'published';
    },
  };
}
