import { tenantRole } from './roles.ts';

/** Another version after each change of what every query depends on, so that nodes read it again only then. */
export const settingsTable = `
CREATE TABLE settings_version (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  version TEXT NOT NULL DEFAULT gen_random_uuid()::text
);
INSERT INTO settings_version DEFAULT VALUES;
`;

const watchedTables = ['tenants', 'api_keys', 'guardrail_policies', 'calibrations'];

/** Drawn and not counted: after a failover to a server that lags behind, a count could come to the same number again. */
export const settingsTriggers = `
GRANT SELECT, UPDATE ON settings_version TO ${tenantRole};
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
  .join('\n')}
`;
