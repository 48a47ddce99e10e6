import type { Operation, Statements } from '@avow/storage';
import { intoTable, setColumns } from '@avow/storage';
import type { JobStart } from '../../../jobs/job-store.ts';
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

function prepareStatements({ read, change, write }: Statements) {
  return {
    findPack: read('SELECT 1 FROM packs WHERE tenant_id = ? AND pack_id = ?'),
    insert: write<JobColumns>(`INSERT ${intoTable('jobs', jobColumns)}`),
    insertInput: write<InputOfJob>(
      `INSERT ${intoTable('job_inputs', ['tenant_id', 'job_id', ...inputColumns])}`,
    ),
    start: change(
      `UPDATE jobs SET status = 'running', started_at_ms = coalesce(started_at_ms, ?) WHERE ${unfinishedSql}
       AND NOT EXISTS (SELECT 1 FROM jobs AS earlier WHERE earlier.tenant_id = jobs.tenant_id
         AND earlier.pack_id = jobs.pack_id AND earlier.job_id < jobs.job_id AND earlier.ended_at_ms IS NULL)`,
    ),
    findUnfinished: read(`SELECT 1 FROM jobs WHERE ${unfinishedSql}`),
    saveProgress: write<Progress>(
      `UPDATE jobs SET ${setColumns(progressColumns)}
       WHERE tenant_id = :tenant_id AND job_id = :job_id AND ended_at_ms IS NULL`,
    ),
    dropInput: change('DELETE FROM job_inputs WHERE tenant_id = ? AND job_id = ? AND position = ?'),
    end: change(
      `UPDATE jobs SET status = ?, version = ?, failure = ?, ended_at_ms = ? WHERE ${unfinishedSql}`,
    ),
    dropInputs: change('DELETE FROM job_inputs WHERE tenant_id = ? AND job_id = ?'),
    sweep: change(
      `DELETE FROM jobs WHERE (tenant_id, job_id) IN (
         SELECT tenant_id, job_id FROM jobs WHERE ended_at_ms IS NOT NULL AND ended_at_ms < ? ORDER BY ended_at_ms LIMIT ?)`,
    ),
  };
}

/** The writer's operations on jobs. `onTextRemoved` is called if inputs were deleted. */
export function createJobWrites(all: Statements, onTextRemoved: () => void) {
  const statements = prepareStatements(all);
  return {
    /** False if there is no such pack. */
    *createJob({ job, inputs }: CreateJobCall): Operation<boolean> {
      const { tenant_id, job_id, pack_id } = job;
      if ((yield* statements.findPack.first(tenant_id, pack_id)) === null) return false;
      yield* statements.insert.put(job);
      for (const input of inputs) yield* statements.insertInput.put({ tenant_id, job_id, ...input });
      return true;
    },
    *startJob([tenantId, jobId, nowMs]: readonly [
      tenantId: string,
      jobId: string,
      nowMs: number,
    ]): Operation<JobStart> {
      if ((yield* statements.start.run(nowMs, tenantId, jobId)) === 1) return 'started';
      return (yield* statements.findUnfinished.first(tenantId, jobId)) === null ? 'ended' : 'waiting';
    },
    *saveProgress({ progress, finishedInput }: SaveProgressCall): Operation<boolean> {
      if ((yield* statements.saveProgress.run(progress)) !== 1) return false;
      if (finishedInput === null) return true;
      const { tenant_id, job_id } = progress;
      if ((yield* statements.dropInput.run(tenant_id, job_id, finishedInput)) !== 0) onTextRemoved();
      return true;
    },
    *endJob({ tenantId, jobId, status, version, failure, nowMs }: EndJobCall): Operation<boolean> {
      const ended = yield* statements.end.run(status, version, failure, nowMs, tenantId, jobId);
      if (ended !== 1) return false;
      if ((yield* statements.dropInputs.run(tenantId, jobId)) !== 0) onTextRemoved();
      return true;
    },
    /** How many were removed: fewer than `rowsMax` means that none is left. */
    *sweepJobs({ endedBeforeMs, rowsMax }: SweepJobsCall): Operation<number> {
      const removed = yield* statements.sweep.run(endedBeforeMs, rowsMax);
      if (removed > 0) onTextRemoved();
      return removed;
    },
  };
}
