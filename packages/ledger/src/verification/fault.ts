import type { Range } from '@avow/ledger-log/tree';

/** The first inconsistency that was found. */
export interface Fault {
  /** Null: it does not belong to a known tenant. */
  readonly tenantId: string | null;
  /** One leaf if it is known which, otherwise the smallest range that must contain it; null: not in a leaf. */
  readonly leaves: Range | null;
  readonly messageId: string | null;
  /** The table and column, the field of a record, or the file. */
  readonly field: string;
  /** In plain words. */
  readonly why: string;
}

/** Thrown for the first fault: there is no report of an invalid log that could be mistaken for a good one. */
export class FaultFound extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault.why);
    this.name = 'FaultFound';
    this.fault = fault;
  }
}

/** A fault in a range of entries. */
export type RangeFault = Fault & { readonly leaves: Range };

/** A fault in one entry or its record. */
export interface LeafFault extends Fault {
  readonly leaves: Range;
  /**
   * `own`: the fault shows in the entry and its record. `other`: it shows only in what another entry says about them, so
   * it may be the other entry that was changed.
   */
  readonly shownBy: 'own' | 'other';
}

/** A fault in one leaf, without the position of the leaf. */
export interface LeafFaultDetails {
  readonly messageId?: string | null;
  readonly field: string;
  readonly why: string;
  readonly shownBy?: LeafFault['shownBy'];
}

export const isLeafFault = (found: LeafFault | LeafFaultDetails): found is LeafFault => 'leaves' in found;

export function leafFault(tenantId: string, leafIndex: number, details: LeafFaultDetails): LeafFault {
  const { messageId = null, field, why, shownBy = 'own' } = details;
  return { tenantId, leaves: { start: leafIndex, end: leafIndex + 1 }, messageId, field, why, shownBy };
}

/** A fault in an entry itself takes precedence over one that only other entries show; otherwise the first in the log does. */
export function firstFault<Found extends LeafFault>(left: Found | null, right: Found | null): Found | null {
  if (left === null || right === null) return left ?? right;
  if (left.shownBy !== right.shownBy) return left.shownBy === 'own' ? left : right;
  return right.leaves.start < left.leaves.start ? right : left;
}
