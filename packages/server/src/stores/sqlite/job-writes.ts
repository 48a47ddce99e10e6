import type { DatabaseSync } from 'node:sqlite';
import { type InputColumns, inputColumnsSql } from './job-columns.ts';

export interface CreateJobCall {
  readonly tenantId: string;
  readonly jobId: string;
  readonly packId: string;
  readonly kind: string;
  readonly total: number;
  readonly createdAtMs: number;
  readonly inputs: readonly InputColumns[];
}

export interface SaveProgressCall {
  readonly tenantId: string;
  readonly jobId: string;
  /** Done, total, added, changed, unchanged, failed. */
  readonly counts: readonly number[];
  readonly faults: string;
  /** Null: none. */
  readonly doneWith: number | null;
}

export interface EndJobCall {
  readonly tenantId: string;
  readonly jobId: string;
  readonly status: string;
  readonly version: number | null;
  readonly failure: string | null;
  readonly nowMs: number;
}

export interface SweepJobsCall {
  readonly endedBeforeMs: number;
  readonly rowsMax: number;
}

const unfinishedSql = 'tenant_id = ? AND job_id = ? AND ended_at_ms IS NULL';

function prepareStatements(database: DatabaseSync) {
  return {
    findPack: database.prepare('SELECT 1 FROM packs WHERE tenant_id = ? AND pack_id = ?'),
    insert: database.prepare(
      `INSERT INTO jobs (tenant_id, job_id, pack_id, kind, status, done, total, added, changed, unchanged, failed,
       created_at_ms, faults) VALUES (?, ?, ?, ?, 'queued', 0, ?, 0, 0, 0, 0, ?, '[]')`,
    ),
    insertInput: database.prepare(
      `INSERT INTO job_inputs (tenant_id, job_id, ${inputColumnsSql}) VALUES (?, ?, ?, ?, ?, ?)`,
    ),
    start: database.prepare(
      `UPDATE jobs SET status = 'running', started_at_ms = coalesce(started_at_ms, ?) WHERE ${unfinishedSql}`,
    ),
    saveProgress: database.prepare(
      `UPDATE jobs SET done = ?, total = ?, added = ?, changed = ?, unchanged = ?, failed = ?, faults = ?
       WHERE ${unfinishedSql}`,
    ),
    dropInput: database.prepare('DELETE FROM job_inputs WHERE tenant_id = ? AND job_id = ? AND position = ?'),
    end: database.prepare(
      `UPDATE jobs SET status = ?, version = ?, failure = ?, ended_at_ms = ? WHERE ${unfinishedSql}`,
    ),
    dropInputs: database.prepare('DELETE FROM job_inputs WHERE tenant_id = ? AND job_id = ?'),
    sweep: database.prepare(
      `DELETE FROM jobs WHERE rowid IN (
         SELECT rowid FROM jobs WHERE ended_at_ms IS NOT NULL AND ended_at_ms < ? ORDER BY ended_at_ms LIMIT ?)`,
    ),
  };
}

/** The writer's operations on jobs. `onTextRemoved` is called where inputs were deleted. */
export function createJobWrites(database: DatabaseSync, onTextRemoved: () => void) {
  const statements = prepareStatements(database);
  return {
    /** False where there is no such pack. */
    createJob({ tenantId, jobId, packId, kind, total, createdAtMs, inputs }: CreateJobCall): boolean {
      if (statements.findPack.get(tenantId, packId) === undefined) return false;
      statements.insert.run(tenantId, jobId, packId, kind, total, createdAtMs);
      for (const input of inputs) statements.insertInput.run(tenantId, jobId, ...input);
      return true;
    },
    startJob: ([tenantId, jobId, nowMs]: readonly [tenantId: string, jobId: string, nowMs: number]) =>
      statements.start.run(nowMs, tenantId, jobId).changes === 1,
    saveProgress({ tenantId, jobId, counts, faults, doneWith }: SaveProgressCall): boolean {
      if (statements.saveProgress.run(...counts, faults, tenantId, jobId).changes !== 1) return false;
      if (doneWith !== null && statements.dropInput.run(tenantId, jobId, doneWith).changes !== 0) {
        onTextRemoved();
      }
      return true;
    },
    endJob({ tenantId, jobId, status, version, failure, nowMs }: EndJobCall): boolean {
      if (statements.end.run(status, version, failure, nowMs, tenantId, jobId).changes !== 1) return false;
      if (statements.dropInputs.run(tenantId, jobId).changes !== 0) onTextRemoved();
      return true;
    },
    /** How many were removed: fewer than `rowsMax` means that none is left. */
    sweepJobs({ endedBeforeMs, rowsMax }: SweepJobsCall): number {
      const removed = Number(statements.sweep.run(endedBeforeMs, rowsMax).changes);
      if (removed > 0) onTextRemoved();
      return removed;
    },
  };
}
