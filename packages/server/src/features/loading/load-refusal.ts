import type { JobFault } from '../jobs/job-store.ts';
import { packFile } from './folder/open-pack-folder.ts';
import type { LoadPlan } from './load-plan.ts';
import { countActions } from './loading.ts';

export interface RefusalOptions {
  readonly skipFaulty: boolean;
  readonly isForced: boolean;
}

const listedMax = 20;

/** Why a plan is not applied, even if a person confirms it; null if it may be applied. */
export function findRefusal(plan: LoadPlan, { skipFaulty, isForced }: RefusalOptions): string | null {
  const { faults, skipped } = plan;
  const ofPack = faults.filter(({ file }) => file === packFile);
  // The file names the pack and the groups of its content: without it, access to the content is undefined.
  if (ofPack.length > 0) return `Nothing was changed, since ${packFile} has faults:\n${listOf(ofPack)}`;
  if (faults.length > 0 && !skipFaulty)
    return `Nothing was changed, since some files cannot be read:\n${listOf(faults)}\nRepair them, or load the rest with --skip-faulty.`;
  if (isNothing(plan))
    return [
      'Nothing was changed, since the folder holds nothing that can be loaded. Is it mounted, and the right one?',
      ...(skipped.length > 0 ? [listOf(skipped)] : []),
    ].join('\n');
  if (removesMost(plan) && !isForced) {
    const { removed } = countActions(plan);
    const total = plan.documentCount + plan.pairCount;
    return `Nothing was changed, since this would remove ${removed} of the ${total} documents and pairs of ${plan.name}, more than half. If that is intended, say why with --force.`;
  }
  return null;
}

function isNothing({ items, unchangedCount, leftAlone }: LoadPlan): boolean {
  const isInFolder = items.some(({ action }) => action !== 'remove');
  return !isInFolder && unchangedCount === 0 && leftAlone.every(({ reason }) => reason !== 'removed_by_hand');
}

function listOf(faults: readonly JobFault[]): string {
  const lines = faults.slice(0, listedMax).map(({ file, reason }) => `  ${file}: ${reason}`);
  const more = faults.length > listedMax ? [`  and ${faults.length - listedMax} more`] : [];
  return [...lines, ...more].join('\n');
}

/** An unmounted or wrong folder looks like a folder from which most files were removed. */
export function removesMost({ items, documentCount, pairCount }: LoadPlan): boolean {
  return countActions({ items }).removed * 2 > documentCount + pairCount;
}

/** Whether content is removed or overwritten: such a plan needs confirmation. */
export function isDestructive({ items }: Pick<LoadPlan, 'items'>): boolean {
  return items.some(({ action, replaces }) => action === 'remove' || replaces.length > 0);
}
