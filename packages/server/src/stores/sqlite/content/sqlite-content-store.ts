import type { ContentStore } from '../../../content/content-store.ts';
import type { SqliteChannels } from '../threads/sqlite-channels.ts';
import { createSqliteDrafts } from './sqlite-drafts.ts';
import { createSqlitePacks } from './sqlite-packs.ts';
import { createSqliteServed } from './sqlite-served.ts';
import { createSqliteVersions } from './sqlite-versions.ts';

export function createSqliteContentStore(channels: SqliteChannels): ContentStore {
  return {
    ...createSqlitePacks(channels),
    ...createSqliteDrafts(channels),
    ...createSqliteVersions(channels),
    ...createSqliteServed(channels),
  };
}
