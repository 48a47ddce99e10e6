import type { DatabaseSync } from 'node:sqlite';
import type { OutboxEvent } from '@avow/foundation';
import { prepareOutbox } from '../../messages/outbox-writes.ts';
import { atOnce } from '../../sql/operation.ts';
import { prepareReads } from '../prepare-reads.ts';
import { prepareWrite } from '../prepare-write.ts';
import { sqliteStatements } from '../sqlite-statements.ts';
import { prepareUndo } from './draft-undo.ts';
import type { PackColumns, VersionColumns } from './pack-columns.ts';

export interface PublishCall {
  readonly tenantId: string;
  readonly packId: string;
  readonly version: number;
  readonly draftRevision: number;
  readonly passageCount: number;
  readonly note: string;
  readonly nowMs: number;
  readonly events: readonly OutboxEvent[];
}

export interface ServeCall {
  readonly tenantId: string;
  readonly packId: string;
  readonly version: number | null;
  readonly nowMs: number;
  readonly events: readonly OutboxEvent[];
}

export interface RetireCall {
  readonly tenantId: string;
  readonly packId: string;
  readonly keep: number;
}

type NewVersion = Pick<VersionColumns, 'version' | 'passage_count' | 'published_at_ms' | 'note'> & {
  readonly tenant_id: string;
  readonly pack_id: string;
};

const tables = ['documents', 'curated_pairs'] as const;

/** Rows in no version that is kept, and not in the draft, which has no rows with an end. */
const deleteUnreferencedSql = (table: (typeof tables)[number]) =>
  `DELETE FROM ${table} WHERE tenant_id = ?1 AND pack_id = ?2 AND until_version IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM pack_versions AS kept WHERE kept.tenant_id = ?1 AND kept.pack_id = ?2 AND kept.retired = 0
    AND kept.version >= ${table}.from_version AND kept.version < ${table}.until_version)`;

function prepareStatements(database: DatabaseSync) {
  const prepare = prepareReads(database);
  return {
    findPack: prepare<Pick<PackColumns, 'draft_revision' | 'latest_version'>>(
      'SELECT draft_revision, latest_version FROM packs WHERE tenant_id = ? AND pack_id = ?',
    ),
    insertVersion: prepareWrite<NewVersion>(
      database,
      `INSERT INTO pack_versions (tenant_id, pack_id, version, document_count, curated_count, passage_count,
       published_at_ms, retired, note)
       SELECT tenant_id, pack_id, :version, draft_document_count, draft_curated_count, :passage_count,
         :published_at_ms, 0, :note
       FROM packs WHERE tenant_id = :tenant_id AND pack_id = :pack_id`,
    ),
    endTakenOut: tables.map((table) =>
      database.prepare(
        `UPDATE ${table} INDEXED BY ${table}_taken_out SET until_version = ?, removed = 0
         WHERE tenant_id = ? AND pack_id = ? AND removed = 1`,
      ),
    ),
    beginAdded: tables.map((table) =>
      database.prepare(
        `UPDATE ${table} SET from_version = ? WHERE tenant_id = ? AND pack_id = ? AND from_version IS NULL`,
      ),
    ),
    setVersions: database.prepare(
      `UPDATE packs SET latest_version = ?1, served_version = ?1, updated_at_ms = ?2
       WHERE tenant_id = ?3 AND pack_id = ?4`,
    ),
    findRetired: prepare<Pick<VersionColumns, 'retired'>>(
      'SELECT retired FROM pack_versions WHERE tenant_id = ? AND pack_id = ? AND version = ?',
    ),
    setServed: database.prepare(
      'UPDATE packs SET served_version = ?, updated_at_ms = ? WHERE tenant_id = ? AND pack_id = ?',
    ),
    listRetirable: prepare<Pick<VersionColumns, 'version'>>(
      `SELECT version FROM (
         SELECT version FROM pack_versions WHERE tenant_id = ?1 AND pack_id = ?2 AND retired = 0
         ORDER BY version DESC LIMIT -1 OFFSET ?3)
       WHERE version NOT IN (SELECT latest_version FROM packs WHERE tenant_id = ?1 AND pack_id = ?2)
       AND version NOT IN (SELECT coalesce(served_version, 0) FROM packs WHERE tenant_id = ?1 AND pack_id = ?2)
       ORDER BY version`,
    ),
    retire: database.prepare(
      'UPDATE pack_versions SET retired = 1 WHERE tenant_id = ? AND pack_id = ? AND version = ?',
    ),
    deleteUnreferenced: tables.map((table) => database.prepare(deleteUnreferencedSql(table))),
  };
}

/** The writer's operations on versions. All checks of an operation come before its first write. */
export function createVersionWrites(database: DatabaseSync, onTextRemoved: () => void) {
  const statements = prepareStatements(database);
  const undo = prepareUndo(database);
  const putEvent = prepareOutbox(sqliteStatements(database));
  return {
    publishVersion(call: PublishCall): 'published' | 'draft_changed' | 'unknown_pack' {
      const { tenantId, packId, version, nowMs } = call;
      const found = statements.findPack.first(tenantId, packId);
      if (found === null) return 'unknown_pack';
      if (found.draft_revision !== call.draftRevision || found.latest_version + 1 !== version) {
        return 'draft_changed';
      }

      statements.insertVersion.run({
        ...{ tenant_id: tenantId, pack_id: packId, version, note: call.note },
        ...{ passage_count: call.passageCount, published_at_ms: nowMs },
      });
      for (const end of statements.endTakenOut) end.run(version, tenantId, packId);
      for (const begin of statements.beginAdded) begin.run(version, tenantId, packId);
      statements.setVersions.run(version, nowMs, tenantId, packId);
      // In the same commit: what is published must never be removed from the draft by an undo.
      if (undo.clear(call)) onTextRemoved();
      for (const event of call.events) atOnce(putEvent(tenantId, nowMs, event));
      return 'published';
    },
    serveVersion(call: ServeCall): 'served' | 'retired' | 'unknown' {
      const { tenantId, packId, version, nowMs } = call;
      if (statements.findPack.first(tenantId, packId) === null) return 'unknown';
      if (version !== null) {
        const found = statements.findRetired.first(tenantId, packId, version);
        if (found === null) return 'unknown';
        if (found.retired === 1) return 'retired';
      }
      statements.setServed.run(version, nowMs, tenantId, packId);
      for (const event of call.events) atOnce(putEvent(tenantId, nowMs, event));
      return 'served';
    },
    /** The versions retired by this call, in order. */
    retireVersions({ tenantId, packId, keep }: RetireCall): number[] {
      const versions = statements.listRetirable.all(tenantId, packId, keep).map(({ version }) => version);
      if (versions.length === 0) return versions;
      for (const version of versions) statements.retire.run(tenantId, packId, version);
      for (const remove of statements.deleteUnreferenced) remove.run(tenantId, packId);
      onTextRemoved();
      return versions;
    },
  };
}
