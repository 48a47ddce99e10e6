import type { SourceCredentials } from '@avow/contract/sources';
import type { Row } from '@avow/storage';
import type { OpenSource, Source, SourceSettings, SourceStore } from '../source-store.ts';
import { sources } from './source-tables.ts';

const clearSources = sources.without('tenant_id', 'secret_no', 'sealed');
/** The unencrypted columns of a source, without its tenant. */
export type ClearSource = Row<typeof clearSources>;

/** What is sealed of a source: an address may be as secret as a password. */
export interface SourceSecrets {
  readonly connection: Source['connection'];
  readonly credentials: SourceCredentials;
}

/** A source, unsealed. */
export interface UnsealedSource extends ClearSource {
  readonly secrets: SourceSecrets;
}

/** A row of `sources`. */
export type SourceColumns = Row<typeof sources>;

export const clearSourceColumns = clearSources.columns;

export const sourceColumns = sources.columns;

/** The columns that a caller's settings decide. */
export type SettingsColumns = Pick<
  ClearSource,
  'status' | 'every_ms' | 'publish' | 'removal_percent' | 'groups'
>;

export function encodeSettings(settings: SourceSettings): SettingsColumns {
  return {
    status: settings.status,
    every_ms: settings.everyMs,
    publish: settings.publish,
    removal_percent: settings.removalPercentMax,
    groups: JSON.stringify(settings.groups),
  };
}

const encodeNullable = (value: object | null) => (value === null ? null : JSON.stringify(value));

export function encodeSource(source: Parameters<SourceStore['createSource']>[1]): UnsealedSource {
  const { connection, credentials } = source;
  return {
    ...encodeSettings(source),
    ...{ source_id: source.sourceId, pack_id: source.packId, name: source.name },
    credential_names: JSON.stringify(Object.keys(credentials)),
    ...{ created_at_ms: source.createdAtMs, created_by: source.createdBy, updated_at_ms: source.createdAtMs },
    ...{ due_at_ms: source.dueAtMs, failing_since_ms: null, failed_count: 0, waiting_revision: null },
    ...{ begun_count: 0, held_until_ms: null, paused_reason: null },
    ...{ item_count: 0, read_cursor: null, sync_run: encodeNullable(source.run), sync_last: null },
    secrets: { connection, credentials },
  };
}

export function decodeSource(row: UnsealedSource): Source {
  return {
    sourceId: row.source_id,
    packId: row.pack_id,
    name: row.name,
    connection: row.secrets.connection,
    credentialNames: JSON.parse(row.credential_names),
    groups: JSON.parse(row.groups),
    everyMs: row.every_ms,
    publish: row.publish,
    removalPercentMax: row.removal_percent,
    status: row.status,
    createdAtMs: row.created_at_ms,
    createdBy: row.created_by,
    updatedAtMs: row.updated_at_ms,
    itemCount: row.item_count,
    dueAtMs: row.due_at_ms,
    failingSinceMs: row.failing_since_ms,
    failedCount: row.failed_count,
    begunCount: row.begun_count,
    pausedReason: row.paused_reason,
    waitingRevision: row.waiting_revision,
    run: row.sync_run === null ? null : JSON.parse(row.sync_run),
    last: row.sync_last === null ? null : JSON.parse(row.sync_last),
  };
}

export function decodeOpen(row: UnsealedSource): OpenSource {
  return { ...decodeSource(row), credentials: row.secrets.credentials, cursor: row.read_cursor };
}
