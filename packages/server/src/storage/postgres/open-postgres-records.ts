import { hostname } from 'node:os';
import { newId, systemClock } from '@avow/foundation';
import { createServerClock, type Leases, openCoordination, openLeases } from '@avow/storage/nodes';
import type { Nodes } from '../../features/nodes/nodes.ts';
import { lookAround } from '../../features/nodes/store/create-beat.ts';
import { createNodes } from '../../features/nodes/store/create-nodes.ts';
import type { SharedVersions } from '../../features/publication/indexing/shared-versions.ts';
import { openSharedVersions } from '../../features/publication/store/open-shared-versions.ts';
import { postgresMigrations } from '../schema/postgres-schema.ts';
import type { Store } from '../store.ts';
import { openPostgresStore, type PostgresStoreOptions } from './open-postgres-store.ts';
import { shareReads } from './share-reads.ts';

export interface PostgresRecords {
  readonly store: Store;
  readonly leases: Leases;
  readonly nodes: Nodes;
  /** The files of published versions. */
  readonly versions: SharedVersions;
  close(): Promise<void>;
}

export interface PostgresRecordsOptions extends Omit<PostgresStoreOptions, 'nodeId'> {
  /** Where this node searches passages: the same on all. */
  readonly search?: 'embedded' | 'postgres';
  /** How long an answer of another node is waited for. */
  readonly answersMsMax?: number;
}

/** Of the second in which a revoked key must stop working, half is for the cache of keys. */
const settingsKeptMs = 200;

/** Opens the records of an installation and what its nodes agree by. Throws an error for the operator if it must not. */
export async function openPostgresRecords(options: PostgresRecordsOptions): Promise<PostgresRecords> {
  // Of this process and no other, so that nothing of an earlier one seems to be its own.
  const nodeId = newId('nod', systemClock.nowMs());
  const clock = createServerClock(options.clock);
  const store = await openPostgresStore({ ...options, clock, nodeId });
  const coordination = openCoordination(options.url);
  const leases = openLeases(coordination, nodeId);
  const versions = openSharedVersions(options.url);
  const settingsVersion = shareReads(store.readSettingsVersion, settingsKeptMs);
  const own = { nodeId, host: hostname(), search: options.search ?? 'embedded' };
  const nodes = {
    ...createNodes({
      ...{ coordination, leases, clock, ...own, writes: store.writesWaiting },
      knownSchema: postgresMigrations.length,
      ...(options.answersMsMax === undefined ? {} : { answersMsMax: options.answersMsMax }),
    }),
    settingsVersion,
  };
  const close = async () => {
    await nodes.leave();
    await leases.close();
    await versions.close();
    await store.close();
    await coordination.close();
  };
  try {
    await lookAround({ coordination, clock, search: own.search });
  } catch (error) {
    await close();
    throw error;
  }
  return { store, leases, nodes, versions, close };
}
