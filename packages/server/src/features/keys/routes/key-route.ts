import type { Clock } from '@avow/foundation';
import type { FastifyRequest } from 'fastify';
import type { Cursors } from '../../../http/cursor.ts';
import { principalOf } from '../../../http/request-facts.ts';
import type { Granter } from '../grant.ts';
import type { ApiKeys } from '../keys.ts';
import type { Tenants } from '../tenants.ts';

export interface KeyRoutes {
  readonly apiKeys: ApiKeys;
  readonly tenants: Tenants;
  readonly cursors: Cursors;
  readonly clock: Clock;
  readonly baseUrl: () => string;
}

/** The caller, as somebody who gives rights. */
export function readGranter(request: FastifyRequest): Granter {
  const { callerId, scopes, groups } = principalOf(request);
  return { actor: callerId, scopes, groups };
}
