import type { TenantId } from '@avow/foundation';

/** Why something was changed, in the words of its author: sealed beside the log, so that it can be erased. */
export interface ReasonStore {
  /** Of the entries at these places, as far as they have one that was not erased. */
  readReasons(
    tenantId: TenantId,
    indexes: readonly number[],
  ): Promise<ReadonlyArray<readonly [leafIndex: number, reason: string]>>;
  /** For ever: nobody can open it any more. The entry stays as it is. False: it has none. */
  eraseReason(
    tenantId: TenantId,
    leafIndex: number,
    by: { readonly atMs: number; readonly actor: string },
  ): Promise<boolean>;
}
