/**
 * What nodes on one PostgreSQL database agree by: leases, the clock of the server, and the keys of the
 * installation.
 */

// Leases and time.

export { type Coordination, openCoordination, serverNowMs } from './postgres/nodes/coordination.ts';
export { coordinationTables } from './postgres/nodes/coordination-tables.ts';
export { type Lease, type Leases, openLeases } from './postgres/nodes/leases.ts';
export { createServerClock, type ServerClock } from './postgres/nodes/server-clock.ts';

// Keys of the installation.

export {
  claimKeys,
  fingerprintOf,
  hasInstallation,
  insertFingerprints,
  readFingerprints,
  type SharedKey,
} from './postgres/nodes/installation-keys.ts';
