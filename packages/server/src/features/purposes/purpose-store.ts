import type { CallerId, TenantId } from '@avow/foundation';
import type { LogPlace } from '@avow/ledger';

/** What records are read for, in the words of the tenant. */
export interface Purpose {
  /** What requests and the log name it by. */
  readonly id: string;
  readonly title: string;
}

export interface Purposes {
  /** Whether content is shown only to those who name one. */
  readonly isRequired: boolean;
  readonly purposes: readonly Purpose[];
}

export const noPurposes: Purposes = { isRequired: false, purposes: [] };

export interface PurposeStore {
  getPurposes(tenantId: TenantId): Promise<Purposes>;
  /** Also appends to the log. */
  setPurposes(
    tenantId: TenantId,
    purposes: Purposes,
    by: { readonly atMs: number; readonly actor: CallerId | 'operator' },
  ): Promise<LogPlace>;
}
