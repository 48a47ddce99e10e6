import type { Clock } from '../clock/clock.ts';
import { createFindOrders } from '../guardrails/checks/find-orders.ts';
import type { ContentPacks } from '../interfaces/content-packs.ts';
import type { Encoder } from '../interfaces/encoder.ts';
import type { CheckGate } from '../interfaces/evaluations.ts';
import type { Gauge } from '../interfaces/screener.ts';
import { createContentPacks } from '../knowledge/create-content-packs.ts';
import { createDoJob, type FetchDocument } from '../knowledge/do-job.ts';
import { type KeepSearchParts, keepSearchWhole, type WholeSearch } from '../knowledge/keep-search-whole.ts';
import { packLimits } from '../knowledge/pack-limits.ts';
import { waitForTurn } from '../knowledge/pack-work.ts';
import { createReportDraft } from '../knowledge/report-draft.ts';
import { createJobRunner, type JobRunner } from '../knowledge/run-jobs.ts';
import { openDocumentParser } from '../parsing/open-document-parser.ts';
import type { DataFolder } from './open-data-folder.ts';

export interface PacksParts {
  readonly data: Pick<DataFolder, 'store' | 'search' | 'tryAlone'>;
  readonly encoder: Encoder | null;
  /** Null: suspicious texts are found by rules alone. */
  readonly gauge: Gauge | null;
  readonly fetchDocument: FetchDocument | null;
  readonly versionsKept: number;
  readonly checkGate: CheckGate;
  readonly clock: Clock;
  readonly onServed: () => void;
  readonly onMended: KeepSearchParts['onMended'];
  /** Told of what failed with nobody waiting for it. */
  readonly onFailure: (error: unknown, about: Readonly<Record<string, string | number>>) => void;
}

export interface ComposedPacks {
  readonly packs: ContentPacks;
  readonly runner: JobRunner;
  readonly whole: WholeSearch;
  /** Jobs stop at their next step, and are taken up again at the next start. */
  close(): Promise<void>;
}

/** Everything that works on content packs, for the service and for the command line alike. */
export function composePacks(parts: PacksParts): ComposedPacks {
  const { data, encoder, clock, onFailure } = parts;
  const { search, tryAlone } = data;
  const { knowledge, jobs } = data.store;
  const { nowMs } = clock;
  const limits = { ...packLimits, versionsKept: parts.versionsKept };
  const parser = openDocumentParser();
  const whole = keepSearchWhole({
    knowledge,
    search,
    alone: waitForTurn(tryAlone),
    onMended: parts.onMended,
    onFailure: (error, { packId, version }) => onFailure(error, { pack_id: packId, version }),
  });
  const runner = createJobRunner({
    jobs,
    doJob: createDoJob({
      ...{ knowledge, jobs, search, parser, limits, nowMs },
      versionsKept: limits.versionsKept,
      fetchDocument: parts.fetchDocument,
      checkGate: parts.checkGate,
      onServed: parts.onServed,
    }),
    tryAlone,
    nowMs,
    jobsMax: limits.jobsMax,
    onFailure: (error, jobId) => onFailure(error, { job_id: jobId }),
  });
  const packs = createContentPacks({
    ...{ knowledge, jobs, search, whole, encoder, runner, tryAlone, limits, nowMs },
    report: createReportDraft(knowledge, createFindOrders(parts.gauge)),
    onServed: parts.onServed,
  });
  return {
    packs,
    runner,
    whole,
    close: async () => {
      await Promise.all([runner.stop(), whole.stop()]);
      await parser.close();
    },
  };
}
