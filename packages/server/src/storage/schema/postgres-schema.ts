import { coordinationTables } from '@avow/storage/nodes';
import { createSecured, installationRole, rolesSql, tenantRole } from '@avow/storage/postgres';
import { growLogFunction } from '../../features/log/store/grow-on-server.ts';
import { nodeTables, sharedRates } from '../../features/nodes/store/node-tables.ts';
import { indexTables } from '../../features/publication/store/index-tables.ts';
import { recordTables } from './record-tables.ts';

/** Changed to show that the installation can be written to. */
const writeProof = `CREATE TABLE write_proof (
  id bigint PRIMARY KEY CHECK (id = 1),
  written bigint NOT NULL
);
INSERT INTO write_proof (id, written) VALUES (1, 0);
GRANT SELECT, UPDATE ON write_proof TO ${installationRole};`;

const watchedTables = ['tenants', 'api_keys', 'guardrail_policies', 'calibrations', 'guarantees'];

/**
 * Another version after each change of what every query depends on, so that nodes read it again only then. Drawn and not
 * counted: after a failover to a server that lags behind, a count could come to the same number again.
 */
const settingsVersion = `CREATE TABLE settings_version (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  version text COLLATE "C" NOT NULL DEFAULT gen_random_uuid()::text
);
INSERT INTO settings_version DEFAULT VALUES;
GRANT SELECT, UPDATE ON settings_version TO ${installationRole}, ${tenantRole};
CREATE FUNCTION renew_settings_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE settings_version SET version = gen_random_uuid()::text;
  RETURN NULL;
END $$;
${watchedTables
  .map(
    (table) => `CREATE TRIGGER renew_settings_version AFTER INSERT OR UPDATE OR DELETE ON ${table}
  FOR EACH STATEMENT EXECUTE FUNCTION renew_settings_version();`,
  )
  .join('\n')}`;

/**
 * Forward only: a released migration is never edited, the next one is added below it. Nothing is released yet: until then the first one is
 * what the tables are now, and its text is written out with the first release.
 */
export const postgresMigrations: readonly string[] = [
  [
    rolesSql,
    ...[...recordTables, ...indexTables, ...nodeTables].map(createSecured),
    ...[coordinationTables, sharedRates, growLogFunction],
    ...[writeProof, settingsVersion],
  ].join('\n'),
];
