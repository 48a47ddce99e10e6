import { type Scope, scopes } from '../values/enumerations.ts';

/** What a person does for a tenant. */
export const roles = ['owner', 'editor', 'reviewer', 'auditor', 'operator'] as const;
export type Role = (typeof roles)[number];

/**
 * The scopes of each role. An owner may do everything within the tenant. An operator runs the installation, and reads neither
 * questions nor answers.
 */
export const roleScopes: Readonly<Record<Role, readonly Scope[]>> = {
  owner: scopes.filter((scope) => scope !== 'tenants:manage'),
  editor: ['query:write', 'messages:read', 'content:manage'],
  reviewer: ['query:write', 'messages:read', 'review:decide'],
  auditor: ['messages:read', 'audit:read', 'audit:export', 'audit:sample', 'log:read'],
  operator: ['webhooks:manage', 'keys:manage', 'log:read', 'tenants:manage'],
};

/** Among the groups of a person or a key: they may name any. */
export const allGroups = '*';

export const userStatuses = ['active', 'disabled'] as const;
export const signInMethods = ['password', 'passkey', 'link', 'provider'] as const;
export type SignInMethod = (typeof signInMethods)[number];

export const tenantStatuses = ['active', 'suspended'] as const;
export const keyModes = ['live', 'test'] as const;
export const keyStatuses = ['active', 'expired', 'revoked'] as const;
