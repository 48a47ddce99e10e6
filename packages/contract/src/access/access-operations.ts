import { creating, deletedResponse, jsonResponse, operationGroup } from '../api/operation.ts';
import { pageQuerySchema } from '../content/pack.ts';
import {
  apiKeyCreateRequestSchema,
  apiKeyLimits,
  apiKeyPageSchema,
  apiKeyParamsSchema,
  apiKeyRotateRequestSchema,
  apiKeySchema,
  apiKeyUpdateRequestSchema,
  issuedApiKeySchema,
} from './api-key.ts';
import {
  createdTenantSchema,
  tenantCreateRequestSchema,
  tenantPageSchema,
  tenantParamsSchema,
  tenantSchema,
  tenantUpdateRequestSchema,
} from './tenant.ts';

const keysPath = '/v1/api-keys';
const keyPath = `${keysPath}/{key_id}`;
const tenantsPath = '/v1/tenants';
const tenantPath = `${tenantsPath}/{tenant_id}`;

const keyOperation = operationGroup({ tag: 'access', scope: 'keys:manage', limit: 'audit' });
const tenantOperation = operationGroup({ tag: 'access', scope: 'tenants:manage', limit: 'audit' });

/** Keys of a tenant, and the tenants of the installation. */
export const accessOperations = {
  createApiKey: creating(
    keyOperation({
      operationId: 'createApiKey',
      method: 'POST',
      path: keysPath,
      summary: 'Create an API key',
      description: `The response contains the key, which is never shown again. A caller gives only scopes and groups that it has itself; others are refused with \`insufficient_scope\`. A tenant can have ${apiKeyLimits.activeMax.toLocaleString('en')} keys that work; another one is refused with \`invalid_state\`.`,
      request: { body: apiKeyCreateRequestSchema },
      responses: { 201: jsonResponse('The key.', issuedApiKeySchema, ['Location']) },
      problems: ['invalid_state'],
    }),
    'secret',
  ),
  listApiKeys: keyOperation({
    operationId: 'listApiKeys',
    method: 'GET',
    path: keysPath,
    summary: 'List API keys',
    description: 'Newest first, without the keys themselves.',
    request: { query: pageQuerySchema },
    responses: { 200: jsonResponse('A page of keys.', apiKeyPageSchema) },
    problems: ['invalid_cursor', 'validation_failed'],
  }),
  getApiKey: keyOperation({
    operationId: 'getApiKey',
    method: 'GET',
    path: keyPath,
    summary: 'Read an API key',
    description: 'Returns its scopes, its groups and whether it works.',
    request: { params: apiKeyParamsSchema },
    responses: { 200: jsonResponse('The key.', apiKeySchema) },
    problems: ['not_found'],
  }),
  updateApiKey: keyOperation({
    operationId: 'updateApiKey',
    method: 'PATCH',
    path: keyPath,
    summary: 'Change a publishable key',
    description:
      'Changes its name, the origins of its pages or the content packs that visitors may ask, within a second. What is left out stays. A secret key, and one that does not work any more, is refused with `invalid_state`.',
    request: { params: apiKeyParamsSchema, body: apiKeyUpdateRequestSchema },
    responses: { 200: jsonResponse('The key.', apiKeySchema) },
    problems: ['not_found', 'invalid_state'],
  }),
  rotateApiKey: creating(
    keyOperation({
      operationId: 'rotateApiKey',
      method: 'POST',
      path: `${keyPath}/rotate`,
      summary: 'Rotate an API key',
      description:
        'Returns a new key with the same name, scopes, groups, origins, content packs and lifetime. The old key works during the overlap. A key that does not work any more is refused with `invalid_state`, and one with more scopes than the caller with `insufficient_scope`.',
      request: { params: apiKeyParamsSchema, body: apiKeyRotateRequestSchema, bodyOptional: true },
      responses: { 201: jsonResponse('The new key.', issuedApiKeySchema, ['Location']) },
      problems: ['not_found', 'invalid_state'],
    }),
    'secret',
  ),
  revokeApiKey: keyOperation({
    operationId: 'revokeApiKey',
    method: 'DELETE',
    path: keyPath,
    summary: 'Revoke an API key',
    description: 'It stops working within a second, and stays in the list as `revoked`.',
    request: { params: apiKeyParamsSchema },
    responses: { 204: { ...deletedResponse, description: 'Revoked.' } },
    problems: ['not_found'],
  }),
  createTenant: creating(
    tenantOperation({
      operationId: 'createTenant',
      method: 'POST',
      path: tenantsPath,
      summary: 'Create a tenant',
      description:
        'With its first owner, if the request names one, who gets a one-time link. A name that another tenant has is refused with `invalid_state`.',
      request: { body: tenantCreateRequestSchema },
      responses: { 201: jsonResponse('The tenant.', createdTenantSchema, ['Location']) },
      problems: ['invalid_state'],
    }),
    'secret',
  ),
  listTenants: tenantOperation({
    operationId: 'listTenants',
    method: 'GET',
    path: tenantsPath,
    summary: 'List tenants',
    description: 'Newest first.',
    request: { query: pageQuerySchema },
    responses: { 200: jsonResponse('A page of tenants.', tenantPageSchema) },
    problems: ['invalid_cursor', 'validation_failed'],
  }),
  getTenant: tenantOperation({
    operationId: 'getTenant',
    method: 'GET',
    path: tenantPath,
    summary: 'Read a tenant',
    description: 'Returns its name and whether it is suspended.',
    request: { params: tenantParamsSchema },
    responses: { 200: jsonResponse('The tenant.', tenantSchema) },
    problems: ['not_found'],
  }),
  updateTenant: tenantOperation({
    operationId: 'updateTenant',
    method: 'PATCH',
    path: tenantPath,
    summary: 'Suspend or resume a tenant',
    description:
      'Takes effect within a second, and deletes nothing. The tenant of the caller itself cannot be suspended: that is refused with `invalid_state`.',
    request: { params: tenantParamsSchema, body: tenantUpdateRequestSchema },
    responses: { 200: jsonResponse('The tenant.', tenantSchema) },
    problems: ['not_found', 'invalid_state'],
  }),
} as const;
