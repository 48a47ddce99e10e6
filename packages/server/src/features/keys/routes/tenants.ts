import { pageQuerySchema, tenantCreateRequestSchema, tenantUpdateRequestSchema } from '@avow/contract';
import type { TenantId } from '@avow/foundation';
import { AppError } from '@avow/foundation';
import type { Handler } from '../../../http/handler.ts';
import { principalOf } from '../../../http/request-facts.ts';
import { sendPage } from '../../../http/send-page.ts';
import { validate, validateParameters } from '../../../http/validate.ts';
import { idOf, sendEntry } from '../../content/routes/content-route.ts';
import { linkToWire, userToWire } from '../../people/people-wire.ts';
import { publicUrlOf } from '../../people/routes/users.ts';
import type { Tenant } from '../access-store.ts';
import { tenantToWire } from '../key-wire.ts';
import type { KeyRoutes } from './key-route.ts';

/** `POST /v1/tenants` */
export function createTenant(routes: KeyRoutes): Handler {
  return async (request, reply) => {
    const { name, owner: wanted = null } = validate(tenantCreateRequestSchema, request.body);
    const { callerId } = principalOf(request);
    const { tenant, owner } = await routes.tenants.create({ name, owner: wanted }, callerId);
    reply.code(201).header('location', `/v1/tenants/${tenant.tenantId}`);
    const first =
      owner === null
        ? null
        : { ...userToWire(owner.user), link: linkToWire(owner.link, publicUrlOf(routes)) };
    return sendEntry(reply, { ...tenantToWire(tenant), owner: first });
  };
}

/** `GET /v1/tenants` */
export function listTenants({ tenants, cursors }: KeyRoutes): Handler {
  return async (request, reply) => {
    const { tenantId } = principalOf(request);
    const { limit, cursor } = validateParameters(pageQuerySchema, request.query);
    const list = { tenantId, filter: 'tenants' };
    const before = cursor === undefined ? null : (cursors.read(cursor, list) as TenantId);
    const found = await tenants.list({ before, limit: limit + 1 });
    const lastOf = (tenant: Tenant) => tenant.tenantId;
    return await sendPage(reply, cursors, { list, limit, found, placeOf: lastOf, toWire: tenantToWire });
  };
}

/** `GET /v1/tenants/{tenant_id}` */
export function getTenant({ tenants }: KeyRoutes): Handler {
  return async (request, reply) =>
    sendEntry(reply, tenantToWire(await tenants.get(idOf(request, 'tenant_id', 'ten'))));
}

/** `PATCH /v1/tenants/{tenant_id}` */
export function updateTenant({ tenants }: KeyRoutes): Handler {
  return async (request, reply) => {
    const tenantId = idOf(request, 'tenant_id', 'ten');
    const { status } = validate(tenantUpdateRequestSchema, request.body);
    const caller = principalOf(request);
    if (status === 'suspended' && caller.tenantId === tenantId)
      throw new AppError('invalid_state', {
        detail: 'This is the tenant of the caller, who could not resume it. Use the command line.',
      });
    return sendEntry(reply, tenantToWire(await tenants.setStatus(tenantId, status, caller.callerId)));
  };
}
