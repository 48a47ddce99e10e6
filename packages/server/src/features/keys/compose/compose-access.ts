import type { Clock } from '@avow/foundation';
import type { DataFolder } from '../../../app/open-data-folder.ts';
import { createPeople, type People } from '../../people/people.ts';
import { type ApiKeys, createApiKeys } from '../keys.ts';
import { createTenants, type Tenants } from '../tenants.ts';

export interface Access {
  readonly apiKeys: ApiKeys;
  readonly tenants: Tenants;
  readonly users: People;
}

/** Tenants, and the keys and people that act for them: for the service and for the command line. */
export function composeAccess(
  { store: { access, people, content }, pepper }: Pick<DataFolder, 'store' | 'pepper'>,
  clock: Clock,
): Access {
  const issuing = { access, pepper, clock };
  return {
    apiKeys: createApiKeys({ ...issuing, content }),
    tenants: createTenants({ ...issuing, people }),
    users: createPeople({ store: people, pepper, clock }),
  };
}
