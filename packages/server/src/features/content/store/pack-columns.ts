import type { PackId } from '@avow/foundation';
import type { Row } from '@avow/storage';
import type { Pack, Version } from '../content-store.ts';
import { packs, packVersions } from './pack-tables.ts';

const packRows = packs.without('tenant_id');
/** A row of `packs`, and whether its draft differs from its latest version. */
export interface PackColumns extends Row<typeof packRows> {
  readonly is_changed: number;
}

const versionRows = packVersions.without('tenant_id', 'pack_id', 'root');
/** A row of `pack_versions`, but for its pack. */
export type VersionColumns = Row<typeof versionRows>;

const hasRow = (table: string, condition: string) =>
  `EXISTS (SELECT 1 FROM ${table} AS r WHERE r.tenant_id = packs.tenant_id AND r.pack_id = packs.pack_id AND r.${condition})`;

/** If the draft equals the latest version, every row is in a version and none was removed. */
const isChangedSql = ['documents', 'curated_pairs']
  .flatMap((table) => [hasRow(table, 'from_version IS NULL'), hasRow(table, 'removed = 1')])
  .join(' OR ');

/** Selects `PackColumns`. */
export const packColumnsSql = `${packRows.columns.join(', ')}, CASE WHEN ${isChangedSql} THEN 1 ELSE 0 END AS is_changed`;

export const versionColumns = versionRows.columns;

export function decodePack(row: PackColumns): Pack {
  return {
    packId: row.pack_id,
    name: row.name,
    description: row.description,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
    draftRevision: row.draft_revision,
    draft: {
      documentCount: row.draft_document_count,
      curatedCount: row.draft_curated_count,
      isChanged: row.is_changed === 1,
    },
    latestVersion: row.latest_version,
    servedVersion: row.served_version,
  };
}

export function decodeVersion(packId: PackId, row: VersionColumns): Version {
  return { packId, ...versionRows.decode(row) };
}
