import type { TenantId } from '@avow/foundation';
import { composePackLoader, loadConfig, openDataFolder } from '@avow/server';
import { showHelp } from './show-help.ts';

/** Loads a folder into an installation, and says when it begins: the parent may kill it at any moment. */
const [directory = '', tenantId = '', folder = ''] = process.argv.slice(2);
showHelp('DIRECTORY TENANT FOLDER: loads a folder into an installation. Tests start it.');
const data = await openDataFolder(loadConfig({ AVOW_DATA_DIR: directory }));
process.stdout.write('begun\n');
await composePackLoader(data).load(tenantId as TenantId, folder, {
  skipFaulty: false,
  onProgress: () => undefined,
});
await data.close();
