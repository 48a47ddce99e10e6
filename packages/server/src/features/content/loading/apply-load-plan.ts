import type { PackId, TenantId } from '@avow/foundation';
import { AppError } from '@avow/foundation';
import type { ContentStore, DraftChange } from '../content-store.ts';
import { splitIntoBatches } from '../drafts/split-batches.ts';
import type { LoadPlan, PlannedDocument } from './load-plan.ts';
import type { TextSpool } from './open-text-spool.ts';

export interface ApplyParts {
  readonly content: ContentStore;
  readonly spool: TextSpool;
  readonly nowMs: () => number;
}

const documentsPerBatch = 64;
const spooledBytesPerBatch = 4 * 1024 * 1024;
const itemsPerBatch = 500;

/**
 * Applies the plan to the draft, in batches. All of it is provisional: `settleDraft` keeps it or undoes it. The caller must
 * hold the lock of the pack.
 */
export async function applyLoadPlan(
  { content, spool, nowMs }: ApplyParts,
  tenantId: TenantId,
  {
    packId,
    plan,
    signal,
  }: { readonly packId: PackId; readonly plan: LoadPlan; readonly signal: AbortSignal },
): Promise<void> {
  const commit = async (change: Omit<DraftChange, 'nowMs'>): Promise<void> => {
    signal.throwIfAborted();
    const provisional = { ...change, isProvisional: true, nowMs: nowMs() };
    if ((await content.changeDraft(tenantId, packId, provisional)) === null)
      throw new AppError('not_found', { detail: 'The content pack no longer exists.' });
  };
  const { change } = plan;
  for (const removeDocuments of splitIntoBatches(change.removeDocuments, itemsPerBatch))
    await commit({ removeDocuments });
  for (const removePairs of splitIntoBatches(change.removePairs, itemsPerBatch))
    await commit({ removePairs });
  for (const removeLoaded of splitIntoBatches(change.removeLoaded, itemsPerBatch))
    await commit({ removeLoaded });
  for (const documents of documentBatches(change.putDocuments)) {
    const putDocuments = [];
    for (const document of documents)
      putDocuments.push({ ...document, text: await spool.read(document.text) });
    await commit({ putDocuments });
  }
  for (const putPairs of splitIntoBatches(change.putPairs, itemsPerBatch)) await commit({ putPairs });
  for (const putLoaded of splitIntoBatches(change.putLoaded, itemsPerBatch)) await commit({ putLoaded });
}

function documentBatches(documents: readonly PlannedDocument[]): PlannedDocument[][] {
  const batches: PlannedDocument[][] = [];
  let batch: PlannedDocument[] = [];
  let bytes = 0;
  for (const document of documents) {
    if (
      batch.length >= documentsPerBatch ||
      (batch.length > 0 && bytes + document.text.bytes > spooledBytesPerBatch)
    ) {
      batches.push(batch);
      batch = [];
      bytes = 0;
    }
    batch.push(document);
    bytes += document.text.bytes;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}
