import type { SourceEntry } from '@avow/contract/sources';
import { formatTime } from '@avow/contract/values';
import type { Source, SyncResult, SyncRun } from './source-store.ts';

/** Conversions between the code and the wire, for the routes and the command line. */

const timeOf = (atMs: number | null) => (atMs === null ? null : formatTime(atMs));
const minuteMs = 60_000;

export function sourceToWire(source: Source): SourceEntry {
  return {
    id: source.sourceId,
    pack_id: source.packId,
    name: source.name,
    connection: source.connection,
    credentials: [...source.credentialNames],
    groups: [...source.groups],
    sync_every_minutes: source.everyMs === null ? null : source.everyMs / minuteMs,
    publish: source.publish,
    removal_limit_percent: source.removalPercentMax,
    status: source.status,
    paused_reason: source.pausedReason,
    item_count: source.itemCount,
    next_sync_at: timeOf(source.dueAtMs),
    failing_since: timeOf(source.failingSinceMs),
    sync: source.run === null ? null : runToWire(source.run),
    last_sync: source.last === null ? null : resultToWire(source.last),
    created_at: formatTime(source.createdAtMs),
    created_by: source.createdBy,
    updated_at: formatTime(source.updatedAtMs),
  };
}

function runToWire(run: SyncRun): NonNullable<SourceEntry['sync']> {
  return {
    trigger: run.trigger,
    dry_run: run.isDryRun,
    phase: run.phase,
    items_read: run.itemsRead,
    job_id: run.jobId,
    started_at: formatTime(run.startedAtMs),
  };
}

function resultToWire(result: SyncResult): NonNullable<SourceEntry['last_sync']> {
  return {
    trigger: result.trigger,
    outcome: result.outcome,
    reason: result.reason,
    counts: result.counts,
    plan: result.plan.map(({ action, file, keeps, replaces }) => ({
      ...{ action, document: file, keeps: [...keeps], replaces: [...replaces] },
    })),
    errors: result.faults.map(({ file, reason }) => ({ item: file, reason })),
    version: result.version,
    job_id: result.jobId,
    started_at: formatTime(result.startedAtMs),
    ended_at: formatTime(result.endedAtMs),
  };
}
