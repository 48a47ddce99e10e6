import { fileURLToPath } from 'node:url';
import { systemClock } from '@avow/foundation';
import type { Config } from '../config/load-config.ts';
import type { Tenant } from '../features/keys/access-store.ts';
import { ensureDemoTenant } from '../features/keys/demo.ts';
import { composePackLoader } from '../features/loading/compose/compose-pack-loader.ts';
import type { DataFolder } from './open-data-folder.ts';
import { openParser } from './open-parser.ts';

/** This product's own documentation, and the handbook of a fictional company. */
const demoFolders = ['../../../../docs/guide', '../../demo/handbook'];

/** Long enough for another node to prepare it. */
const waitMs = 120_000;

/** Gives an installation without tenants one with content to try; null if there is one already. */
export async function prepareDemo(
  data: DataFolder,
  config: Pick<Config, 'confinement'>,
  onProgress: (done: number, total: number) => void,
): Promise<Tenant | null> {
  const prepared = await data.tryLock('demonstration', { waitMs }, () =>
    prepareAlone(data, config, onProgress),
  );
  return prepared.kind === 'done' ? prepared.value : null;
}

async function prepareAlone(
  data: DataFolder,
  config: Pick<Config, 'confinement'>,
  onProgress: (done: number, total: number) => void,
): Promise<Tenant | null> {
  const tenant = await ensureDemoTenant(data.store.access, systemClock.nowMs());
  if (tenant === null) return null;
  const loader = composePackLoader(data, () => openParser(config));
  for (const folder of demoFolders) {
    const path = fileURLToPath(new URL(folder, import.meta.url));
    await loader.load(tenant.tenantId, path, { skipFaulty: false, onProgress });
  }
  return tenant;
}
