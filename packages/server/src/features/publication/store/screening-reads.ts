import type { DocumentId, TenantId } from '@avow/foundation';
import type { StoredScreening } from '@avow/guardrails';
import { assertPage, type Operation, type Statements } from '@avow/storage';
import type { KeyRing } from '@avow/storage/sealing';
import { prepareSealedReads } from '@avow/storage/sealing';
import type { ScreeningProgress, ScreeningStore } from '../screening-store.ts';
import { decodeScreened, type SealedScreening, sealedScreenings } from './screening-columns.ts';

const isFinishedSql = (screening: string) => `EXISTS (SELECT 1 FROM screened_documents AS screened
  WHERE screened.tenant_id = documents.tenant_id AND screened.row_id = documents.row_id
  AND screened.screening = ${screening})`;

/** The version that is served; of none, no document is in it. */
const isServedSql = (version: string) =>
  `documents.from_version <= ${version} AND (documents.until_version IS NULL OR documents.until_version > ${version})`;
const servedSql = '(SELECT served_version FROM packs WHERE tenant_id = ?1 AND pack_id = ?2)';

/** The reader's operations on what passages score. */
export function createScreeningReads({ dialect, read }: Statements, keys: KeyRing) {
  const columns = [...sealedScreenings.columns, 'seal'].join(', ');
  const find = read<SealedScreening>(
    `SELECT DISTINCT ${columns} FROM screened_passages
     WHERE tenant_id = ?1 AND screening = ?2
     AND text_hash IN (SELECT wanted.value FROM ${dialect.listedIn('?3', 'wanted')})`,
  );
  const listWaiting = read<{ readonly id: DocumentId; readonly revision: number }>(
    `SELECT document_id AS id, revision FROM documents
     WHERE tenant_id = ?1 AND pack_id = ?2
     AND ((removed = 0 AND until_version IS NULL) OR (${isServedSql(servedSql)}))
     AND NOT ${isFinishedSql('?3')} ORDER BY updated_at_ms DESC, document_id LIMIT ?4`,
  );
  const findServed = read<{ readonly version: number | null }>(
    'SELECT served_version AS version FROM packs WHERE tenant_id = ? AND pack_id = ?',
  );
  const count = read<{ readonly done: number; readonly total: number }>(
    `SELECT count(*) AS total, CAST(coalesce(sum(CASE WHEN ${isFinishedSql('?3')} THEN 1 ELSE 0 END), 0) AS BIGINT) AS done
     FROM documents WHERE tenant_id = ?1 AND pack_id = ?2 AND ${isServedSql('?4')}`,
  );
  const { allGenuine } = prepareSealedReads(keys, sealedScreenings);
  return {
    *findScreenings(
      tenantId: TenantId,
      { screening, textHashes }: Parameters<ScreeningStore['find']>[1],
    ): Operation<StoredScreening[]> {
      if (textHashes.length === 0) return [];
      const rows = yield* find.all(tenantId, screening, JSON.stringify(textHashes));
      return (yield* allGenuine(rows)).map(decodeScreened);
    },
    listUnscreened(
      tenantId: TenantId,
      { packId, screening, limit }: Parameters<ScreeningStore['listWaiting']>[1],
    ) {
      assertPage(limit);
      return listWaiting.all(tenantId, packId, screening, limit);
    },
    *countScreened(
      tenantId: TenantId,
      { packId, screening }: Parameters<ScreeningStore['progress']>[1],
    ): Operation<ScreeningProgress | null> {
      const version = (yield* findServed.first(tenantId, packId))?.version ?? null;
      return version === null ? null : yield* count.first(tenantId, packId, screening, version);
    },
  };
}
