import { systemClock } from '../clock/clock.ts';
import { UserError } from '../errors/user-error.ts';
import { newId } from '../ids/typeid.ts';
import type { PackId, TenantId } from '../interfaces/identity.ts';
import type { Pack } from '../interfaces/knowledge-store.ts';
import { publishPackFolder, removePack } from '../knowledge/publish-pack.ts';
import { type FileFault, readPackFolder } from '../knowledge/read-pack-folder.ts';
import type { DataFolder } from './open-data-folder.ts';

export interface LoadedPack {
  readonly kind: 'published' | 'unchanged';
  readonly pack: Pack;
  readonly faults: readonly FileFault[];
}

const packsMax = 1000;

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
  const packs = await data.store.knowledge.listPacks(tenantId);
  if (packs.length >= packsMax && !packs.some(({ name }) => name === content.name)) {
    throw new UserError(`A tenant has at most ${packsMax} content packs: remove one first.`);
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

/** Removes a pack, unless somebody is loading at this moment: both at once could leave a pack that is found by nobody. */
export async function removeLoadedPack(
  data: Pick<DataFolder, 'store' | 'search' | 'exclusively'>,
  tenantId: TenantId,
  packId: PackId,
): Promise<void> {
  const parts = { knowledge: data.store.knowledge, search: data.search };
  const outcome = await data.exclusively(() => removePack(parts, tenantId, packId));
  if (outcome.kind === 'busy') throw new UserError('Another load is running. Try again when it has ended.');
}
