import type { PackId, TenantId } from '@avow/foundation';
import type { Author } from '@avow/ledger';
import type { Operation, Statements } from '@avow/storage';
import type { LogAppends } from '../../log/store/log-appends.ts';
import { prepareOutbox } from '../../records/store/outbox-writes.ts';
import type { ContentStore } from '../content-store.ts';
import { prepareUndo } from './draft-undo.ts';
import type { PackColumns, VersionColumns } from './pack-columns.ts';

type NewVersion = Pick<VersionColumns, 'version' | 'passage_count' | 'published_at_ms' | 'note'> & {
  readonly root: string;
  readonly tenant_id: string;
  readonly pack_id: string;
};

type FoundVersion = Pick<VersionColumns, 'retired' | 'document_count' | 'curated_count'> & {
  readonly root: string;
};

type Written = Parameters<ContentStore['publishVersion']>[1] & { readonly author: Author } & {
  /** Over what the draft contains. */
  readonly root: string;
};

type PublishOutcome = Awaited<ReturnType<ContentStore['publishVersion']>>;
type ServeOutcome = Awaited<ReturnType<ContentStore['serveVersion']>>;

interface PackChange {
  readonly state: 'published' | 'rolled_back' | 'unpublished' | 'retired';
  readonly atMs: number;
  readonly author: Author;
  /** Null: none is served any more. */
  readonly version: number | null;
}

interface Retiring {
  readonly keep: number;
  readonly nowMs: number;
  readonly author: Author;
}

type Served = Parameters<ContentStore['serveVersion']>[1] & { readonly author: Author };

const tables = ['documents', 'curated_pairs'] as const;

/** Rows in no version that is kept, and not in the draft, which has no rows with an end. */
const deleteUnreferencedSql = (table: (typeof tables)[number]) =>
  `DELETE FROM ${table} WHERE tenant_id = ?1 AND pack_id = ?2 AND until_version IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM pack_versions AS kept WHERE kept.tenant_id = ?1 AND kept.pack_id = ?2 AND kept.retired = 0
    AND kept.version >= ${table}.from_version AND kept.version < ${table}.until_version)`;

function prepareStatements({ dialect, read, change, write }: Statements) {
  return {
    findPack: read<Pick<PackColumns, 'draft_revision' | 'latest_version' | 'served_version'>>(
      'SELECT draft_revision, latest_version, served_version FROM packs WHERE tenant_id = ? AND pack_id = ?',
    ),
    insertVersion: write<NewVersion>(
      `INSERT INTO pack_versions (tenant_id, pack_id, version, document_count, curated_count, passage_count,
       published_at_ms, retired, note, root)
       SELECT tenant_id, pack_id, CAST(:version AS BIGINT), draft_document_count, draft_curated_count,
         CAST(:passage_count AS BIGINT), CAST(:published_at_ms AS BIGINT), 0, :note, :root
       FROM packs WHERE tenant_id = :tenant_id AND pack_id = :pack_id`,
    ),
    endTakenOut: tables.map((table) =>
      change(
        `UPDATE ${table} ${dialect.indexedBy(`${table}_taken_out`)} SET until_version = ?, removed = 0
         WHERE tenant_id = ? AND pack_id = ? AND removed = 1`,
      ),
    ),
    beginAdded: tables.map((table) =>
      change(
        `UPDATE ${table} SET from_version = ? WHERE tenant_id = ? AND pack_id = ? AND from_version IS NULL`,
      ),
    ),
    setVersions: change(
      `UPDATE packs SET latest_version = ?1, served_version = ?1, updated_at_ms = ?2
       WHERE tenant_id = ?3 AND pack_id = ?4`,
    ),
    findVersion: read<FoundVersion>(
      'SELECT retired, root, document_count, curated_count FROM pack_versions WHERE tenant_id = ? AND pack_id = ? AND version = ?',
    ),
    setServed: change(
      'UPDATE packs SET served_version = ?, updated_at_ms = ? WHERE tenant_id = ? AND pack_id = ?',
    ),
    listRetirable: read<Pick<VersionColumns, 'version'>>(
      `SELECT version FROM (
         SELECT version FROM pack_versions WHERE tenant_id = ?1 AND pack_id = ?2 AND retired = 0
         ORDER BY version DESC LIMIT ${Number.MAX_SAFE_INTEGER} OFFSET ?3) AS older
       WHERE version NOT IN (SELECT latest_version FROM packs WHERE tenant_id = ?1 AND pack_id = ?2)
       AND version NOT IN (SELECT coalesce(served_version, 0) FROM packs WHERE tenant_id = ?1 AND pack_id = ?2)
       ORDER BY version`,
    ),
    retire: change(
      'UPDATE pack_versions SET retired = 1 WHERE tenant_id = ? AND pack_id = ? AND version = ?',
    ),
    deleteUnreferenced: tables.map((table) => change(deleteUnreferencedSql(table))),
  };
}

/** The writer's operations on versions. All checks of an operation come before its first write. */
export function createVersionWrites(
  all: Statements,
  { log, onTextRemoved }: { readonly log: LogAppends; readonly onTextRemoved: () => void },
) {
  const statements = prepareStatements(all);
  const undo = prepareUndo(all);
  const putEvent = prepareOutbox(all);
  function* noteState(
    tenantId: TenantId,
    packId: PackId,
    { state, atMs, author, version }: PackChange,
  ): Operation<void> {
    const found = version === null ? null : yield* statements.findVersion.first(tenantId, packId, version);
    yield* log.appendEvent(tenantId, {
      ...{ kind: 'pack', subject: packId, state, atMs, ...author },
      details:
        found === null
          ? []
          : [
              ['version', String(version)],
              ['documents', String(found.document_count)],
              ['pairs', String(found.curated_count)],
            ],
      commitments: found === null ? [] : [['content', found.root]],
    });
  }
  return {
    *publishVersion(tenantId: TenantId, published: Written): Operation<PublishOutcome> {
      const { packId, version, draftRevision, passageCount, note, root, nowMs, events, author } = published;
      const found = yield* statements.findPack.first(tenantId, packId);
      if (found === null) return 'unknown_pack';
      if (found.draft_revision !== draftRevision || found.latest_version + 1 !== version) {
        return 'draft_changed';
      }

      yield* statements.insertVersion.put({
        ...{ tenant_id: tenantId, pack_id: packId, version, note, root },
        ...{ passage_count: passageCount, published_at_ms: nowMs },
      });
      for (const end of statements.endTakenOut) yield* end.put(version, tenantId, packId);
      for (const begin of statements.beginAdded) yield* begin.put(version, tenantId, packId);
      yield* statements.setVersions.put(version, nowMs, tenantId, packId);
      // In the same commit: what is published must never be removed from the draft by an undo.
      if (yield* undo.clear({ tenantId, packId })) onTextRemoved();
      for (const event of events) yield* putEvent(tenantId, nowMs, event);
      yield* noteState(tenantId, packId, { state: 'published', atMs: nowMs, author, version });
      return 'published';
    },
    *serveVersion(tenantId: TenantId, served: Served): Operation<ServeOutcome> {
      const { packId, version, nowMs, events, author } = served;
      const pack = yield* statements.findPack.first(tenantId, packId);
      if (pack === null) return 'unknown';
      if (version !== null) {
        const found = yield* statements.findVersion.first(tenantId, packId, version);
        if (found === null) return 'unknown';
        if (found.retired === 1) return 'retired';
      }
      yield* statements.setServed.put(version, nowMs, tenantId, packId);
      for (const event of events) yield* putEvent(tenantId, nowMs, event);
      // A pack that is deleted stops being served first, whether it was or not.
      if (version === null && pack.served_version === null) return 'served';
      const state = version === null ? 'unpublished' : 'rolled_back';
      yield* noteState(tenantId, packId, { state, atMs: nowMs, author, version });
      return 'served';
    },
    /** The versions retired by this call, in order. */
    *retireVersions(
      tenantId: TenantId,
      packId: PackId,
      { keep, nowMs, author }: Retiring,
    ): Operation<number[]> {
      // SQLite treats a negative offset as zero, and would retire versions that must be kept.
      if (!Number.isSafeInteger(keep) || keep < 0)
        throw new Error('versions are kept by a number of 0 or more');
      const retirable = yield* statements.listRetirable.all(tenantId, packId, keep);
      const versions = retirable.map(({ version }) => version);
      if (versions.length === 0) return versions;
      for (const version of versions) {
        yield* statements.retire.put(tenantId, packId, version);
        yield* noteState(tenantId, packId, { state: 'retired', atMs: nowMs, author, version });
      }
      for (const remove of statements.deleteUnreferenced) yield* remove.put(tenantId, packId);
      onTextRemoved();
      return versions;
    },
  };
}
