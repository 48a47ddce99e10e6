import { systemClock } from '../clock/clock.ts';
import { UserError } from '../errors/user-error.ts';
import { newId } from '../ids/typeid.ts';
import type { TenantId } from '../interfaces/identity.ts';
import type { Pack } from '../interfaces/knowledge-store.ts';
import { publishPackFolder } from '../knowledge/publish-pack.ts';
import { type FileFault, readPackFolder } from '../knowledge/read-pack-folder.ts';
import type { DataFolder } from './open-data-folder.ts';

export interface LoadedPack {
  readonly kind: 'published' | 'unchanged';
  readonly pack: Pack;
  readonly faults: readonly FileFault[];
}

/** Reads a folder and publishes it whole, or, where files are faulty and may not be skipped, not at all. */
export async function loadPackFolder(
  data: Pick<DataFolder, 'store' | 'search' | 'exclusively'>,
  tenantId: TenantId,
  folder: string,
  options: { readonly skipFaulty: boolean; readonly onProgress: (done: number, total: number) => void },
): Promise<LoadedPack> {
  const { content, faults } = await readPackFolder(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === undefined) throw error;
    throw new UserError(`The folder ${folder} cannot be read (${error.code}).`, { cause: error });
  });
  if (faults.length > 0 && !options.skipFaulty) {
    const list = faults.map(({ file, reason }) => `  ${file}: ${reason}`).join('\n');
    throw new UserError(
      `Nothing was loaded, since some files cannot be:\n${list}\nMend them, or load the rest with --skip-faulty.`,
    );
  }
  const published = await publishPackFolder(
    {
      knowledge: data.store.knowledge,
      search: data.search,
      exclusively: data.exclusively,
      nowMs: systemClock.nowMs(),
      newId: (prefix) => newId(prefix, systemClock.nowMs()),
    },
    tenantId,
    content,
    options.onProgress,
  );
  return { ...published, faults };
}
