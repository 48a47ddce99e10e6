import type { PairContent } from '../interfaces/content-packs.ts';
import type { PackId, TenantId } from '../interfaces/identity.ts';
import type { JobFault } from '../interfaces/job-store.ts';
import { shorten } from '../text/shorten.ts';
import { createDraftWriter, type DraftParts } from './draft-writer.ts';
import type { OpenedFolder } from './open-pack-folder.ts';
import { readPairsFile } from './pairs/read-pairs-file.ts';

const shownPointsMax = 80;

export interface Synced {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly removed: number;
  readonly faults: readonly JobFault[];
}

export interface SyncWish {
  readonly packId: PackId;
  readonly folder: OpenedFolder;
  readonly signal: AbortSignal;
  /** Of the files of the folder. */
  readonly onProgress: (done: number, total: number) => void;
}

/**
 * Makes the draft what the folder is. What did not change is not read again, what is gone is taken out, and everything is
 * committed as it is read: a load that is killed goes on where it was. A file that cannot be taken is a fault, and out of
 * the draft.
 */
export async function syncPackFolder(
  parts: DraftParts,
  tenantId: TenantId,
  { packId, folder, signal, onProgress }: SyncWish,
): Promise<Synced> {
  const writer = await createDraftWriter(parts, tenantId, packId, signal);
  const pairs = gatherPairs(parts, folder);
  const { addFault } = folder;
  const metadata = { title: null, url: null, groups: [], defaultGroups: folder.groups };
  for (const [position, source] of folder.sources.entries()) {
    signal.throwIfAborted();
    onProgress(position, folder.sources.length);
    const bytes = await folder.readFile(source);
    if (bytes === null) continue;
    // An empty file has nothing to cite, and is no fault.
    await writer.takeFile(
      { source, bytes, metadata, budget: folder.budget },
      { addFault, onPairs: pairs.take, onEmpty: () => undefined },
    );
  }
  await writer.flush();
  await writer.putPairs(pairs.all, { alone: true, addFault: (reason) => addFault('.', reason) });
  const removed = await writer.removeUnseen();
  onProgress(folder.sources.length, folder.sources.length);
  return { ...writer.counts(), removed, faults: folder.faults };
}

/** The pairs of all files together: a question stands in one of them. */
function gatherPairs({ parser }: Pick<DraftParts, 'parser'>, folder: OpenedFolder) {
  const all: PairContent[] = [];
  /** Where each question was first seen, for the same people and times. */
  const places = new Map<string, string>();
  const take = async (fileName: string, bytes: Uint8Array): Promise<void> => {
    const read = await readPairsFile({ fileName, bytes, parser });
    for (const { file, reason } of read.faults) folder.addFault(file, reason);
    for (const pair of read.pairs) {
      const groups = pair.groups.length > 0 ? pair.groups : folder.groups;
      const place = JSON.stringify([pair.question, groups, pair.validFromMs, pair.validUntilMs]);
      const seenIn = places.get(place);
      if (seenIn !== undefined)
        folder.addFault(
          fileName,
          `the question "${shorten(pair.question, shownPointsMax)}" is already in ${seenIn}`,
        );
      else {
        places.set(place, fileName);
        all.push({ ...pair, groups });
      }
    }
  };
  return { all, take };
}
