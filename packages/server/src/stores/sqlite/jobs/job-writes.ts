import type { DatabaseSync } from 'node:sqlite';
import { intoTable, setColumns } from '../../sql/columns.ts';
import { prepareWrite } from '../prepare-write.ts';
import { type InputColumns, inputColumns, type JobColumns, jobColumns } from './job-columns.ts';

export interface CreateJobCall {
  readonly job: JobColumns;
  readonly inputs: readonly InputColumns[];
}

const progressColumns = [
  'done',
  'total',
  'added',
  'changed',
  'unchanged',
  'failed',
  'faults',
] as const satisfies ReadonlyArray<keyof JobColumns>;

type Progress = Pick<JobColumns, (typeof progressColumns)[number] | 'tenant_id' | 'job_id'>;

export interface SaveProgressCall {
  readonly progress: Progress;
  /** The position of an input; null: none. */
  readonly finishedInput: number | null;
}

type InputOfJob = InputColumns & Pick<JobColumns, 'tenant_id' | 'job_id'>;

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
    insert: prepareWrite<JobColumns>(database, `INSERT ${intoTable('jobs', jobColumns)}`),
    insertInput: prepareWrite<InputOfJob>(
      database,
      `INSERT ${intoTable('job_inputs', ['tenant_id', 'job_id', ...inputColumns])}`,
    ),
    start: database.prepare(
      `UPDATE jobs SET status = 'running', started_at_ms = coalesce(started_at_ms, ?) WHERE ${unfinishedSql}`,
    ),
    saveProgress: prepareWrite<Progress>(
      database,
      `UPDATE jobs SET ${setColumns(progressColumns)}
       WHERE tenant_id = :tenant_id AND job_id = :job_id AND ended_at_ms IS NULL`,
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

/** The writer's operations on jobs. `onTextRemoved` is called if inputs were deleted. */
export function createJobWrites(database: DatabaseSync, onTextRemoved: () => void) {
  const statements = prepareStatements(database);
  return {
    /** False if there is no such pack. */
    createJob({ job, inputs }: CreateJobCall): boolean {
      const { tenant_id, job_id, pack_id } = job;
      if (statements.findPack.get(tenant_id, pack_id) === undefined) return false;
      statements.insert.run(job);
      for (const input of inputs) statements.insertInput.run({ tenant_id, job_id, ...input });
      return true;
    },
    startJob: ([tenantId, jobId, nowMs]: readonly [tenantId: string, jobId: string, nowMs: number]) =>
      statements.start.run(nowMs, tenantId, jobId).changes === 1,
    saveProgress({ progress, finishedInput }: SaveProgressCall): boolean {
      if (statements.saveProgress.run(progress).changes !== 1) return false;
      if (finishedInput === null) return true;
      const { tenant_id, job_id } = progress;
      if (statements.dropInput.run(tenant_id, job_id, finishedInput).changes !== 0) onTextRemoved();
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
