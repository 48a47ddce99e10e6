import type { DocumentParser, FetchDocument } from '@avow/documents';
import type { JobId, SourceId, TenantId } from '@avow/foundation';
import type { DataFolder } from '../../../app/open-data-folder.ts';
import type { PackLimits } from '../../../limits/pack-limits.ts';
import type { Pack } from '../../content/content-store.ts';
import { createJobRunner, type JobRunner } from '../../jobs/jobs.ts';
import {
  type ComposedSources,
  composeSources,
  type SourceAccess,
} from '../../sources/compose/compose-sources.ts';
import { createJobExecutor, type JobDependencies } from '../execute-job.ts';
import { type ExportedPack, writePackFolder } from '../folder/write-pack-folder.ts';

export interface LoadingSetup
  extends Omit<JobDependencies, 'applySync' | 'parser' | 'limits' | 'content' | 'jobs'> {
  readonly data: Pick<DataFolder, 'store' | 'tryLock' | 'tryPackLock'>;
  readonly parser: DocumentParser;
  readonly limits: PackLimits;
  /** Null if this process does not fetch URLs. */
  readonly fetchDocument: FetchDocument | null;
  readonly sourceAccess: SourceAccess;
  /** Called if background work fails, on a job or on a source; both are null for a look at what is due. */
  readonly onFailure: (error: unknown, on: { readonly jobId?: JobId; readonly sourceId?: SourceId }) => void;
}

/** The jobs that read into drafts and publish them, and the sources that start such jobs. */
export function composeLoading({ data, sourceAccess, onFailure, ...also }: LoadingSetup): ReturnType<
  ComposedSources['start']
> & {
  readonly runner: JobRunner;
  /** Writes the draft of a pack as a folder that can be loaded again. */
  exportFolder(tenantId: TenantId, pack: Pack, folder: string): Promise<ExportedPack>;
} {
  const { tryLock, tryPackLock } = data;
  const { content, jobs, sources } = data.store;
  const { parser, nowMs } = also;
  const composed = composeSources({
    ...{ ...also, content, jobs, sources, access: sourceAccess, tryLock, tryPackLock },
    runner: () => runner,
    onFailure: (error, sourceId) => onFailure(error, sourceId === null ? {} : { sourceId }),
  });
  const runner: JobRunner = createJobRunner({
    ...{ jobs, tryPackLock, nowMs, jobsMax: also.limits.jobsMax },
    executeJob: createJobExecutor({ ...also, content, jobs, applySync: composed.applySync }),
    onFailure: (error, jobId) => onFailure(error, { jobId }),
  });
  return {
    ...composed.start(),
    runner,
    exportFolder: (tenantId, pack, folder) => writePackFolder(content, { tenantId, pack, folder, parser }),
  };
}
