import type { PackId, PackVersion, TenantId } from '@avow/foundation';
import type { RevisionName } from '@avow/search';
import {
  assertPage,
  type Operation,
  type OperationsFor,
  type Read,
  type SqlValue,
  type Statements,
} from '@avow/storage';
import type { ContentStore } from '../content-store.ts';
import type { ItemName } from './item-commitments.ts';
import {
  decodePack,
  decodeVersion,
  type PackColumns,
  packColumnsSql,
  type VersionColumns,
  versionColumns,
} from './pack-columns.ts';

type CommittedName = Awaited<ReturnType<ContentStore['listCommitments']>>[number];

interface VersionNumber {
  readonly version: number;
}

const tables = [
  ['documents', 'document_id'],
  ['curated_pairs', 'curated_id'],
] as const;

function prepareStatements({ read, dialect }: Statements) {
  /** The same query on both tables. */
  const prepareNames = (condition: string) =>
    tables.map(([table, id]) =>
      read<RevisionName>(
        `SELECT ${id} AS id, revision FROM ${table} WHERE tenant_id = ? AND pack_id = ? AND ${condition}`,
      ),
    );
  return {
    get: read(`SELECT ${packColumnsSql} FROM packs WHERE tenant_id = ? AND pack_id = ?`, decodePack),
    findByName: read(`SELECT ${packColumnsSql} FROM packs WHERE tenant_id = ? AND name = ?`, decodePack),
    list: read(
      `SELECT ${packColumnsSql} FROM packs WHERE tenant_id = ? AND pack_id > ? ORDER BY pack_id LIMIT ?`,
      decodePack,
    ),
    listServed: read(listServedSql, decodeServed),
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
    listDraftItems: tables.map(([table, id]) =>
      read<ItemName>(
        `SELECT ${id} AS id, revision, commitment FROM ${table}
         WHERE tenant_id = ? AND pack_id = ? AND removed = 0 AND until_version IS NULL AND ${id} > ?
         ORDER BY ${id} LIMIT ?`,
      ),
    ),
    listCommitments: tables.map(([table, id]) =>
      read<CommittedName>(
        `SELECT ${id} AS id, commitment FROM ${table}
         WHERE tenant_id = ?1 AND ${id} IN (SELECT value FROM ${dialect.listedIn('?2', 'listed')})
         AND pack_id = ?3 AND from_version <= ?4 AND (until_version IS NULL OR until_version > ?4)`,
      ),
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

const decodeServed = (row: { readonly pack_id: PackId; readonly version: number }): PackVersion => ({
  ...{ packId: row.pack_id, version: row.version },
});

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
  const reads = {
    getPack: (tenantId, packId) => statements.get.first(tenantId, packId),
    findPackByName: (tenantId, name) => statements.findByName.first(tenantId, name),
    listPacks(tenantId, { after, limit }) {
      assertPage(limit);
      return statements.list.all(tenantId, after ?? '', limit);
    },
    listServed: (tenantId) => statements.listServed.all(tenantId),
    *compareDraft(tenantId, packId) {
      const draft = yield* statements.findDraft.first(tenantId, packId);
      if (draft === null) return null;
      const added = yield* listBoth(statements.listAdded, [tenantId, packId]);
      const removed = yield* listBoth(statements.listTakenOut, [tenantId, packId]);
      return { draftRevision: draft.draft_revision, latestVersion: draft.latest_version, added, removed };
    },
    *listVersionRevisions(tenantId, { packId, version }) {
      if ((yield* statements.findKept.first(tenantId, packId, version)) === null) return null;
      return yield* listBoth(statements.listInVersion, [tenantId, packId, version]);
    },
    *listCommitments(tenantId, { packId, version }, ids) {
      assertPage(ids.length);
      if ((yield* statements.findKept.first(tenantId, packId, version)) === null) return [];
      const found: CommittedName[] = [];
      for (const list of statements.listCommitments)
        found.push(...(yield* list.all(tenantId, JSON.stringify(ids), packId, version)));
      return found;
    },
    *listVersions(tenantId, packId, { before, limit }) {
      assertPage(limit);
      const rows = yield* statements.listVersions.all(
        ...[tenantId, packId, before ?? Number.MAX_SAFE_INTEGER, limit],
      );
      return rows.map((row) => decodeVersion(packId, row));
    },
  } satisfies OperationsFor<ContentStore>;
  return {
    ...reads,
    /** What the draft would be published as, ordered by id. */
    *listDraftItems(
      tenantId: TenantId,
      packId: PackId,
      { after, limit }: { readonly after: string; readonly limit: number },
    ): Operation<ItemName[]> {
      assertPage(limit);
      // The ids of documents come before those of pairs.
      const items: ItemName[] = [];
      for (const list of statements.listDraftItems)
        if (items.length < limit)
          items.push(...(yield* list.all(tenantId, packId, after, limit - items.length)));
      return items;
    },
    /** The number of a version that is not retired, or that the draft would be published as. */
    findState: (tenantId: TenantId, packId: PackId, version: number | 'draft') =>
      version === 'draft'
        ? statements.findNextVersion.first(tenantId, packId)
        : statements.findKept.first(tenantId, packId, version),
  };
}
