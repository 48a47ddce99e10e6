import type { ServedSearch } from '@avow/answering';
import { makeEvent, type OutboxEvent, type PackId, type PackVersion, type TenantId } from '@avow/foundation';
import { readPages } from '@avow/foundation/concurrency';
import type { Guards, PassageScreening } from '@avow/guardrails';
import type { VectorProgress } from '@avow/search';
import type {
  ContentStore,
  ExpectedDraftRevisions,
  Pack,
  PageAfter,
  Version,
} from '../content/content-store.ts';
import type { CheckGate } from '../evaluation/evaluation.ts';
import type { Job } from '../jobs/job-store.ts';
import type { EmbedBeforeServing } from './indexing/embed-before-serving.ts';
import {
  SplitFault,
  type StagingDependencies,
  type StagingOptions,
  stageDraft,
} from './indexing/stage-version.ts';
import type { PackReport } from './report/pack-report.ts';
import type { ScreeningProgress } from './screening-store.ts';
import { stopDemonstration } from './stop-demonstration.ts';

export type { PackReport };

/** A node that is alive, and whether questions to it are answered from a version. */
export interface ServingNode {
  readonly nodeId: string;
  readonly isServing: boolean;
}

export interface ListedVersion extends Version {
  /** Of the version that is published; null of any other, and if one process serves alone. */
  readonly nodes: readonly ServingNode[] | null;
}

/** Operations on what is served of content packs. Null means "not found". Conflicts reject with an `AppError`. */
export interface Publications {
  listVersions(
    tenantId: TenantId,
    packId: PackId,
    page: { readonly before: number | null; readonly limit: number },
  ): Promise<ListedVersion[] | null>;
  /** How many passages of the served version are embedded; null if nothing is served. */
  vectorProgress(tenantId: TenantId, pack: Pack): Promise<VectorProgress | null>;
  /** How many documents of the served version are screened; null if nothing is served. */
  screeningProgress(tenantId: TenantId, pack: Pack): Promise<ScreeningProgress | null>;
  /** Null: no version is served. */
  servedVersion(tenantId: TenantId, pack: Pack): Promise<Version | null>;
  /** Starts a job that publishes the draft. It fails if the pack has a gate and its golden set got worse. */
  publish(
    tenantId: TenantId,
    packId: PackId,
    also: {
      readonly note: string;
      /** Publishes regardless of the gate; the version's note then says so. */
      readonly isForced?: boolean;
      /** Of the draft. */
      readonly expected?: ExpectedDraftRevisions;
    },
  ): Promise<Job | null>;
  /** Immediately serves a previously published version. Rejects with `version_retired` if its content was deleted. */
  rollback(tenantId: TenantId, packId: PackId, version: number): Promise<Pack | null>;
  /** Immediately stops serving the pack. */
  unpublish(tenantId: TenantId, packId: PackId): Promise<Pack | null>;
  /** Near-duplicates, contradictions and suspicious texts in the draft. */
  report(tenantId: TenantId, packId: PackId): Promise<PackReport | null>;
  /** The part of the report on passages that no answer uses, also of what is served. */
  reportLeftOut(tenantId: TenantId, packId: PackId): Promise<Pick<PackReport, 'leftOut' | 'unscreenedCount'>>;
}

/** A search engine whose files may be lost or damaged: they are rebuilt from the store. */
export interface SelfRepairingSearch extends ServedSearch {
  /** Rebuilds the version if it is not searchable. `gone`: the store no longer has it. */
  ensure(tenantId: TenantId, pack: PackVersion): Promise<'searchable' | 'gone'>;
  /** Rebuilds the version in the background. */
  repairLater(tenantId: TenantId, pack: PackVersion): void;
  /**
   * Makes the draft searchable as the next version. The caller must hold the lock of the pack. Rejects with `pack_conflict`
   * if a document cannot be split.
   */
  stageDraft(tenantId: TenantId, options: Parameters<typeof stageDraft>[2]): ReturnType<typeof stageDraft>;
  /** Rebuilds every served version of these tenants that is not searchable. */
  ensureAll(tenantIds: readonly TenantId[]): Promise<void>;
  stop(): Promise<void>;
}

/** What passages score, and the policies that they are compared with. */
export interface Screened {
  readonly screening: PassageScreening;
  readonly guards: Pick<Guards, 'inForce'>;
}

/** Opens it when it is needed first. */
export type OpenScreened = () => Promise<Screened>;

/** The version of a pack that is served; null if none is. */
export async function findServedVersion(
  content: Pick<ContentStore, 'listVersions'>,
  tenantId: TenantId,
  { packId, servedVersion }: Pack,
): Promise<Version | null> {
  if (servedVersion === null) return null;
  const [found] = await content.listVersions(tenantId, packId, { before: servedVersion + 1, limit: 1 });
  return found ?? null;
}

export interface PublishDependencies extends StagingDependencies {
  readonly nowMs: () => number;
  /** The number of versions kept for rollback. */
  readonly versionsKept: number;
  /** Called with the versions that are kept, after a publication, under the lock of the pack. */
  readonly onKept?: (tenantId: TenantId, packId: PackId, versions: readonly number[]) => Promise<void>;
  /** Decides whether the staged version may be served. */
  readonly checkGate: CheckGate;
  /** Left out: another process embeds what is served. */
  readonly embedBeforeServing?: EmbedBeforeServing;
}

export interface PublishOptions extends StagingOptions {
  readonly packId: PackId;
  readonly note: string;
  /** Skips the gate. */
  readonly isForced: boolean;
}

interface PublishedVersion {
  readonly kind: 'published' | 'unchanged';
  readonly version: number;
}

export type Published =
  | PublishedVersion
  | { readonly kind: 'unknown_pack' }
  /** Its golden set got worse; `reason` is for people. The served version is unchanged. */
  | { readonly kind: 'gate_closed'; readonly reason: string }
  /** A document could not be split; `reason` is for people. */
  | { readonly kind: 'document_fault'; readonly reason: string }
  | { readonly kind: 'draft_keeps_changing' };

const triesMax = 5;

/**
 * Publishes the draft as the next version. It is searched only after the store has switched to it, so an interrupted
 * publication leaves the served version intact, and the next publication replaces what it staged. The caller must hold the
 * lock of the pack.
 */
export async function publishPack(
  parts: PublishDependencies,
  tenantId: TenantId,
  options: PublishOptions,
): Promise<Published> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const pack = await parts.content.getPack(tenantId, options.packId);
    if (pack === null) return await dropStaged(parts, tenantId, options.packId);
    const published = await publishOnce(parts, tenantId, pack, options).catch((error: unknown) => {
      if (!(error instanceof SplitFault)) throw error;
      return { kind: 'document_fault' as const, reason: error.describe() };
    });
    if (published === 'draft_changed') continue;
    if (published.kind === 'unknown_pack') return await dropStaged(parts, tenantId, options.packId);
    if (published.kind === 'published' || published.kind === 'unchanged')
      await clearOldVersions(parts, tenantId, options.packId);
    return published;
  }
  return { kind: 'draft_keeps_changing' };
}

async function publishOnce(
  parts: PublishDependencies,
  tenantId: TenantId,
  pack: Pack,
  options: PublishOptions,
): Promise<Exclude<Published, { kind: 'draft_keeps_changing' }> | 'draft_changed'> {
  const { content } = parts;
  const { servedVersion, latestVersion } = pack;
  if (!pack.draft.isChanged && latestVersion > 0 && servedVersion === latestVersion)
    return { kind: 'unchanged', version: latestVersion };
  let stagedCount = 0;
  const onStaging: PublishOptions['onProgress'] = (done, total) => {
    stagedCount = total;
    options.onProgress(done, total);
  };
  const staged = await stageDraft(parts, tenantId, { ...options, onProgress: onStaging });
  if (staged === 'draft_changed') return staged;
  if (staged === 'unknown_pack') return { kind: staged };
  options.signal.throwIfAborted();
  const { passageCount, draftRevision } = staged;
  const { signal, isForced } = options;
  const onProgress: PublishOptions['onProgress'] = (done, total) =>
    options.onProgress(stagedCount + done, stagedCount + total);
  const gate = await parts.checkGate(tenantId, { staged, servedVersion, isForced, signal, onProgress });
  if (gate.kind === 'closed') return { kind: 'gate_closed', reason: gate.reason };
  await parts.embedBeforeServing?.(tenantId, { pack: staged.pack, signal });
  options.signal.throwIfAborted();
  const nowMs = parts.nowMs();
  const { documentCount, curatedCount } = pack.draft;
  // If the draft changed since the counts were read, the commit below publishes nothing.
  const event = packPublishedEvent({ ...staged.pack, documentCount, curatedCount, passageCount }, nowMs);
  const outcome = await content.publishVersion(tenantId, {
    ...staged.pack,
    draftRevision,
    passageCount,
    note: [options.note, gate.note].filter((note) => note !== '').join('\n'),
    nowMs,
    events: [event],
  });
  if (outcome === 'published') {
    await stopDemonstration(content, tenantId, { ...staged.pack, nowMs });
    return { kind: 'published', version: staged.pack.version };
  }
  return outcome === 'draft_changed' ? outcome : { kind: 'unknown_pack' };
}

/** Retires versions beyond the number kept, and deletes them from the search engine. */
export async function clearOldVersions(
  parts: Pick<PublishDependencies, 'content' | 'search' | 'versionsKept' | 'onKept'>,
  tenantId: TenantId,
  packId: PackId,
): Promise<void> {
  await parts.content.retireVersions(tenantId, packId, parts.versionsKept);
  const kept = await pruneRetired(parts, tenantId, packId);
  await parts.onKept?.(tenantId, packId, kept);
}

/** Deletes from the search engine what the store no longer keeps. The versions that it keeps. */
export async function pruneRetired(
  { content, search }: Pick<PublishDependencies, 'content' | 'search'>,
  tenantId: TenantId,
  packId: PackId,
): Promise<readonly number[]> {
  const keep = await listKept(content, tenantId, packId);
  await search.prune(tenantId, { packId, keep });
  return keep;
}

const versionsPage = 200;

/** All versions are read, because an old one may still be served. */
async function listKept(content: ContentStore, tenantId: TenantId, packId: PackId): Promise<number[]> {
  const versions = readPages(
    versionsPage,
    ({ after: before, limit }: PageAfter<number>) =>
      content.listVersions(tenantId, packId, { before, limit }),
    ({ version }) => version,
  );
  const kept: number[] = [];
  for await (const { version, isRetired } of versions) if (!isRetired) kept.push(version);
  return kept;
}

/** The pack was deleted in the meantime, so everything staged for it is deleted too. */
async function dropStaged(
  parts: PublishDependencies,
  tenantId: TenantId,
  packId: PackId,
): Promise<Published> {
  await parts.search.prune(tenantId, { packId, keep: [] });
  return { kind: 'unknown_pack' };
}

/** The event that another version of a pack is served: ids and counts, never names or texts. */
export function packPublishedEvent(
  pack: PackVersion & {
    readonly documentCount: number;
    readonly curatedCount: number;
    readonly passageCount: number;
  },
  nowMs: number,
): OutboxEvent {
  return makeEvent('content_pack.published', nowMs, {
    pack_id: pack.packId,
    version: pack.version,
    document_count: pack.documentCount,
    qna_count: pack.curatedCount,
    passage_count: pack.passageCount,
  });
}
