import { createLog } from '@avow/foundation/log';
import { createApp, loadConfig, openDataFolder, openModels, readModelsSettings } from '@avow/server';
import { timeModels } from './time-models.ts';

/*
 * The service as `avow serve` puts it together, with a clock on its embedded models. Its parent is sent
 * {"url":…} once it listens; each message of the parent is answered with what the models took since the last.
 */
const settings = Object.entries(process.env).filter(([name]) => name.startsWith('AVOW_'));
const config = loadConfig(Object.fromEntries(settings));
if (config.modelsFile === null) throw new Error('there is no file of language models');
const data = await openDataFolder(config, { forServing: true });
const log = createLog(config.logLevel);
const { close, ...opened } = await openModels(
  config,
  readModelsSettings(config.modelsFile, process.env),
  log,
);
const { models, take } = timeModels(opened);
const app = await createApp({ config, data, ...opened, ...models, log });
const url = await app.listen();
process.on('message', () => process.send?.(take()));
process.once('SIGTERM', async () => {
  await app.close();
  await close();
  await data.close();
  process.exit(0);
});
process.send?.({ url });
