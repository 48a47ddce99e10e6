import type { OperationId } from '@avow/contract';
import type { Handler } from '../../../http/handler.ts';
import type { KeyRoutes } from './key-route.ts';
import * as keys from './keys.ts';
import * as tenants from './tenants.ts';

/** The handlers of the operations on keys and tenants, by their ids. */
export function keyHandlers(routes: KeyRoutes) {
  return {
    createApiKey: keys.createApiKey(routes),
    listApiKeys: keys.listApiKeys(routes),
    getApiKey: keys.getApiKey(routes),
    rotateApiKey: keys.rotateApiKey(routes),
    revokeApiKey: keys.revokeApiKey(routes),
    createTenant: tenants.createTenant(routes),
    listTenants: tenants.listTenants(routes),
    getTenant: tenants.getTenant(routes),
    updateTenant: tenants.updateTenant(routes),
  } satisfies Readonly<Partial<Record<OperationId, Handler>>>;
}
