import type { TableDefinition } from '../../sql/define-table.ts';
import { installationRole, tenantRole } from './roles.ts';

/** Who may do what on a table: what it says of itself. */
type TableRights = Pick<TableDefinition, 'name' | 'installation' | 'tenant'>;

const allRights = 'SELECT, INSERT, UPDATE, DELETE';

/** Row-level security for rows of tenants: without a tenant the setting is empty or missing, and no row matches. */
function secureRows({ name, installation, tenant = allRights }: TableRights): string {
  const isReading = installation === 'SELECT';
  const ofInstallation =
    installation === undefined
      ? ''
      : `CREATE POLICY every_tenant ON ${name} ${isReading ? 'FOR SELECT ' : ''}TO ${installationRole}
  USING (true)${isReading ? '' : ' WITH CHECK (true)'};
GRANT ${installation} ON ${name} TO ${installationRole};`;
  return `ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY;
ALTER TABLE ${name} FORCE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON ${name} TO ${tenantRole}
  USING (tenant_id = current_setting('avow.tenant_id', true))
  WITH CHECK (tenant_id = current_setting('avow.tenant_id', true));
GRANT ${tenant} ON ${name} TO ${tenantRole};
${ofInstallation}`;
}

/** What secures a table once it was created. One without tenants has the same rows for everybody. */
function secureTable(table: TableRights & Pick<TableDefinition, 'columns'>): string {
  if (table.columns.includes('tenant_id')) return secureRows(table);
  const grant = (rights: string, role: string) => `GRANT ${rights} ON ${table.name} TO ${role};`;
  const ofTenants = table.tenant === undefined ? [] : [grant(table.tenant, tenantRole)];
  return [grant(table.installation ?? '', installationRole), ...ofTenants].join('\n');
}

/** The same for tables of tenants that only PostgreSQL has, behind the statements that create them. */
export function securedSql(sql: string): string {
  const created = [...sql.matchAll(/CREATE TABLE (\w+)/g)].map(([, name = '']) => name);
  return [sql, ...created.map((name) => secureRows({ name }))].join('\n');
}

/** Creates a table on PostgreSQL, and secures it. */
export const createSecured = (table: TableDefinition) =>
  `${table.createSql('postgres')}\n${secureTable(table)}`;
