import type { DocumentParser, FetchDocument } from '@avow/documents';
import type { Clock, TenantId } from '@avow/foundation';
import { createInjectionDetector } from '@avow/guardrails';
import type { Encoder, TextClassifier } from '@avow/inference';
import type { DataFolder } from '../../../app/open-data-folder.ts';
import type { CheckGate } from '../../evaluation/evaluation.ts';
import { listServingNodes } from '../../nodes/compose/serving-nodes.ts';
import type { IndexSharing } from '../../nodes/compose/share-index.ts';
import { createScreenNow, type ScreenNow } from '../../publication/compose/compose-screening.ts';
import {
  createSelfRepairingSearch,
  type SelfRepairingSearch,
  type SelfRepairingSearchParts,
} from '../../publication/indexing/self-repairing-search.ts';
import { createReports } from '../../publication/report/report-draft.ts';
import type { OpenScreened } from '../../publication/screening/screened.ts';
import { composeSources, type SourceAccess } from '../../sources/compose/compose-sources.ts';
import type { Sources } from '../../sources/sources.ts';
import type { SyncRunner } from '../../sources/sync/sync-runner.ts';
import type { ContentPacks } from '../content.ts';
import type { Pack } from '../content-store.ts';
import { createContentPacks } from '../create-content-packs.ts';
import { type ExportedPack, writePackFolder } from '../folder/write-pack-folder.ts';
import { createJobExecutor } from '../jobs/execute-job.ts';
import { createJobRunner, type JobRunner } from '../jobs/job-runner.ts';
import { waitForPackLock } from '../jobs/pack-lock.ts';
import { packLimits } from '../pack-limits.ts';

export interface PacksParts {
  readonly data: Pick<
    DataFolder,
    'store' | 'search' | 'tryPackLock' | 'tryIndexLock' | 'tryLock' | 'published' | 'nodes' | 'shared'
  >;
  /** Null: no other node shares the records. */
  readonly sharing: Pick<IndexSharing, 'onKept' | 'pull'> | null;
  readonly encoder: Encoder | null;
  /** Null: suspicious texts are found by rules only. */
  readonly classifier: TextClassifier | null;
  readonly fetchDocument: FetchDocument | null;
  readonly sourceAccess: SourceAccess;
  readonly openParser: () => DocumentParser;
  readonly versionsKept: number;
  readonly checkGate: CheckGate;
  readonly screened: OpenScreened;
  readonly clock: Clock;
  readonly onServed: () => void;
  readonly onRepaired: SelfRepairingSearchParts['onRepaired'];
  /** Called if background work fails. */
  readonly onFailure: (error: unknown, about: Readonly<Record<string, string | number>>) => void;
}

export interface ComposedPacks {
  readonly packs: ContentPacks;
  readonly sources: Sources;
  /** Runs nothing until it is started or asked to. */
  readonly syncs: SyncRunner;
  readonly runner: JobRunner;
  readonly parser: DocumentParser;
  readonly packSearch: SelfRepairingSearch;
  readonly screenNow: ScreenNow;
  /** Writes the draft of a pack as a folder that can be loaded again. */
  exportFolder(tenantId: TenantId, pack: Pack, folder: string): Promise<ExportedPack>;
  /** Jobs stop at their next step, and are resumed at the next start. */
  close(): Promise<void>;
}

/** Content packs, for the service and for the command line alike. */
export function composePacks(parts: PacksParts): ComposedPacks {
  const { data, encoder, clock, onFailure } = parts;
  const { search, tryPackLock } = data;
  const { content, jobs, screenings } = data.store;
  const { nowMs } = clock;
  const limits = { ...packLimits, versionsKept: parts.versionsKept };
  const parser = parts.openParser();
  const packSearch = createSelfRepairingSearch({
    ...{ content, search, parser },
    // Only what this node has of a pack changes: others may publish it meanwhile.
    alone: waitForPackLock(data.tryIndexLock),
    onRepaired: (tenantId, pack) => {
      data.published?.add(pack);
      parts.onRepaired(tenantId, pack);
    },
    ...(parts.sharing === null ? {} : { pull: parts.sharing.pull }),
    onFailure: (error, { packId, version }) => onFailure(error, { pack_id: packId, version }),
  });
  const executorParts = {
    ...{ content, jobs, search, parser, limits, nowMs },
    versionsKept: limits.versionsKept,
    checkGate: parts.checkGate,
    ...(parts.sharing === null ? {} : { onKept: shareKept(parts.sharing, onFailure) }),
    onServed: parts.onServed,
  };
  const composedSources = composeSources({
    ...{ ...executorParts, access: parts.sourceAccess, sources: data.store.sources },
    ...{ tryLock: data.tryLock, tryPackLock, runner: () => runner },
    onFailure: (error, sourceId) => onFailure(error, sourceId === null ? {} : { source_id: sourceId }),
  });
  const runner: JobRunner = createJobRunner({
    jobs,
    executeJob: createJobExecutor({
      ...executorParts,
      fetchDocument: parts.fetchDocument,
      applySync: composedSources.applySync,
    }),
    tryPackLock,
    nowMs,
    jobsMax: limits.jobsMax,
    onFailure: (error, jobId) => onFailure(error, { job_id: jobId }),
  });
  const { sources, syncs } = composedSources.start();
  const packs = createContentPacks({
    ...{ content, jobs, search, packSearch, encoder, runner, tryPackLock, limits, nowMs, screenings },
    screened: parts.screened,
    reports: createReports({
      content,
      parser,
      detectInjection: createInjectionDetector(parts.classifier),
      screened: parts.screened,
    }),
    onServed: parts.onServed,
    listServingNodes: (tenantId, pack) => listServingNodes(data, tenantId, pack),
  });
  return {
    packs,
    sources,
    syncs,
    runner,
    parser,
    packSearch,
    screenNow: createScreenNow({
      ...{ content, screenings, parser, nowMs },
      screened: parts.screened,
      tryLock: data.tryLock,
    }),
    exportFolder: (tenantId, pack, folder) => writePackFolder(content, { tenantId, pack, folder, parser }),
    close: async () => {
      // A sync waits for its job, which stops with the runner.
      await Promise.all([syncs.close(), runner.stop(), packSearch.stop()]);
      await parser.close();
    },
  };
}

/** What is published is durable: what is not shared, other nodes build themselves. */
function shareKept({ onKept }: Pick<IndexSharing, 'onKept'>, onFailure: PacksParts['onFailure']) {
  return async (...[tenantId, packId, versions]: Parameters<IndexSharing['onKept']>): Promise<void> =>
    onKept(tenantId, packId, versions).catch((error: unknown) => onFailure(error, { pack_id: packId }));
}
