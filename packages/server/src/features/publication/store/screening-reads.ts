import type { DocumentId } from '@avow/foundation';
import type { Operation, Statements } from '@avow/storage';
import type { KeyRing } from '@avow/storage/sealing';
import { prepareSealedReads } from '@avow/storage/sealing';
import { type SealedScreening, sealedScreenings } from './screening-columns.ts';

export interface FindScreeningsCall {
  readonly tenantId: string;
  readonly screening: string;
  readonly textHashes: readonly string[];
}

export interface ListUnscreenedCall {
  readonly tenantId: string;
  readonly packId: string;
  readonly screening: string;
  readonly limit: number;
}

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
    *findScreenings({ tenantId, screening, textHashes }: FindScreeningsCall): Operation<SealedScreening[]> {
      if (textHashes.length === 0) return [];
      return yield* allGenuine(yield* find.all(tenantId, screening, JSON.stringify(textHashes)));
    },
    listUnscreened: ({ tenantId, packId, screening, limit }: ListUnscreenedCall) =>
      listWaiting.all(tenantId, packId, screening, limit),
    *countScreened([tenantId, packId, screening]: readonly [
      tenantId: string,
      packId: string,
      screening: string,
    ]): Operation<{ readonly done: number; readonly total: number } | null> {
      const version = (yield* findServed.first(tenantId, packId))?.version ?? null;
      return version === null ? null : yield* count.first(tenantId, packId, screening, version);
    },
  };
}
