import { loadPackFolder } from '../packages/server/src/app/load-pack-folder.ts';
import { openDataFolder } from '../packages/server/src/app/open-data-folder.ts';
import { loadConfig } from '../packages/server/src/config/load-config.ts';
import type { TenantId } from '../packages/server/src/interfaces/identity.ts';

/** Loads a folder into an installation, and says when it begins: whoever started it may end it at any moment. */
const [directory = '', tenantId = '', folder = ''] = process.argv.slice(2);
const data = await openDataFolder(loadConfig({ AVOW_DATA_DIR: directory }));
process.stdout.write('begun\n');
await loadPackFolder(data, tenantId as TenantId, folder, { skipFaulty: false, onProgress: () => undefined });
await data.close();
