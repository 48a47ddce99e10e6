/**
 * The service as its own command line, benchmarks and campaigns start it: settings, an opened data folder,
 * and the app that is composed of them.
 */

// Settings.

export { type Config, loadConfig } from './config/load-config.ts';
export { readModelsFile } from './config/read-models-file.ts';
export { readModelsSettings } from './config/read-models-settings.ts';
export { settings } from './config/setting-table.ts';
export type { Setting } from './config/settings.ts';
export { readMasterKey } from './secrets/master-key.ts';

// Opening and composing.

export { createApp } from './app/create-app.ts';
export type { Installation } from './app/installation.ts';
export { recordsPath } from './app/installation-state.ts';
export { openModels } from './app/models/open-models.ts';
export { type DataFolder, openDataFolder } from './app/open-data-folder.ts';
export { prepareDemo } from './app/prepare-demo.ts';
export { composePackLoader } from './features/loading/compose/compose-pack-loader.ts';
export { verifyInstallation } from './features/log/compose/open-verification.ts';

// Keys and limits.

export { createAuthentication } from './features/keys/authenticate.ts';
export { createKey } from './features/keys/keys.ts';
export { createRateLimiter } from './limits/gcra.ts';

// How frameworks map to features.

export { frameworkNames, readFramework } from './features/evidence/frameworks/framework.ts';
