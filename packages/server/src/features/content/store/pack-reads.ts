import type { PackId } from '@avow/foundation';
import type { RevisionName } from '@avow/search';
import type { Operation, Read, SqlValue, Statements } from '@avow/storage';
import { type PackColumns, packColumnsSql, type VersionColumns, versionColumns } from './pack-columns.ts';

export interface ListPacksCall {
  readonly tenantId: string;
  readonly after: string | null;
  readonly limit: number;
}

export interface ListVersionsCall {
  readonly tenantId: string;
  readonly packId: string;
  readonly before: number | null;
  readonly limit: number;
}

interface ServedColumns {
  readonly pack_id: PackId;
  readonly version: number;
}

/** The state of a draft, and how it differs from the latest version. */
interface DraftComparison {
  readonly draft: Pick<PackColumns, 'draft_revision' | 'latest_version'>;
  readonly added: readonly RevisionName[];
  readonly removed: readonly RevisionName[];
}

interface VersionNumber {
  readonly version: number;
}

const tables = [
  ['documents', 'document_id'],
  ['curated_pairs', 'curated_id'],
] as const;

function prepareStatements({ read }: Statements) {
  /** The same query on both tables. */
  const prepareNames = (condition: string) =>
    tables.map(([table, id]) =>
      read<RevisionName>(
        `SELECT ${id} AS id, revision FROM ${table} WHERE tenant_id = ? AND pack_id = ? AND ${condition}`,
      ),
    );
  return {
    get: read<PackColumns>(`SELECT ${packColumnsSql} FROM packs WHERE tenant_id = ? AND pack_id = ?`),
    findByName: read<PackColumns>(`SELECT ${packColumnsSql} FROM packs WHERE tenant_id = ? AND name = ?`),
    list: read<PackColumns>(
      `SELECT ${packColumnsSql} FROM packs WHERE tenant_id = ? AND pack_id > ? ORDER BY pack_id LIMIT ?`,
    ),
    listServed: read<ServedColumns>(listServedSql),
    findDraft: read<Pick<PackColumns, 'draft_revision' | 'latest_version'>>(
      'SELECT draft_revision, latest_version FROM packs WHERE tenant_id = ? AND pack_id = ?',
    ),
    findNextVersion: read<VersionNumber>(
      'SELECT latest_version + 1 AS version FROM packs WHERE tenant_id = ? AND pack_id = ?',
    ),
    listAdded: prepareNames('from_version IS NULL'),
    listTakenOut: prepareNames('removed = 1'),
    findKept: read<VersionNumber>(
      'SELECT version FROM pack_versions WHERE tenant_id = ? AND pack_id = ? AND version = ? AND retired = 0',
    ),
    listInVersion: prepareNames('from_version <= ?3 AND (until_version IS NULL OR until_version > ?3)'),
    listVersions: read<VersionColumns>(
      `SELECT ${versionColumns.join(', ')} FROM pack_versions WHERE tenant_id = ? AND pack_id = ? AND version < ?
       ORDER BY version DESC LIMIT ?`,
    ),
  };
}

export const listServedSql =
  'SELECT pack_id, served_version AS version FROM packs WHERE tenant_id = ? AND served_version IS NOT NULL ORDER BY pack_id';

/** The names of both tables, one after the other. */
function* listBoth(
  lists: readonly Read<RevisionName>[],
  key: readonly SqlValue[],
): Operation<RevisionName[]> {
  const names: RevisionName[] = [];
  for (const list of lists) names.push(...(yield* list.all(...key)));
  return names;
}

/** The reader's operations on packs and their versions. */
export function createPackReads(all: Statements) {
  const statements = prepareStatements(all);
  return {
    getPack: (key: readonly [tenantId: string, packId: string]) => statements.get.first(...key),
    findPackByName: (key: readonly [tenantId: string, name: string]) => statements.findByName.first(...key),
    listPacks: ({ tenantId, after, limit }: ListPacksCall) =>
      statements.list.all(tenantId, after ?? '', limit),
    listServed: (tenantId: string) => statements.listServed.all(tenantId),
    /** The number of a version that is not retired, or (null) that the draft would be published as. */
    findState: ([tenantId, packId, version]: readonly [
      tenantId: string,
      packId: string,
      version: number | null,
    ]) =>
      version === null
        ? statements.findNextVersion.first(tenantId, packId)
        : statements.findKept.first(tenantId, packId, version),
    *compareDraft(key: readonly [tenantId: string, packId: string]): Operation<DraftComparison | null> {
      const draft = yield* statements.findDraft.first(...key);
      if (draft === null) return null;
      const added = yield* listBoth(statements.listAdded, key);
      const removed = yield* listBoth(statements.listTakenOut, key);
      return { draft, added, removed };
    },
    *listVersionRevisions(
      key: readonly [tenantId: string, packId: string, version: number],
    ): Operation<RevisionName[] | null> {
      if ((yield* statements.findKept.first(...key)) === null) return null;
      return yield* listBoth(statements.listInVersion, key);
    },
    listVersions: ({ tenantId, packId, before, limit }: ListVersionsCall) =>
      statements.listVersions.all(tenantId, packId, before ?? Number.MAX_SAFE_INTEGER, limit),
  };
}
