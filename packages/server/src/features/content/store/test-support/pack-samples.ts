import type { PackId, TenantId } from '@avow/foundation';
import { newId } from '@avow/foundation';
import { sampleTimeMs } from '../../../../storage/contract/samples.ts';
import type { ContentStore, DraftChange } from '../../content-store.ts';

export type PutDocument = NonNullable<DraftChange['putDocuments']>[number];
export type PutPair = NonNullable<DraftChange['putPairs']>[number];

/** Somebody of no group, at the time of the samples. */
export const anyone = { groups: [], nowMs: sampleTimeMs } as const;

export function sampleDocument(changes: Partial<PutDocument> = {}): PutDocument {
  const documentId = newId('doc', sampleTimeMs);
  return {
    documentId,
    source: `${documentId}.md`,
    title: 'A document',
    url: null,
    groups: [],
    format: 'markdown',
    contentHash: 'beef'.repeat(16),
    text: 'Some words.',
    ...changes,
  };
}

export function samplePair(changes: Partial<PutPair> = {}): PutPair {
  const curatedId = newId('qna', sampleTimeMs);
  return {
    curatedId,
    question: `What is ${curatedId}?`,
    alternatives: ['Or so?', 'Or “so”?'],
    answer: 'An answer.',
    source: 'qna.csv',
    url: 'https://example.org/qna',
    tags: ['one', 'two'],
    groups: [],
    validFromMs: null,
    validUntilMs: null,
    keys: [curatedId],
    ...changes,
  };
}

/** A pack with nothing in it. */
export async function newPack(
  content: ContentStore,
  tenantId: TenantId,
  { name, packId = newId('pack', sampleTimeMs) }: { readonly name?: string; readonly packId?: PackId } = {},
): Promise<PackId> {
  await content.createPack(tenantId, {
    packId,
    name: name ?? packId,
    description: 'A pack',
    nowMs: sampleTimeMs,
  });
  return packId;
}

/** Makes the draft as it stands the next version, which is then served. */
export async function publishDraft(
  content: ContentStore,
  tenantId: TenantId,
  packId: PackId,
): Promise<number> {
  const pack = await content.getPack(tenantId, packId);
  if (pack === null) throw new Error('there is no such pack');
  const version = pack.latestVersion + 1;
  const outcome = await content.publishVersion(tenantId, {
    packId,
    version,
    draftRevision: pack.draftRevision,
    passageCount: 7,
    note: `note ${version}`,
    nowMs: sampleTimeMs + version,
    events: [],
  });
  if (outcome !== 'published') throw new Error(`not published: ${outcome}`);
  return version;
}

/** A new pack whose first version is served. */
export async function servedPack(
  content: ContentStore,
  tenantId: TenantId,
  change: Pick<DraftChange, 'putDocuments' | 'putPairs'>,
): Promise<PackId> {
  const packId = await newPack(content, tenantId);
  await content.changeDraft(tenantId, packId, { nowMs: sampleTimeMs, ...change });
  await publishDraft(content, tenantId, packId);
  return packId;
}
