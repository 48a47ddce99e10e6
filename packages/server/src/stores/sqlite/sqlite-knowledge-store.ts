import type { KnowledgeStore } from '../../interfaces/knowledge-store.ts';
import type { SqliteChannels } from './sqlite-channels.ts';
import { createSqliteDrafts } from './sqlite-drafts.ts';
import { createSqlitePacks } from './sqlite-packs.ts';
import { createSqliteServed } from './sqlite-served.ts';
import { createSqliteVersions } from './sqlite-versions.ts';

export function createSqliteKnowledgeStore(channels: SqliteChannels): KnowledgeStore {
  return {
    ...createSqlitePacks(channels),
    ...createSqliteDrafts(channels),
    ...createSqliteVersions(channels),
    ...createSqliteServed(channels),
  };
}
