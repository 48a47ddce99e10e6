/** Roles of people and scopes of keys, without schemas. */

// Roles, and how people with them sign in.

export { allGroups, type Role, roleScopes, roles, type SignInMethod } from './access/roles.ts';

// Scopes.

export { defaultScopes, type Scope, scopes } from './values/enumerations.ts';
