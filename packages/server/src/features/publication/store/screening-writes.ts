import type { TenantId } from '@avow/foundation';
import type { Operation, Statements } from '@avow/storage';
import { intoTable } from '@avow/storage';
import type { KeyRing } from '@avow/storage/sealing';
import { sealOf } from '@avow/storage/sealing';
import type { ScreeningStore } from '../screening-store.ts';
import { type ScreeningColumns, type SealedScreening, sealedScreenings } from './screening-columns.ts';

/** The writer's operations on what passages score. */
export function createScreeningWrites({ read, change, write }: Statements, keys: KeyRing) {
  const findRow = read<{ readonly row_id: number }>(
    'SELECT row_id FROM documents WHERE tenant_id = ? AND document_id = ? AND revision = ?',
  );
  const stored = [...sealedScreenings.columns, 'row_id', 'seal'];
  const put = write<SealedScreening & { readonly row_id: number }>(
    `INSERT ${intoTable('screened_passages', stored)}
     ON CONFLICT (tenant_id, row_id, screening, text_hash)
     DO UPDATE SET score = excluded.score, kind = excluded.kind, judges = excluded.judges, seal = excluded.seal`,
  );
  const note = change(
    `INSERT INTO screened_documents (tenant_id, row_id, screening, finished_at_ms) VALUES (?, ?, ?, ?)
     ON CONFLICT (tenant_id, row_id, screening) DO UPDATE SET finished_at_ms = excluded.finished_at_ms`,
  );
  const dropOlder = change(
    `DELETE FROM screened_documents WHERE tenant_id = ?1 AND row_id = ?2 AND screening <> ?3
     AND screening NOT IN (SELECT screening FROM (
       SELECT screening FROM screened_documents WHERE tenant_id = ?1 AND row_id = ?2 AND screening <> ?3
       ORDER BY finished_at_ms DESC, screening LIMIT 1) AS last_one)`,
  );
  const dropPassages = change(
    `DELETE FROM screened_passages WHERE tenant_id = ?1 AND row_id = ?2
     AND screening NOT IN (SELECT screening FROM screened_documents WHERE tenant_id = ?1 AND row_id = ?2)`,
  );
  return {
    *addScreenings(
      tenantId: TenantId,
      { screening, of, screened }: Parameters<ScreeningStore['add']>[1],
    ): Operation<void> {
      const found = yield* findRow.first(tenantId, of.id, of.revision);
      if (found === null) return;
      const key = yield* keys.getOrMake(tenantId);
      for (const { textHash, score, kind, judges } of screened) {
        const row: ScreeningColumns = {
          ...{ tenant_id: tenantId, screening, text_hash: textHash, score, kind, judges },
        };
        yield* put.put({ ...row, row_id: found.row_id, seal: sealOf(key, sealedScreenings, row) });
      }
    },
    *finishScreening(
      tenantId: TenantId,
      { screening, of, nowMs }: Parameters<ScreeningStore['finish']>[1],
    ): Operation<void> {
      const found = yield* findRow.first(tenantId, of.id, of.revision);
      if (found === null) return;
      yield* note.put(tenantId, found.row_id, screening, nowMs);
      yield* dropOlder.put(tenantId, found.row_id, screening);
      yield* dropPassages.put(tenantId, found.row_id);
    },
  };
}
