import type { Range } from '@avow/audit';
import type { RangeReport } from '../verifying/check-range.ts';

export type ToChecker = readonly [tenantId: string, range: Range] | 'close';

export type FromChecker =
  | { readonly kind: 'progress'; readonly leaves: number }
  | { readonly kind: 'checked'; readonly report: RangeReport };
