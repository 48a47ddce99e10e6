import type { Range } from '@avow/audit';

/** The first thing that does not fit. */
export interface Fault {
  /** Null: it is of no tenant, or of none that is known. */
  readonly tenantId: string | null;
  /** Where in the log: one leaf where it is known which, else the fewest among which it must be; null: in no leaf. */
  readonly leaves: Range | null;
  readonly messageId: string | null;
  /** The table and column, the field of a record, or the file. */
  readonly field: string;
  /** In plain words. */
  readonly why: string;
}

/** Of entries. */
export type RangeFault = Fault & { readonly leaves: Range };

/** Of one entry and what it stands for. */
export interface LeafFault extends Fault {
  readonly leaves: Range;
  /**
   * `own`: it shows in the entry and its record alone. `other`: in what another entry says of it, so that it may be that one
   * which was changed.
   */
  readonly shownBy: 'own' | 'other';
}

/** What is said of one leaf. */
export interface LeafWords {
  readonly messageId?: string | null;
  readonly field: string;
  readonly why: string;
  readonly shownBy?: LeafFault['shownBy'];
}

export const isLeafFault = (found: LeafFault | LeafWords): found is LeafFault => 'leaves' in found;

export function leafFault(tenantId: string, leafIndex: number, words: LeafWords): LeafFault {
  const { messageId = null, field, why, shownBy = 'own' } = words;
  return { tenantId, leaves: { start: leafIndex, end: leafIndex + 1 }, messageId, field, why, shownBy };
}

/** What shows in an entry itself goes before what only others say of it; of two alike the one that stands first. */
export function firstFault<Found extends LeafFault>(left: Found | null, right: Found | null): Found | null {
  if (left === null || right === null) return left ?? right;
  if (left.shownBy !== right.shownBy) return left.shownBy === 'own' ? left : right;
  return right.leaves.start < left.leaves.start ? right : left;
}
