import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '../../ids/typeid.ts';
import type { ContentPacks, PairContent } from '../../interfaces/content-packs.ts';
import type { Encoder } from '../../interfaces/encoder.ts';
import type { JobId, PackId, TenantId } from '../../interfaces/identity.ts';
import type { Job } from '../../interfaces/job-store.ts';
import type { Viewer } from '../../interfaces/knowledge-store.ts';
import type { PassageHit, PassageSearch } from '../../interfaces/passage-search.ts';
import { withFileLock } from '../../locks/file-lock.ts';
import { type DocumentParser, openDocumentParser } from '../../parsing/open-document-parser.ts';
import { openPassageSearch } from '../../retrieval/open-passage-search.ts';
import { sampleMasterKey } from '../../stores/contract/sample-master-key.ts';
import { openSqliteStore, type SqliteStore } from '../../stores/sqlite/open-sqlite-store.ts';
import { createContentPacks } from '../create-content-packs.ts';
import { createDoJob, type FetchDocument } from '../do-job.ts';
import { keepSearchWhole, type WholeSearch } from '../keep-search-whole.ts';
import { type PackLimits, packLimits } from '../pack-limits.ts';
import { type TryAlone, waitForTurn } from '../pack-work.ts';
import { createReportDraft } from '../report-draft.ts';
import { createJobRunner, type JobRunner } from '../run-jobs.ts';

/** A store, a search and everything of this folder that works on packs, in a directory of its own. */
export interface Workshop {
  readonly directory: string;
  readonly tenantId: TenantId;
  readonly store: SqliteStore;
  readonly search: PassageSearch;
  readonly whole: WholeSearch;
  readonly runner: JobRunner;
  readonly packs: ContentPacks;
  readonly parser: DocumentParser;
  readonly tryAlone: TryAlone;
  /** What went wrong with nobody waiting for it. */
  readonly failures: unknown[];
  createPack(name?: string): Promise<PackId>;
  /** Waits until the job has ended. */
  ended(job: Job | null): Promise<Job>;
  addText(packId: PackId, files: Readonly<Record<string, string>>, groups?: readonly string[]): Promise<Job>;
  publish(packId: PackId): Promise<Job>;
  /** What is found of the served versions. */
  find(text: string, also?: Partial<Viewer> & { readonly kind?: PassageHit['kind'] }): Promise<PassageHit[]>;
  close(): Promise<void>;
}

export interface WorkshopOptions {
  /** Of a workshop that was closed, or that still works beside this one. */
  readonly directory?: string;
  readonly tenantId?: TenantId;
  readonly limits?: Partial<PackLimits>;
  readonly encoder?: Encoder;
  readonly fetchDocument?: FetchDocument;
  readonly nowMs?: () => number;
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

export async function openWorkshop(options: WorkshopOptions = {}): Promise<Workshop> {
  const directory = options.directory ?? (await mkdtemp(join(tmpdir(), 'avow-workshop-')));
  const { nowMs = Date.now, encoder = null } = options;
  const limits = { ...packLimits, ...options.limits };
  const store = await openSqliteStore({ masterKey: sampleMasterKey, directory });
  const search = await openPassageSearch({ directory: join(directory, 'search') });
  const parser = openDocumentParser();
  const tenantId = options.tenantId ?? newId('ten', nowMs());
  if (options.tenantId === undefined)
    await store.access.createTenant({ tenantId, name: 'one', status: 'active', createdAtMs: nowMs() });
  const { knowledge, jobs } = store;
  const failures: unknown[] = [];
  const tryAlone: TryAlone = (packId, work) =>
    withFileLock({ path: join(directory, 'locks', `${packId}.lock`), waitMs: 0 }, work);
  const onFailure = (error: unknown) => void failures.push(error);
  const nothing = () => undefined;
  const whole = keepSearchWhole({
    ...{ knowledge, search, onFailure },
    alone: waitForTurn(tryAlone),
    onMended: nothing,
  });
  const { fetchDocument = null } = options;
  const doJob = createDoJob({
    ...{ knowledge, jobs, search, parser, limits, nowMs, fetchDocument },
    versionsKept: limits.versionsKept,
    checkGate: async () => ({ kind: 'open', note: '' }),
    onServed: nothing,
  });
  const runner = createJobRunner({ jobs, doJob, tryAlone, nowMs, jobsMax: limits.jobsMax, onFailure });
  const report = createReportDraft(knowledge, () => null);
  const packs = createContentPacks({
    ...{ knowledge, jobs, search, whole, encoder, runner, tryAlone, limits, nowMs, report },
    onServed: nothing,
  });

  const ended = async (job: Job | null): Promise<Job> => {
    if (job === null) throw new Error('there is no such pack');
    await runner.ended(job.jobId as JobId);
    const now = await packs.getJob(tenantId, job.packId, job.jobId);
    if (now === null) throw new Error('the job is gone');
    return now;
  };
  return {
    ...{ directory, tenantId, store, search, whole, runner, packs, parser, tryAlone, failures, ended },
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
      const served = await knowledge.listServed(tenantId);
      const query = { kind, text, vector: null, packs: served, groups, nowMs: atMs };
      return await search.search(tenantId, { ...query, limit: 20, timeoutMs: 10_000 });
    },
    close: async () => {
      await Promise.all([runner.stop(), whole.stop()]);
      await parser.close();
      await search.close();
      await store.close();
      if (options.directory === undefined) await rm(directory, { recursive: true, force: true });
    },
  };
}
