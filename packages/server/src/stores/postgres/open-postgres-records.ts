import { newId, systemClock } from '@avow/foundation';
import type { Store } from '../store.ts';
import { openCoordination } from './nodes/coordination.ts';
import { type Leases, openLeases } from './nodes/leases.ts';
import { openPostgresStore, type PostgresStoreOptions } from './open-postgres-store.ts';

export interface PostgresRecords {
  readonly store: Store;
  readonly leases: Leases;
  close(): Promise<void>;
}

/** Opens the records of an installation and what its nodes agree by. Throws an error for the operator if it must not. */
export async function openPostgresRecords(options: PostgresStoreOptions): Promise<PostgresRecords> {
  const store = await openPostgresStore(options);
  const coordination = openCoordination(options.url);
  const leases = openLeases(coordination, newId('nod', systemClock.nowMs()));
  return {
    store,
    leases,
    async close() {
      await leases.close();
      await store.close();
      await coordination.close();
    },
  };
}
