import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Viewer } from '@avow/answering';
import type { DocumentParser, FetchDocument } from '@avow/documents';
import type { JobId, PackId, TenantId } from '@avow/foundation';
import { newId, withFileLock } from '@avow/foundation';
import type { Guard, PassageScreening } from '@avow/guardrails';
import { createGuard, createPassageScreening } from '@avow/guardrails';
import { policyOf } from '@avow/guardrails/testing';
import type { Encoder, Screener } from '@avow/inference';
import type { PassageHit, PassageSearch } from '@avow/search';
import { openPassageSearch } from '@avow/search';
import { type PackLimits, packLimits } from '../../../limits/pack-limits.ts';
import { type TryPackLock, waitForPackLock } from '../../../limits/pack-lock.ts';
import { sampleMasterKey } from '../../../storage/contract/sample-master-key.ts';
import { openSqliteStore } from '../../../storage/sqlite/open-sqlite-store.ts';
import type { Store } from '../../../storage/store.ts';
import type { PairContent } from '../../curated/curated.ts';
import type { Job } from '../../jobs/job-store.ts';
import { createJobRunner, type JobRunner } from '../../jobs/jobs.ts';
import { createJobExecutor } from '../../loading/execute-job.ts';
import { createPublications } from '../../publication/create-publications.ts';
import { createSelfRepairingSearch } from '../../publication/indexing/self-repairing-search.ts';
import type { SelfRepairingSearch } from '../../publication/publication.ts';
import { createReports } from '../../publication/report/report-draft.ts';
import type { ContentPacks } from '../content.ts';
import { createContentPacks } from '../create-content-packs.ts';
import { openSharedParser } from './shared-parser.ts';

/** A store, a search engine and all content operations, in a temporary directory. */
export interface ContentFixture {
  readonly directory: string;
  readonly tenantId: TenantId;
  readonly store: Store;
  readonly search: PassageSearch;
  readonly packSearch: SelfRepairingSearch;
  readonly runner: JobRunner;
  readonly packs: ContentPacks;
  readonly parser: DocumentParser;
  readonly tryPackLock: TryPackLock;
  readonly screening: PassageScreening;
  /** Failures of background work. */
  readonly failures: unknown[];
  createPack(name?: string): Promise<PackId>;
  /** Waits until the job has ended, and returns it. */
  ended(job: Job | null): Promise<Job>;
  addText(packId: PackId, files: Readonly<Record<string, string>>, groups?: readonly string[]): Promise<Job>;
  publish(packId: PackId): Promise<Job>;
  /** Searches the served versions. */
  find(text: string, also?: Partial<Viewer> & { readonly kind?: PassageHit['kind'] }): Promise<PassageHit[]>;
  close(): Promise<void>;
}

export interface ContentFixtureOptions {
  /** The directory of another fixture, closed or still open. */
  readonly directory?: string;
  readonly tenantId?: TenantId;
  readonly limits?: Partial<PackLimits>;
  readonly encoder?: Encoder;
  readonly fetchDocument?: FetchDocument;
  readonly nowMs?: () => number;
  readonly parser?: DocumentParser;
  readonly screener?: Screener;
  readonly guard?: Guard;
}

export const pairOf = (question: string, answer: string, also: Partial<PairContent> = {}): PairContent => ({
  question,
  alternatives: [],
  answer,
  source: 'test',
  url: null,
  tags: [],
  groups: [],
  validFromMs: null,
  validUntilMs: null,
  ...also,
});

export async function openContentFixture(options: ContentFixtureOptions = {}): Promise<ContentFixture> {
  const directory = options.directory ?? (await mkdtemp(join(tmpdir(), 'avow-content-')));
  const { nowMs = Date.now, encoder = null } = options;
  const limits = { ...packLimits, ...options.limits };
  const store = await openSqliteStore({ masterKey: sampleMasterKey, directory });
  const search = await openPassageSearch({ directory: join(directory, 'search') });
  const parser = options.parser ?? openSharedParser();
  const tenantId = options.tenantId ?? newId('ten', nowMs());
  if (options.tenantId === undefined)
    await store.access.createTenant({ tenantId, name: 'one', status: 'active', createdAtMs: nowMs() });
  const { content, jobs } = store;
  const failures: unknown[] = [];
  const tryPackLock: TryPackLock = (packId, work) =>
    withFileLock({ path: join(directory, 'locks', `${packId}.lock`), waitMs: 0 }, () =>
      work(new AbortController().signal),
    );
  const onFailure = (error: unknown) => void failures.push(error);
  const nothing = () => undefined;
  const packSearch = createSelfRepairingSearch({
    ...{ content, search, parser, onFailure },
    alone: waitForPackLock(tryPackLock),
    onRepaired: nothing,
  });
  const { fetchDocument = null } = options;
  const executeJob = createJobExecutor({
    ...{ content, jobs, search, parser, limits, nowMs, fetchDocument },
    versionsKept: limits.versionsKept,
    checkGate: async () => ({ kind: 'open', note: '' }),
    onServed: nothing,
    applySync: null,
  });
  const runner = createJobRunner({
    jobs,
    executeJob,
    tryPackLock,
    nowMs,
    jobsMax: limits.jobsMax,
    onFailure,
  });
  const screening = createPassageScreening({
    ...{ classifier: null, screener: options.screener ?? null },
    results: { find: (owner, wanted) => store.screenings.find(owner as TenantId, wanted) },
  });
  // Nothing is left out, unless a test has a policy.
  const { guard = createGuard(policyOf()) } = options;
  const screened = async () => ({ screening, guards: { inForce: async () => guard } });
  const reports = createReports({ content, parser, detectInjection: () => null, screened });
  const publications = createPublications({
    ...{ content, search, packSearch, encoder, nowMs, reports, screened, screenings: store.screenings },
    listServingNodes: async () => null,
    onServed: nothing,
  });
  const packs = createContentPacks({
    ...{ content, jobs, search, runner, publications, tryPackLock, limits, nowMs },
  });

  const ended = async (job: Job | null): Promise<Job> => {
    if (job === null) throw new Error('there is no such pack');
    await runner.ended(job.jobId as JobId);
    const now = await packs.getJob(tenantId, job.packId, job.jobId);
    if (now === null) throw new Error('the job is gone');
    return now;
  };
  return {
    ...{
      directory,
      tenantId,
      store,
      search,
      packSearch,
      runner,
      packs,
      parser,
      tryPackLock,
      screening,
      failures,
      ended,
    },
    createPack: async (name = 'handbook') =>
      (await packs.createPack(tenantId, { name, description: '' })).packId,
    addText: async (packId, files, groups = []) => {
      const uploads = Object.entries(files).map(([source, text]) => ({
        ...{ source, title: null, url: null, groups },
        bytes: new TextEncoder().encode(text),
      }));
      return await ended(await packs.addFiles(tenantId, packId, uploads));
    },
    publish: async (packId) => await ended(await packs.publish(tenantId, packId, { note: '' })),
    find: async (text, { kind = 'document', groups = [], nowMs: atMs = nowMs() } = {}) => {
      const served = await content.listServed(tenantId);
      const query = { kind, text, vector: null, packs: served, groups, nowMs: atMs };
      return await search.search(tenantId, { ...query, limit: 20, timeoutMs: 10_000 });
    },
    close: async () => {
      await Promise.all([runner.stop(), packSearch.stop()]);
      await parser.close();
      await search.close();
      await store.close();
      if (options.directory === undefined) await rm(directory, { recursive: true, force: true });
    },
  };
}
