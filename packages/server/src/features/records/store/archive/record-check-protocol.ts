import type { RangeReport } from '@avow/ledger/verification';
import type { Range } from '@avow/ledger-log/tree';

export type ToChecker = readonly [tenantId: string, range: Range] | 'close';

export type FromChecker =
  | { readonly kind: 'progress'; readonly leaves: number }
  | { readonly kind: 'checked'; readonly report: RangeReport };
