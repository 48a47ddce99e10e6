import { newId, systemClock } from '@avow/foundation';
import type { SharedVersions } from '../../content/indexing/shared-versions.ts';
import type { Nodes } from '../nodes.ts';
import type { Store } from '../store.ts';
import { openCoordination } from './nodes/coordination.ts';
import { createNodes } from './nodes/create-nodes.ts';
import { type Leases, openLeases } from './nodes/leases.ts';
import { openPostgresStore, type PostgresStoreOptions } from './open-postgres-store.ts';
import { openSharedVersions } from './open-shared-versions.ts';
import { shareReads } from './share-reads.ts';

export interface PostgresRecords {
  readonly store: Store;
  readonly leases: Leases;
  readonly nodes: Nodes;
  /** The files of published versions. */
  readonly versions: SharedVersions;
  close(): Promise<void>;
}

/** Of the second in which a revoked key must stop working, half is for the cache of keys. */
const settingsKeptMs = 200;

/** Opens the records of an installation and what its nodes agree by. Throws an error for the operator if it must not. */
export async function openPostgresRecords(
  options: Omit<PostgresStoreOptions, 'nodeId'> & {
    /** How long an answer of another node is waited for. */
    readonly answersMsMax?: number;
  },
): Promise<PostgresRecords> {
  // Of this process and no other, so that nothing of an earlier one seems to be its own.
  const nodeId = newId('nod', systemClock.nowMs());
  const store = await openPostgresStore({ ...options, nodeId });
  const coordination = openCoordination(options.url);
  const leases = openLeases(coordination, nodeId);
  const versions = openSharedVersions(options.url);
  const settingsVersion = shareReads(store.readSettingsVersion, settingsKeptMs);
  const nodes = { ...createNodes({ ...options, coordination, leases, nodeId }), settingsVersion };
  return {
    store,
    leases,
    nodes,
    versions,
    async close() {
      await nodes.leave();
      await leases.close();
      await versions.close();
      await store.close();
      await coordination.close();
    },
  };
}
