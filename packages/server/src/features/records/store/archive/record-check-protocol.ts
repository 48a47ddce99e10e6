import type { Range, RangeReport } from '@avow/ledger';

export type ToChecker = readonly [tenantId: string, range: Range] | 'close';

export type FromChecker =
  | { readonly kind: 'progress'; readonly leaves: number }
  | { readonly kind: 'checked'; readonly report: RangeReport };
