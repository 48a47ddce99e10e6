import { installationRole } from './roles.ts';

/**
 * Fingerprints of the keys of the installation: a node that has others must not serve. A lease is what one process at a time
 * may do; its fence grows whenever another takes it, and times are those of the server's clock.
 */
export const installationTables = `
CREATE TABLE installation_keys (
  name TEXT PRIMARY KEY,
  fingerprint TEXT NOT NULL
);

CREATE TABLE leases (
  name TEXT PRIMARY KEY,
  holder TEXT NOT NULL,
  fence INTEGER NOT NULL,
  until_ms INTEGER NOT NULL
);
`;

/** What the verification of all logs reads besides. */
const verifiedTables = ['log_entries', 'log_nodes', 'dropped_records', 'holds', 'retentions'];

export const verificationRights = verifiedTables
  .map(
    (table) => `CREATE POLICY every_tenant ON ${table} FOR SELECT TO ${installationRole} USING (true);
GRANT SELECT ON ${table} TO ${installationRole};`,
  )
  .join('\n');
