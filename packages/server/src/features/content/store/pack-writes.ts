import type { Operation, Statements } from '@avow/storage';
import { wipeLastingSql } from '@avow/storage/sealing';

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
export function createPackWrites(statements: Statements, onTextRemoved: () => void) {
  const { read, change } = statements;
  const findNamesake = read('SELECT 1 FROM packs WHERE tenant_id = ? AND name = ? AND pack_id <> ?');
  const insert = change(
    `INSERT INTO packs (tenant_id, pack_id, name, description, created_at_ms, updated_at_ms, draft_revision,
     draft_document_count, draft_curated_count, latest_version) VALUES (?1, ?2, ?3, ?4, ?5, ?5, 0, 0, 0, 0)`,
  );
  const update = change(
    `UPDATE packs SET name = coalesce(?, name), description = coalesce(?, description), updated_at_ms = ?
     WHERE tenant_id = ? AND pack_id = ?`,
  );
  const wipeReports = change(
    wipeLastingSql(statements, 'SELECT secret_no FROM evaluations WHERE tenant_id = ? AND pack_id = ?'),
  );
  const wipeSources = change(
    wipeLastingSql(statements, 'SELECT secret_no FROM sources WHERE tenant_id = ? AND pack_id = ?'),
  );
  const remove = change('DELETE FROM packs WHERE tenant_id = ? AND pack_id = ?');
  return {
    *createPack(call: CreatePackCall): Operation<'created' | 'name_taken'> {
      const { tenantId, packId, name, description, nowMs } = call;
      if ((yield* findNamesake.first(tenantId, name, packId)) !== null) return 'name_taken';
      yield* insert.put(tenantId, packId, name, description, nowMs);
      return 'created';
    },
    *updatePack(call: UpdatePackCall): Operation<'updated' | 'unknown_pack' | 'name_taken'> {
      const { tenantId, packId, name, description, nowMs } = call;
      const namesake = name === null ? null : yield* findNamesake.first(tenantId, name, packId);
      if (namesake !== null) return 'name_taken';
      const changes = yield* update.run(name, description, nowMs, tenantId, packId);
      return changes === 1 ? 'updated' : 'unknown_pack';
    },
    /** Texts, versions, jobs and sources are deleted by cascade. */
    *deletePack([tenantId, packId]: readonly [tenantId: string, packId: string]): Operation<boolean> {
      yield* wipeReports.put(tenantId, packId);
      yield* wipeSources.put(tenantId, packId);
      const removed = (yield* remove.run(tenantId, packId)) !== 0;
      if (removed) onTextRemoved();
      return removed;
    },
  };
}
