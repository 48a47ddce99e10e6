import type { Clock } from '@avow/foundation';
import type { DataFolder } from '../../../app/open-data-folder.ts';
import { type ApiKeys, createApiKeys } from '../keys.ts';
import { createTenants, type Tenants } from '../tenants.ts';

/** Keys and tenants, for the service and for the command line. */
export function composeKeys(
  { store: { access, people }, pepper }: Pick<DataFolder, 'store' | 'pepper'>,
  clock: Clock,
): { readonly apiKeys: ApiKeys; readonly tenants: Tenants } {
  const issuing = { access, pepper, clock };
  return { apiKeys: createApiKeys(issuing), tenants: createTenants({ ...issuing, people }) };
}
