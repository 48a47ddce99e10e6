/** Who may do what: API keys, tenants, people and how they sign in. */

// API keys.

export {
  type ApiKeyEntry,
  apiKeyCreateRequestSchema,
  apiKeyLimits,
  apiKeyRotateRequestSchema,
  apiKeyUpdateRequestSchema,
  keyOriginsSchema,
  keyPacksSchema,
  publishableScopes,
} from './access/api-key.ts';

// Tenants.

export {
  type TenantEntry,
  tenantCreateRequestSchema,
  tenantNamePattern,
  tenantNameRule,
  tenantUpdateRequestSchema,
} from './access/tenant.ts';

// People.

export {
  emailSchema,
  personNameSchema,
  type UserCreateRequest,
  type UserEntry,
  type UserLinkEntry,
  type UserUpdateRequest,
  userCreateRequestSchema,
  userLimits,
  userUpdateRequestSchema,
} from './access/user.ts';

// Signing in.

export {
  linkSignInRequestSchema,
  type MeEntry,
  type PasskeyEntry,
  passkeyAddRequestSchema,
  passkeySignInRequestSchema,
  passwordSignInRequestSchema,
  type SessionEntry,
  setPasswordRequestSchema,
  signInLimits,
} from './access/sign-in.ts';
