import type { DatabaseSync } from 'node:sqlite';
import { insertEventSql } from './outbox-writes.ts';
import { prepareReads } from './prepare-reads.ts';

export interface PublishCall {
  readonly tenantId: string;
  readonly packId: string;
  readonly version: number;
  readonly draftRevision: number;
  readonly passageCount: number;
  readonly note: string;
  readonly nowMs: number;
  /** Id, type and body of each event, one after the other. */
  readonly events: readonly string[];
}

export interface ServeCall {
  readonly tenantId: string;
  readonly packId: string;
  readonly version: number | null;
  readonly nowMs: number;
  readonly events: readonly string[];
}

export interface RetireCall {
  readonly tenantId: string;
  readonly packId: string;
  readonly keep: number;
}

const tables = ['documents', 'curated_pairs'] as const;

/** In none of the versions that are kept, and not in the draft either: that holds nothing with an end. */
const deleteUnheldSql = (table: (typeof tables)[number]) =>
  `DELETE FROM ${table} WHERE tenant_id = ?1 AND pack_id = ?2 AND until_version IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM pack_versions AS kept WHERE kept.tenant_id = ?1 AND kept.pack_id = ?2 AND kept.retired = 0
    AND kept.version >= ${table}.from_version AND kept.version < ${table}.until_version)`;

function prepareStatements(database: DatabaseSync) {
  const prepare = prepareReads(database);
  return {
    findPack: prepare<readonly [draftRevision: number, latestVersion: number]>(
      'SELECT draft_revision, latest_version FROM packs WHERE tenant_id = ? AND pack_id = ?',
    ),
    insertVersion: database.prepare(
      `INSERT INTO pack_versions (tenant_id, pack_id, version, document_count, curated_count, passage_count,
       published_at_ms, retired, note)
       SELECT tenant_id, pack_id, ?, draft_document_count, draft_curated_count, ?, ?, 0, ?
       FROM packs WHERE tenant_id = ? AND pack_id = ?`,
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
    findRetired: prepare<readonly [retired: number]>(
      'SELECT retired FROM pack_versions WHERE tenant_id = ? AND pack_id = ? AND version = ?',
    ),
    setServed: database.prepare(
      'UPDATE packs SET served_version = ?, updated_at_ms = ? WHERE tenant_id = ? AND pack_id = ?',
    ),
    listRetirable: prepare<readonly [version: number]>(
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
    deleteUnheld: tables.map((table) => database.prepare(deleteUnheldSql(table))),
    insertEvent: database.prepare(insertEventSql),
  };
}

/** The writer's operations on versions. All checks of an operation come before its first write. */
export function createVersionWrites(database: DatabaseSync, onTextRemoved: () => void) {
  const statements = prepareStatements(database);

  function insertEvents({ tenantId, nowMs, events }: Pick<ServeCall, 'tenantId' | 'nowMs' | 'events'>): void {
    for (let index = 0; index < events.length; index += 3) {
      const [eventId = null, type = null, body = null] = events.slice(index, index + 3);
      statements.insertEvent.run(tenantId, eventId, type, body, nowMs);
    }
  }

  return {
    publishVersion(call: PublishCall): 'published' | 'draft_changed' | 'unknown_pack' {
      const { tenantId, packId, version, nowMs } = call;
      const found = statements.findPack.first(tenantId, packId);
      if (found === null) return 'unknown_pack';
      const [draftRevision, latestVersion] = found;
      if (draftRevision !== call.draftRevision || latestVersion + 1 !== version) return 'draft_changed';

      statements.insertVersion.run(version, call.passageCount, nowMs, call.note, tenantId, packId);
      for (const end of statements.endTakenOut) end.run(version, tenantId, packId);
      for (const begin of statements.beginAdded) begin.run(version, tenantId, packId);
      statements.setVersions.run(version, nowMs, tenantId, packId);
      insertEvents(call);
      return 'published';
    },
    serveVersion(call: ServeCall): 'served' | 'retired' | 'unknown' {
      const { tenantId, packId, version, nowMs } = call;
      if (statements.findPack.first(tenantId, packId) === null) return 'unknown';
      if (version !== null) {
        const found = statements.findRetired.first(tenantId, packId, version);
        if (found === null) return 'unknown';
        if (found[0] === 1) return 'retired';
      }
      statements.setServed.run(version, nowMs, tenantId, packId);
      insertEvents(call);
      return 'served';
    },
    /** The versions retired by this call, in order. */
    retireVersions({ tenantId, packId, keep }: RetireCall): number[] {
      const versions = statements.listRetirable.all(tenantId, packId, keep).map(([version]) => version);
      if (versions.length === 0) return versions;
      for (const version of versions) statements.retire.run(tenantId, packId, version);
      for (const remove of statements.deleteUnheld) remove.run(tenantId, packId);
      onTextRemoved();
      return versions;
    },
  };
}
