import { isInstalled, isOlder } from '../../app/installation-state.ts';
import { type DataFolder, openDataFolder } from '../../app/open-data-folder.ts';
import type { Config } from '../../config/load-config.ts';
import { type Look, warning } from './finding.ts';

/** Looks at the records, if there are any that this release can read as they are. */
export async function withRecords(
  config: Config,
  look: (data: DataFolder) => ReturnType<Look>,
): ReturnType<Look> {
  if (!(await isInstalled(config))) return warning('none yet');
  // Opening would upgrade it, which a command that only reads must not do.
  if (isOlder(config) || (config.databaseUrl !== null && (await isOutdated(config.databaseUrl))))
    return warning('the database is from an earlier version: the next start of the service upgrades it');
  const data = await openDataFolder(config);
  try {
    return await look(data);
  } finally {
    await data.close();
  }
}

async function isOutdated(url: string): Promise<boolean> {
  const { inspectDatabase } = await import('../../storage/postgres/inspect-database.ts');
  return (await inspectDatabase(url)).schema === 'older';
}
