import type { TenantId } from '@avow/foundation';
import type { Operation, OperationsFor, Statements } from '@avow/storage';
import { intoTable, setColumns } from '@avow/storage';
import type { JobInput, JobStore } from '../job-store.ts';
import {
  encodeFaults,
  encodeJob,
  type InputColumns,
  inputColumns,
  type JobColumns,
  jobColumns,
} from './job-columns.ts';

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

type InputOfJob = InputColumns & Pick<JobColumns, 'tenant_id' | 'job_id'>;

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
  const writes = {
    *startJob(tenantId, jobId, nowMs) {
      if ((yield* statements.start.run(nowMs, tenantId, jobId)) === 1) return 'started';
      return (yield* statements.findUnfinished.first(tenantId, jobId)) === null ? 'ended' : 'waiting';
    },
    *saveProgress(tenantId, jobId, { done, total, counts, faults, finishedInput }) {
      const progress = { done, total, ...counts, faults: encodeFaults(faults) };
      const saved = yield* statements.saveProgress.run({ tenant_id: tenantId, job_id: jobId, ...progress });
      if (saved !== 1) return false;
      if (finishedInput === undefined) return true;
      if ((yield* statements.dropInput.run(tenantId, jobId, finishedInput)) !== 0) onTextRemoved();
      return true;
    },
    *endJob(tenantId, jobId, { status, version, failure, nowMs }) {
      const ended = yield* statements.end.run(status, version, failure, nowMs, tenantId, jobId);
      if (ended !== 1) return false;
      if ((yield* statements.dropInputs.run(tenantId, jobId)) !== 0) onTextRemoved();
      return true;
    },
  } satisfies OperationsFor<JobStore>;
  return {
    ...writes,
    /** False if there is no such pack. */
    *createJob(
      tenantId: TenantId,
      job: Parameters<JobStore['createJob']>[1],
      inputs: readonly JobInput[],
    ): Operation<boolean> {
      if ((yield* statements.findPack.first(tenantId, job.packId)) === null) return false;
      yield* statements.insert.put(encodeJob(tenantId, job));
      for (const input of inputs)
        yield* statements.insertInput.put({ tenant_id: tenantId, job_id: job.jobId, ...input });
      return true;
    },
    /** How many were removed: fewer than `rowsMax` means that none is left. */
    *sweepEndedJobs(endedBeforeMs: number, rowsMax: number): Operation<number> {
      const removed = yield* statements.sweep.run(endedBeforeMs, rowsMax);
      if (removed > 0) onTextRemoved();
      return removed;
    },
  };
}
