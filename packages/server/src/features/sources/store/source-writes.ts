import { isDeepStrictEqual } from 'node:util';
import type { OperationsFor, Statements } from '@avow/storage';
import { intoTable, setColumns } from '@avow/storage';
import type { KeyRing } from '@avow/storage/sealing';
import { type LastingSecrets, wipeLastingSql } from '@avow/storage/sealing';
import { prepareOutbox } from '../../records/store/outbox-writes.ts';
import type { SourceStore } from '../source-store.ts';
import { prepareFinish } from './finish-sync.ts';
import { prepareSources, sealSource } from './open-sources.ts';
import {
  encodeSettings,
  encodeSource,
  type SettingsColumns,
  type SourceColumns,
  sourceColumns,
} from './source-columns.ts';
import { encodeStaged, type PayloadColumns, payloadColumns } from './source-reads.ts';

export interface SourceWriteParts {
  readonly keys: KeyRing;
  readonly lasting: LastingSecrets;
  readonly onTextRemoved: () => void;
}

type StagedRow = PayloadColumns & { readonly tenant_id: string; readonly source_id: string };
type ChangedSource = SettingsColumns &
  Pick<SourceColumns, 'credential_names' | 'due_at_ms' | 'updated_at_ms' | 'paused_reason' | 'sealed'> & {
    readonly tenant_id: string;
    readonly source_id: string;
  };

const changedColumns = [
  ...['status', 'every_ms', 'publish', 'removal_percent', 'groups'],
  ...['credential_names', 'due_at_ms', 'updated_at_ms', 'paused_reason', 'sealed'],
];
const bySourceSql = 'tenant_id = ? AND source_id = ?';

function prepareStatements(all: Statements) {
  const { read, change, write } = all;
  return {
    findPack: read('SELECT 1 FROM packs WHERE tenant_id = ? AND pack_id = ?'),
    findName: read('SELECT 1 FROM sources WHERE tenant_id = ? AND pack_id = ? AND name = ?'),
    count: read<{ readonly count: number }>(
      'SELECT count(*) AS count FROM sources WHERE tenant_id = ? AND pack_id = ?',
    ),
    find: read<{
      readonly secret_no: number;
      readonly pack_id: string;
      readonly status: string;
      readonly sync_run: string | null;
      readonly paused_reason: SourceColumns['paused_reason'];
    }>(`SELECT secret_no, pack_id, status, sync_run, paused_reason FROM sources WHERE ${bySourceSql}`),
    insert: write<SourceColumns>(`INSERT ${intoTable('sources', sourceColumns)}`),
    update: write<ChangedSource>(
      `UPDATE sources SET ${setColumns(changedColumns)} WHERE tenant_id = :tenant_id AND source_id = :source_id`,
    ),
    endRun: change(`UPDATE sources SET sync_run = NULL WHERE ${bySourceSql}`),
    forgetCrashes: change(`UPDATE sources SET begun_count = 0, held_until_ms = NULL WHERE ${bySourceSql}`),
    forgetCursor: change(`UPDATE sources SET read_cursor = NULL WHERE ${bySourceSql}`),
    forgetItems: change(`UPDATE source_items SET version = '', notes = '' WHERE ${bySourceSql}`),
    startRun: change(
      `UPDATE sources SET sync_run = ?, due_at_ms = ? WHERE ${bySourceSql} AND sync_run IS NULL`,
    ),
    beginReading: change(
      `UPDATE sources SET sync_run = ?, held_until_ms = ?, begun_count = begun_count + 1
       WHERE ${bySourceSql} AND sync_run IS NOT NULL`,
    ),
    releaseReading: change(
      `UPDATE sources SET held_until_ms = NULL, begun_count = begun_count - 1
       WHERE ${bySourceSql} AND begun_count > 0`,
    ),
    saveRun: change(`UPDATE sources SET sync_run = ? WHERE ${bySourceSql} AND sync_run IS NOT NULL`),
    dropStaged: change(`DELETE FROM source_reads WHERE ${bySourceSql}`),
    putStaged: write<StagedRow>(
      `INSERT ${intoTable('source_reads', ['tenant_id', 'source_id', ...payloadColumns])}
       ON CONFLICT (tenant_id, source_id, item_key) DO UPDATE SET
       state = excluded.state, path = excluded.path, version = excluded.version, notes = excluded.notes,
       fault = excluded.fault, payload = excluded.payload`,
    ),
    release: change(`DELETE FROM loaded_items WHERE ${bySourceSql}`),
    wipe: change(wipeLastingSql(all, '?')),
    remove: change(`DELETE FROM sources WHERE ${bySourceSql} AND pack_id = ?`),
  };
}

/** The writer's operations on sources. All checks come before the first write. */
export function createSourceWrites(all: Statements, { keys, lasting, onTextRemoved }: SourceWriteParts) {
  const statements = prepareStatements(all);
  const sources = prepareSources(all, keys);
  const finish = prepareFinish(all, prepareOutbox(all));
  return {
    *createSource(tenantId, source, sourcesMax) {
      const { secrets, ...clear } = encodeSource(source);
      if ((yield* statements.findPack.first(tenantId, clear.pack_id)) === null) return 'unknown_pack';
      if ((yield* statements.findName.first(tenantId, clear.pack_id, clear.name)) !== null)
        return 'name_taken';
      if (((yield* statements.count.first(tenantId, clear.pack_id))?.count ?? 0) >= sourcesMax)
        return 'too_many';
      const { secret, secretNo } = yield* lasting.make(tenantId);
      const sealed = sealSource(secret, secrets);
      yield* statements.insert.put({ ...clear, tenant_id: tenantId, secret_no: secretNo, sealed });
      return 'created';
    },
    *updateSource(tenantId, sourceId, change) {
      const { settings, connectionBefore, credentials: given, dueAtMs, forgets, nowMs } = change;
      const found = yield* statements.find.first(tenantId, sourceId);
      const before = yield* sources.get(tenantId, sourceId);
      if (found === null || before === null) return false;
      if (!isDeepStrictEqual(before.secrets.connection, connectionBefore)) return false;
      const credentials = given ?? before.secrets.credentials;
      const secret = yield* lasting.open(tenantId, found.secret_no);
      yield* statements.update.put({
        ...{ ...encodeSettings(settings), tenant_id: tenantId, source_id: sourceId },
        credential_names: JSON.stringify(Object.keys(credentials)),
        ...{ due_at_ms: dueAtMs, updated_at_ms: nowMs },
        paused_reason: settings.status === 'active' ? null : (found.paused_reason ?? 'request'),
        sealed: sealSource(secret, { connection: settings.connection, credentials }),
      });
      if (forgets) {
        yield* statements.forgetCursor.put(tenantId, sourceId);
        yield* statements.forgetItems.put(tenantId, sourceId);
      }
      // A person has looked at it: it may be read again.
      if (forgets || found.status !== settings.status)
        yield* statements.forgetCrashes.put(tenantId, sourceId);
      const isApplying = found.sync_run !== null && JSON.parse(found.sync_run).phase === 'applying';
      // What was read by other settings is not applied.
      if (!isApplying && (forgets || settings.status === 'paused')) {
        yield* statements.endRun.put(tenantId, sourceId);
        if ((yield* statements.dropStaged.run(tenantId, sourceId)) > 0) onTextRemoved();
      }
      return true;
    },
    *deleteSource(tenantId, packId, sourceId) {
      const found = yield* statements.find.first(tenantId, sourceId);
      if (found?.pack_id !== packId) return false;
      yield* statements.release.put(tenantId, sourceId);
      yield* statements.remove.put(tenantId, sourceId, packId);
      yield* statements.wipe.put(found.secret_no);
      onTextRemoved();
      return true;
    },
    *startSync(tenantId, sourceId, { run, dueAtMs }) {
      const found = yield* statements.find.first(tenantId, sourceId);
      if (found === null) return 'unknown';
      if (found.status === 'paused') return 'paused';
      const started = yield* statements.startRun.run(JSON.stringify(run), dueAtMs, tenantId, sourceId);
      if (started !== 1) return 'running';
      yield* statements.dropStaged.put(tenantId, sourceId);
      return 'started';
    },
    *beginReading(tenantId, sourceId, { run, heldUntilMs }) {
      const begun = [JSON.stringify(run), heldUntilMs, tenantId, sourceId];
      return (yield* statements.beginReading.run(...begun)) === 1;
    },
    releaseReading: (tenantId, sourceId) => statements.releaseReading.put(tenantId, sourceId),
    *stage(tenantId, sourceId, { run, items }) {
      if ((yield* statements.saveRun.run(JSON.stringify(run), tenantId, sourceId)) !== 1) return false;
      // The reading has ended.
      if (run.end !== null) yield* statements.forgetCrashes.put(tenantId, sourceId);
      for (const item of items)
        yield* statements.putStaged.put({
          ...encodeStaged(item),
          tenant_id: tenantId,
          source_id: sourceId,
        });
      return true;
    },
    *finishSync(tenantId, sourceId, end) {
      if (!(yield* finish(tenantId, sourceId, end))) return false;
      onTextRemoved();
      return true;
    },
  } satisfies OperationsFor<SourceStore>;
}
