import type { DatabaseSync } from 'node:sqlite';

export interface CreatePackCall {
  readonly tenantId: string;
  readonly packId: string;
  readonly name: string;
  readonly description: string;
  readonly nowMs: number;
}

export interface UpdatePackCall {
  readonly tenantId: string;
  readonly packId: string;
  /** Null: unchanged. */
  readonly name: string | null;
  readonly description: string | null;
  readonly nowMs: number;
}

/**
 * The writer's operations on packs as a whole. `onTextRemoved` is called if texts were deleted, whose bytes are then
 * still in the WAL.
 */
export function createPackWrites(database: DatabaseSync, onTextRemoved: () => void) {
  const findNamesake = database.prepare(
    'SELECT 1 FROM packs WHERE tenant_id = ? AND name = ? AND pack_id <> ?',
  );
  const insert = database.prepare(
    `INSERT INTO packs (tenant_id, pack_id, name, description, created_at_ms, updated_at_ms, draft_revision,
     draft_document_count, draft_curated_count, latest_version) VALUES (?1, ?2, ?3, ?4, ?5, ?5, 0, 0, 0, 0)`,
  );
  const update = database.prepare(
    `UPDATE packs SET name = coalesce(?, name), description = coalesce(?, description), updated_at_ms = ?
     WHERE tenant_id = ? AND pack_id = ?`,
  );
  const remove = database.prepare('DELETE FROM packs WHERE tenant_id = ? AND pack_id = ?');
  return {
    createPack({ tenantId, packId, name, description, nowMs }: CreatePackCall): 'created' | 'name_taken' {
      if (findNamesake.get(tenantId, name, packId) !== undefined) return 'name_taken';
      insert.run(tenantId, packId, name, description, nowMs);
      return 'created';
    },
    updatePack(call: UpdatePackCall): 'updated' | 'unknown_pack' | 'name_taken' {
      const { tenantId, packId, name, description, nowMs } = call;
      if (name !== null && findNamesake.get(tenantId, name, packId) !== undefined) return 'name_taken';
      const { changes } = update.run(name, description, nowMs, tenantId, packId);
      return changes === 1 ? 'updated' : 'unknown_pack';
    },
    /** Texts, versions and jobs are deleted by cascade. */
    deletePack([tenantId, packId]: readonly [tenantId: string, packId: string]): boolean {
      const removed = remove.run(tenantId, packId).changes !== 0;
      if (removed) onTextRemoved();
      return removed;
    },
  };
}
