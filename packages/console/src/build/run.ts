import { existsSync } from 'node:fs';
import { env } from 'node:process';
import { builtFolder } from './built-folder.ts';

/** Builds the console unless the build of the present sources is there already. */
const folder = builtFolder();
if (!existsSync(folder)) {
  // Libraries have slower, larger forms for development, which they choose by this as they are loaded.
  env['NODE_ENV'] = 'production';
  const { buildConsole } = await import('./build-console.ts');
  await buildConsole(folder);
}
