import type { TenantId } from '@avow/foundation';
import type { VerificationSettings } from '../../log/compose/open-verification.ts';
import type { VerifiedTenant } from './verify-tenant.ts';

/** What the thread that verifies is given. */
export interface VerifyWork {
  readonly settings: VerificationSettings;
  readonly tenantId: TenantId;
}

export type FromVerify =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'ended'; readonly verified: VerifiedTenant };
