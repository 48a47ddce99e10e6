import type { Range } from '@avow/audit';
import type { Archive } from '../interfaces/archive.ts';
import { checkLeaf, type LeafState } from './check-leaf.ts';
import type { Digests } from './digests.ts';
import { firstFault, type LeafFault, leafFault } from './fault.ts';
import { KnownExpiries } from './known-expiries.ts';
import type { LeafContext } from './leaf-context.ts';

export interface RangeReport {
  readonly fault: LeafFault | null;
  readonly counts: Readonly<Record<LeafState, number>>;
}

/** Leaves of one snapshot. */
const pageLength = 512;

export const noLeaves: RangeReport['counts'] = { whole: 0, emptied: 0, dropped: 0, deed: 0 };

/** Checks entries and their records, page by page: each page is of one moment, with all that was done up to then. */
export class RangeChecker {
  readonly #context: LeafContext;

  constructor(parts: { readonly archive: Archive; readonly digests: Digests; readonly tenantId: string }) {
    this.#context = { ...parts, expiries: new KnownExpiries(parts.archive, parts.tenantId) };
  }

  /** Up to the first that does not fit by itself. `onProgress` is told how many more were checked. */
  check({ start, end }: Range, onProgress: (leaves: number) => void): RangeReport {
    const counts = { ...noLeaves };
    let fault: LeafFault | null = null;
    for (let from = start; from < end; from += pageLength) {
      const page = { start: from, end: Math.min(end, from + pageLength) };
      fault = firstFault(fault, this.#checkPage(page, counts));
      if (fault?.shownBy === 'own') break;
      onProgress(page.end - page.start);
    }
    return { fault, counts };
  }

  #checkPage(page: Range, counts: Record<LeafState, number>): LeafFault | null {
    try {
      return this.#context.archive.inSnapshot(() => this.#checkLeaves(page, counts));
    } catch (error) {
      // Something in it cannot even be read: which one, shows where each is read alone.
      if (page.end - page.start === 1) return this.#unreadable(page.start, error);
      for (let index = page.start; index < page.end; index++) {
        const fault = this.#checkPage({ start: index, end: index + 1 }, counts);
        if (fault !== null) return fault;
      }
      throw error;
    }
  }

  #unreadable(leafIndex: number, error: unknown): LeafFault {
    const cause = error instanceof Error ? error.message : String(error);
    return leafFault(this.#context.tenantId, leafIndex, {
      field: 'log_entries',
      why: `The entry or its record cannot be read: ${cause}`,
    });
  }

  #checkLeaves(page: Range, counts: Record<LeafState, number>): LeafFault | null {
    const { archive, tenantId, expiries } = this.#context;
    expiries.readOn();
    let fault: LeafFault | null = null;
    let expected = page.start;
    for (const leaf of archive.readLeaves(tenantId, page)) {
      if (leaf.leafIndex !== expected) break;
      expected++;
      const found = checkLeaf(leaf, this.#context);
      if (typeof found === 'string') counts[found]++;
      else fault = firstFault(fault, found);
      if (fault?.shownBy === 'own') return fault;
    }
    if (expected === page.end) return fault;
    return leafFault(tenantId, expected, {
      messageId: archive.findMessageAt(tenantId, expected),
      field: 'log_entries',
      why: 'The entry is missing.',
    });
  }
}
