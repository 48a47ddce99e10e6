import { openDocumentProcess } from '@avow/documents';
import type { CheckGate } from '@avow/evaluation';
import type { Clock } from '@avow/foundation';
import { createInjectionDetector } from '@avow/guardrails';
import type { Encoder, TextClassifier } from '@avow/inference';
import type { ContentPacks } from '../content/content-packs.ts';
import { createContentPacks } from '../content/create-content-packs.ts';
import {
  createSelfRepairingSearch,
  type SelfRepairingSearch,
  type SelfRepairingSearchParts,
} from '../content/indexing/self-repairing-search.ts';
import { createJobExecutor, type FetchDocument } from '../content/jobs/execute-job.ts';
import { createJobRunner, type JobRunner } from '../content/jobs/job-runner.ts';
import { waitForPackLock } from '../content/jobs/pack-lock.ts';
import { packLimits } from '../content/pack-limits.ts';
import { createReportDraft } from '../content/report/report-draft.ts';
import type { DataFolder } from './open-data-folder.ts';
import { listServingNodes } from './serving-nodes.ts';
import type { IndexSharing } from './share-index.ts';

export interface PacksParts {
  readonly data: Pick<
    DataFolder,
    'store' | 'search' | 'tryPackLock' | 'tryIndexLock' | 'published' | 'nodes' | 'shared'
  >;
  /** Null: no other node shares the records. */
  readonly sharing: Pick<IndexSharing, 'onKept' | 'pull'> | null;
  readonly encoder: Encoder | null;
  /** Null: suspicious texts are found by rules only. */
  readonly classifier: TextClassifier | null;
  readonly fetchDocument: FetchDocument | null;
  readonly versionsKept: number;
  readonly checkGate: CheckGate;
  readonly clock: Clock;
  readonly onServed: () => void;
  readonly onRepaired: SelfRepairingSearchParts['onRepaired'];
  /** Called if background work fails. */
  readonly onFailure: (error: unknown, about: Readonly<Record<string, string | number>>) => void;
}

export interface ComposedPacks {
  readonly packs: ContentPacks;
  readonly runner: JobRunner;
  readonly packSearch: SelfRepairingSearch;
  /** Jobs stop at their next step, and are resumed at the next start. */
  close(): Promise<void>;
}

/** Content packs, for the service and for the command line alike. */
export function composePacks(parts: PacksParts): ComposedPacks {
  const { data, encoder, clock, onFailure } = parts;
  const { search, tryPackLock } = data;
  const { content, jobs } = data.store;
  const { nowMs } = clock;
  const limits = { ...packLimits, versionsKept: parts.versionsKept };
  const parser = openDocumentProcess();
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
  const runner = createJobRunner({
    jobs,
    executeJob: createJobExecutor({
      ...{ content, jobs, search, parser, limits, nowMs },
      versionsKept: limits.versionsKept,
      fetchDocument: parts.fetchDocument,
      checkGate: parts.checkGate,
      ...(parts.sharing === null ? {} : { onKept: shareKept(parts.sharing, onFailure) }),
      onServed: parts.onServed,
    }),
    tryPackLock,
    nowMs,
    jobsMax: limits.jobsMax,
    onFailure: (error, jobId) => onFailure(error, { job_id: jobId }),
  });
  const packs = createContentPacks({
    ...{ content, jobs, search, packSearch, encoder, runner, tryPackLock, limits, nowMs },
    report: createReportDraft({
      content,
      parser,
      detectInjection: createInjectionDetector(parts.classifier),
    }),
    onServed: parts.onServed,
    listServingNodes: (tenantId, pack) => listServingNodes(data, tenantId, pack),
  });
  return {
    packs,
    runner,
    packSearch,
    close: async () => {
      await Promise.all([runner.stop(), packSearch.stop()]);
      await parser.close();
    },
  };
}

/** What is published is durable: what is not shared, other nodes build themselves. */
function shareKept({ onKept }: Pick<IndexSharing, 'onKept'>, onFailure: PacksParts['onFailure']) {
  return async (...[tenantId, packId, versions]: Parameters<IndexSharing['onKept']>): Promise<void> =>
    onKept(tenantId, packId, versions).catch((error: unknown) => onFailure(error, { pack_id: packId }));
}
