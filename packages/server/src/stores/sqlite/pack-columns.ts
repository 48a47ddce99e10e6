import type { PackId } from '../../interfaces/identity.ts';
import type { Pack, Version } from '../../interfaces/knowledge-store.ts';

export type PackColumns = readonly [
  packId: PackId,
  name: string,
  description: string,
  createdAtMs: number,
  updatedAtMs: number,
  draftRevision: number,
  documentCount: number,
  curatedCount: number,
  latestVersion: number,
  servedVersion: number | null,
  isChanged: number,
];

export type VersionColumns = readonly [
  version: number,
  documentCount: number,
  curatedCount: number,
  passageCount: number,
  note: string,
  publishedAtMs: number,
  retired: number,
];

const hasRow = (table: string, condition: string) =>
  `EXISTS (SELECT 1 FROM ${table} AS r WHERE r.tenant_id = packs.tenant_id AND r.pack_id = packs.pack_id AND r.${condition})`;

/** Where the draft is the latest version there is neither a row that no version holds nor one taken out. */
const isChangedSql = ['documents', 'curated_pairs']
  .flatMap((table) => [hasRow(table, 'from_version IS NULL'), hasRow(table, 'removed = 1')])
  .join(' OR ');

/** The columns in the order of the types above. */
export const packColumnsSql = `pack_id, name, description, created_at_ms, updated_at_ms, draft_revision,
  draft_document_count, draft_curated_count, latest_version, served_version, ${isChangedSql}`;
export const versionColumnsSql =
  'version, document_count, curated_count, passage_count, note, published_at_ms, retired';

export function decodePack(columns: PackColumns): Pack {
  const [packId, name, description, createdAtMs, updatedAtMs, draftRevision, ...more] = columns;
  const [documentCount, curatedCount, latestVersion, servedVersion, isChanged] = more;
  return {
    packId,
    name,
    description,
    createdAtMs,
    updatedAtMs,
    draftRevision,
    draft: { documentCount, curatedCount, isChanged: isChanged === 1 },
    latestVersion,
    servedVersion,
  };
}

export function decodeVersion(packId: PackId, columns: VersionColumns): Version {
  const [version, documentCount, curatedCount, passageCount, note, publishedAtMs, retired] = columns;
  return {
    packId,
    version,
    documentCount,
    curatedCount,
    passageCount,
    note,
    publishedAtMs,
    isRetired: retired === 1,
  };
}
