import { installationRole, tenantRole } from './roles.ts';

/** What the installation may do on tables of tenants; nothing on those that are not named. */
const installationRights: Readonly<Record<string, string>> = {
  tenants: 'SELECT, INSERT',
  api_keys: 'SELECT',
  tenant_keys: 'SELECT',
  // Who signs in, and with what, before the tenant is known; and what has expired.
  users: 'SELECT',
  passkeys: 'SELECT',
  user_links: 'SELECT, DELETE',
  sessions: 'SELECT, DELETE',
  // What a node left unfinished.
  messages: 'SELECT',
  record_secrets: 'SELECT',
  record_contents: 'SELECT',
  // What has expired, and events for every tenant.
  idempotency: 'SELECT, DELETE',
  idempotent_requests: 'SELECT, DELETE',
  message_journal: 'SELECT, DELETE',
  outbox: 'SELECT, INSERT, DELETE',
  // Events for every tenant, deliveries that are due, and those of long ago.
  webhook_endpoints: 'SELECT',
  webhook_deliveries: 'SELECT, INSERT, DELETE',
  // Jobs and loads that a node left unfinished, and jobs that ended long ago.
  jobs: 'SELECT, DELETE',
  draft_undo: 'SELECT',
  // What is to be read.
  sources: 'SELECT',
  // Which logs have grown since their last checkpoint.
  logs: 'SELECT',
  checkpoints: 'SELECT',
};

/** Tables without a tenant: the same rows for everybody. */
const installationTables: Readonly<Record<string, string>> = {
  built_in_policies: 'SELECT, INSERT',
  noted_times: 'SELECT, INSERT, DELETE',
  write_proof: 'SELECT, UPDATE',
  installation_keys: 'SELECT, INSERT, UPDATE',
  leases: 'SELECT, INSERT, UPDATE, DELETE',
  nodes: 'SELECT, INSERT, UPDATE, DELETE',
  announcements: 'SELECT, INSERT, DELETE',
  announcement_answers: 'SELECT, INSERT',
  crash_epoch: 'SELECT, INSERT',
  shared_rates: 'SELECT, INSERT, UPDATE, DELETE',
  settings_version: 'SELECT, UPDATE',
};

/** A tenant's own row is locked and changed, and never made or removed by the tenant's role. */
const tenantRights: Readonly<Record<string, string>> = { tenants: 'SELECT, UPDATE' };
const allRights = 'SELECT, INSERT, UPDATE, DELETE';

function secureTable(table: string): string {
  const rights = installationRights[table];
  const forInstallation =
    rights === undefined
      ? ''
      : `CREATE POLICY every_tenant ON ${table} TO ${installationRole} USING (true) WITH CHECK (true);
         GRANT ${rights} ON ${table} TO ${installationRole};`;
  // Without a tenant the setting is empty or missing, and no row matches.
  return `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
    ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;
    CREATE POLICY own_tenant ON ${table} TO ${tenantRole}
      USING (tenant_id = current_setting('avow.tenant_id', true))
      WITH CHECK (tenant_id = current_setting('avow.tenant_id', true));
    GRANT ${tenantRights[table] ?? allRights} ON ${table} TO ${tenantRole};
    ${forInstallation}`;
}

/** Row-level security and rights for the tables that a migration creates. Every table is a tenant's, or named above. */
export function secureTables(sql: string): string {
  const created = [...sql.matchAll(/CREATE (?:UNLOGGED )?TABLE (\w+)/g)].map(([, table = '']) => table);
  return created
    .map((table) => {
      const rights = installationTables[table];
      if (rights === undefined) return secureTable(table);
      return `GRANT ${rights} ON ${table} TO ${installationRole};`;
    })
    .join('\n');
}

export const sequenceRights = `GRANT USAGE ON SEQUENCE row_numbers TO ${tenantRole};`;
