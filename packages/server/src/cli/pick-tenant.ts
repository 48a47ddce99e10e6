import type { TenantId } from '@avow/foundation';
import { UserError } from '@avow/foundation';
import type { DataFolder } from '../app/open-data-folder.ts';
import type { Config } from '../config/load-config.ts';
import type { Tenant } from '../features/keys/access-store.ts';
import { cleanLine } from './clean-line.ts';

export const tenantOption = [
  '--tenant <tenant>',
  'id or name; AVOW_TENANT by default, or the only tenant there is',
] as const;

type Store = Pick<DataFolder, 'store'>;
type Settings = Pick<Config, 'dataDir' | 'tenant'>;

/** The tenant of a command: the one that the option names, else AVOW_TENANT, else the only one there is. */
export async function pickTenant(
  data: Store,
  settings: Settings,
  option: string | undefined,
): Promise<Tenant> {
  if (option !== undefined) return await findTenant(data, settings, option);
  if (settings.tenant !== null)
    return await findTenant(data, settings, settings.tenant, ' that AVOW_TENANT names');
  const tenants = await data.store.access.listTenants();
  const [only] = tenants;
  if (only === undefined) throw noTenantYet(settings);
  if (tenants.length > 1)
    throw new UserError(
      `There are ${tenants.length} tenants in ${settings.dataDir}: ${namesOf(tenants)}. Choose one with --tenant NAME, or set AVOW_TENANT=NAME.`,
    );
  return only;
}

/** The tenant by this id or name. `origin` says where the name comes from, if not from the command line. */
export async function findTenant(
  { store: { access } }: Store,
  settings: Settings,
  wanted: string,
  origin = '',
): Promise<Tenant> {
  const found = (await access.getTenant(wanted as TenantId)) ?? (await access.findTenantByName(wanted));
  if (found !== null) return found;
  const tenants = await access.listTenants();
  if (tenants.length === 0) throw noTenantYet(settings);
  throw new UserError(
    `The tenant ${cleanLine(wanted, wantedCodePointsMax)}${origin} does not exist in ${settings.dataDir}. The tenants there: ${namesOf(tenants)}.`,
  );
}

const wantedCodePointsMax = 80;
const namesShownMax = 20;

function noTenantYet({ dataDir }: Settings): UserError {
  return new UserError(`There is no tenant in ${dataDir} yet. Create one with "avow tenants create NAME".`);
}

function namesOf(tenants: readonly Tenant[]): string {
  const names = tenants.map(({ name }) => name).sort();
  const more = names.length - namesShownMax;
  return `${names.slice(0, namesShownMax).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
