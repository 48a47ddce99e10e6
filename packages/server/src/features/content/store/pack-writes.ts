import type { PackId, TenantId } from '@avow/foundation';
import type { Author } from '@avow/ledger';
import type { Operation, Statements } from '@avow/storage';
import { wipeLastingSql } from '@avow/storage/sealing';
import type { LogAppends } from '../../log/store/log-appends.ts';
import type { ContentStore } from '../content-store.ts';

/**
 * The writer's operations on packs as a whole. `onTextRemoved` is called if texts were deleted, whose bytes are then
 * still in the WAL.
 */
export function createPackWrites(
  statements: Statements,
  { log, onTextRemoved }: { readonly log: LogAppends; readonly onTextRemoved: () => void },
) {
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
    *createPack(
      tenantId: TenantId,
      { packId, name, description, nowMs }: Parameters<ContentStore['createPack']>[1],
    ): Operation<'created' | 'name_taken'> {
      if ((yield* findNamesake.first(tenantId, name, packId)) !== null) return 'name_taken';
      yield* insert.put(tenantId, packId, name, description, nowMs);
      return 'created';
    },
    *updatePack(
      tenantId: TenantId,
      packId: PackId,
      { name, description, nowMs }: Parameters<ContentStore['updatePack']>[2],
    ): Operation<'updated' | 'unknown_pack' | 'name_taken'> {
      const namesake = name === undefined ? null : yield* findNamesake.first(tenantId, name, packId);
      if (namesake !== null) return 'name_taken';
      const changes = yield* update.run(name ?? null, description ?? null, nowMs, tenantId, packId);
      return changes === 1 ? 'updated' : 'unknown_pack';
    },
    /** Texts, versions, jobs and sources are deleted by cascade. */
    *deletePack(
      tenantId: TenantId,
      packId: PackId,
      { nowMs, author }: { readonly nowMs: number; readonly author: Author },
    ): Operation<boolean> {
      yield* wipeReports.put(tenantId, packId);
      yield* wipeSources.put(tenantId, packId);
      const removed = (yield* remove.run(tenantId, packId)) !== 0;
      if (!removed) return false;
      onTextRemoved();
      yield* log.appendEvent(tenantId, {
        ...{ kind: 'pack', subject: packId, state: 'deleted', atMs: nowMs, ...author, details: [] },
      });
      return true;
    },
  };
}
