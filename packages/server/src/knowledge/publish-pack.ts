import { packPublishedEvent } from '../events/pack-events.ts';
import type { CheckGate } from '../interfaces/evaluations.ts';
import type { PackId, TenantId } from '../interfaces/identity.ts';
import type { KnowledgeStore, Pack } from '../interfaces/knowledge-store.ts';
import { type StagingParts, type StagingWish, stageDraft } from './stage-version.ts';

export interface PublishParts extends StagingParts {
  readonly nowMs: () => number;
  /** How many versions can be gone back to. */
  readonly versionsKept: number;
  /** Whether what is staged may be served. */
  readonly checkGate: CheckGate;
}

export interface PublishWish extends StagingWish {
  readonly packId: PackId;
  readonly note: string;
  /** Whatever the gate would say. */
  readonly isForced: boolean;
}

interface PublishedVersion {
  readonly kind: 'published' | 'unchanged';
  readonly version: number;
}

export type Published =
  | PublishedVersion
  | { readonly kind: 'unknown_pack' }
  /** Its golden set got worse; for a person to read. Nothing changed for those who ask. */
  | { readonly kind: 'gate_closed'; readonly reason: string }
  | { readonly kind: 'draft_keeps_changing' };

const triesMax = 5;

/**
 * Publishes the draft as the next version. It is searched only once the store has switched to it, so that a publication
 * that breaks off anywhere leaves the served version whole; what it staged is replaced by the next one. The caller sees
 * to it that nobody else publishes the same pack meanwhile.
 */
export async function publishPack(
  parts: PublishParts,
  tenantId: TenantId,
  wish: PublishWish,
): Promise<Published> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const pack = await parts.knowledge.getPack(tenantId, wish.packId);
    if (pack === null) return await forgotten(parts, tenantId, wish.packId);
    const published = await publishOnce(parts, tenantId, pack, wish);
    if (published === 'draft_changed') continue;
    if (published.kind === 'unknown_pack') return await forgotten(parts, tenantId, wish.packId);
    if (published.kind !== 'gate_closed') await clearOldVersions(parts, tenantId, wish.packId);
    return published;
  }
  return { kind: 'draft_keeps_changing' };
}

async function publishOnce(
  parts: PublishParts,
  tenantId: TenantId,
  pack: Pack,
  wish: PublishWish,
): Promise<Exclude<Published, { kind: 'draft_keeps_changing' }> | 'draft_changed'> {
  const { knowledge } = parts;
  const { servedVersion, latestVersion } = pack;
  if (!pack.draft.isChanged && latestVersion > 0 && servedVersion === latestVersion)
    return { kind: 'unchanged', version: latestVersion };
  let stagedCount = 0;
  const onStaging: PublishWish['onProgress'] = (done, total) => {
    stagedCount = total;
    wish.onProgress(done, total);
  };
  const staged = await stageDraft(parts, tenantId, { ...wish, onProgress: onStaging });
  if (staged === 'draft_changed') return staged;
  if (staged === 'unknown_pack') return { kind: staged };
  wish.signal.throwIfAborted();
  const { passageCount, draftRevision } = staged;
  const { signal, isForced } = wish;
  const onProgress: PublishWish['onProgress'] = (done, total) =>
    wish.onProgress(stagedCount + done, stagedCount + total);
  const gate = await parts.checkGate(tenantId, { staged, servedVersion, isForced, signal, onProgress });
  if (gate.kind === 'closed') return { kind: 'gate_closed', reason: gate.reason };
  wish.signal.throwIfAborted();
  const nowMs = parts.nowMs();
  const { documentCount, curatedCount } = pack.draft;
  // Where the draft changed since the counts were read, nothing is published under them.
  const event = packPublishedEvent({ ...staged.pack, documentCount, curatedCount, passageCount }, nowMs);
  const outcome = await knowledge.publishVersion(tenantId, {
    ...staged.pack,
    draftRevision,
    passageCount,
    note: [wish.note, gate.note].filter((note) => note !== '').join('\n'),
    nowMs,
    events: [event],
  });
  if (outcome === 'published') return { kind: 'published', version: staged.pack.version };
  return outcome === 'draft_changed' ? outcome : { kind: 'unknown_pack' };
}

/** Retires what is beyond the number kept, and leaves in the search what can still be served, and nothing else. */
export async function clearOldVersions(
  { knowledge, search, versionsKept }: Pick<PublishParts, 'knowledge' | 'search' | 'versionsKept'>,
  tenantId: TenantId,
  packId: PackId,
): Promise<void> {
  await knowledge.retireVersions(tenantId, packId, versionsKept);
  await search.prune(tenantId, { packId, keep: await listKept(knowledge, tenantId, packId) });
}

const versionsPage = 200;

/** Retired versions are listed too, newest first: those that are kept are few, and near the beginning but for a served old one. */
async function listKept(knowledge: KnowledgeStore, tenantId: TenantId, packId: PackId): Promise<number[]> {
  const kept: number[] = [];
  for (let before: number | null = null; ; ) {
    const page = await knowledge.listVersions(tenantId, packId, { before, limit: versionsPage });
    kept.push(...page.filter(({ isRetired }) => !isRetired).map(({ version }) => version));
    before = page.at(-1)?.version ?? null;
    if (before === null || page.length < versionsPage) return kept;
  }
}

/** The pack was deleted meanwhile: what was staged for it goes too. */
async function forgotten(parts: PublishParts, tenantId: TenantId, packId: PackId): Promise<Published> {
  await parts.search.prune(tenantId, { packId, keep: [] });
  return { kind: 'unknown_pack' };
}
