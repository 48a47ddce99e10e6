import type { DocumentParser } from '@avow/documents';
import type { TenantId } from '@avow/foundation';
import type { Pack } from '../content/content-store.ts';
import type { OpenedFolder } from './folder/open-pack-folder.ts';
import type { LoadPlan } from './load-plan.ts';
import { type ContentToPlan, type KnownContent, type PlanDependencies, planContent } from './loading.ts';
import { readSourceFile } from './read-source-file.ts';

export interface PlanOptions {
  readonly folder: OpenedFolder;
  /** Null: no pack of that name exists yet. */
  readonly pack: Pack | null;
  /** Adds content again that people removed from the draft. */
  readonly restore: boolean;
  /** Removes content that did not come from the folder. */
  readonly prune: boolean;
  readonly signal: AbortSignal;
  /** Counts the files of the folder. */
  readonly onProgress: (done: number, total: number) => void;
}

/** Plans what loading the folder would change in the draft, without changing it. Files unchanged since the last load are not read. */
export async function planPackFolder(
  parts: PlanDependencies,
  tenantId: TenantId,
  { folder, signal, onProgress, ...options }: PlanOptions,
): Promise<LoadPlan> {
  const { addFault, faults } = folder;
  return await planContent(parts, tenantId, {
    ...options,
    ...{ name: folder.name, groups: folder.groups, sourceId: null, addFault, faults },
    ...{ addSkipped: folder.addSkipped, addWithheld: folder.addSkipped },
    listSkipped: folder.listSkipped,
    read: (known) => readFolder(parts.parser.forOwner(tenantId), folder, { ...known, signal, onProgress }),
  });
}

async function* readFolder(
  parser: DocumentParser,
  folder: OpenedFolder,
  { knownHash, signal, onProgress }: KnownContent & Pick<PlanOptions, 'signal' | 'onProgress'>,
): AsyncGenerator<ContentToPlan> {
  const { sources, budget } = folder;
  const metadata = { title: null, url: null, groups: [], defaultGroups: folder.groups };
  for (const [position, source] of sources.entries()) {
    signal.throwIfAborted();
    onProgress(position, sources.length);
    const bytes = await folder.readFile(source);
    if (bytes === null) continue;
    const path = folder.pathOf(source);
    const named = path === source ? { source } : { source: path, readAs: source };
    for await (const item of readSourceFile({ parser, knownHash }, { ...named, bytes, metadata, budget })) {
      signal.throwIfAborted();
      yield item;
    }
  }
  onProgress(sources.length, sources.length);
}
