import type { Range } from '@avow/ledger-log/tree';
import { firstFault, type LeafFault, leafFault } from './fault.ts';
import { inspectLeaf, type LeafState } from './inspect-leaf.ts';
import { KnownExpiries } from './known-expiries.ts';
import { KnownRules } from './known-rules.ts';
import type { LeafContext } from './leaf-context.ts';

export interface RangeReport {
  readonly fault: LeafFault | null;
  readonly counts: Readonly<Record<LeafState, number>>;
}

/** Leaves read in one snapshot. */
const pageLength = 512;

export const noLeaves: RangeReport['counts'] = { whole: 0, emptied: 0, dropped: 0, event: 0 };

/** Inspects entries and their records page by page. Each page is read in one snapshot, with all expiries up to then. */
export class RangeInspector {
  readonly #context: LeafContext;

  constructor(
    parts: Pick<LeafContext, 'archive' | 'digests' | 'tenantId'> & Partial<Pick<LeafContext, 'opensContent'>>,
  ) {
    this.#context = {
      opensContent: true,
      ...parts,
      expiries: new KnownExpiries(parts.archive, parts.tenantId),
      rules: new KnownRules(parts.archive, parts.tenantId),
    };
  }

  /** Stops at the first fault that shows in an entry itself. `onProgress` receives how many more leaves were inspected. */
  inspect({ start, end }: Range, onProgress: (leaves: number) => void): RangeReport {
    const counts = { ...noLeaves };
    let fault: LeafFault | null = null;
    for (let from = start; from < end; from += pageLength) {
      const page = { start: from, end: Math.min(end, from + pageLength) };
      fault = firstFault(fault, this.#inspectPage(page, counts));
      if (fault?.shownBy === 'own') break;
      onProgress(page.end - page.start);
    }
    return { fault, counts };
  }

  #inspectPage(page: Range, counts: Record<LeafState, number>): LeafFault | null {
    try {
      return this.#context.archive.inSnapshot(() => this.#inspectLeaves(page, counts));
    } catch (error) {
      // Some leaf of the page cannot be read: reading them one by one shows which.
      if (page.end - page.start === 1) return this.#unreadable(page.start, error);
      for (let index = page.start; index < page.end; index++) {
        const fault = this.#inspectPage({ start: index, end: index + 1 }, counts);
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

  #inspectLeaves(page: Range, counts: Record<LeafState, number>): LeafFault | null {
    const { archive, tenantId, expiries } = this.#context;
    expiries.readNew();
    let fault: LeafFault | null = null;
    let expected = page.start;
    for (const leaf of archive.readLeaves(tenantId, page)) {
      if (leaf.leafIndex !== expected) break;
      expected++;
      const found = inspectLeaf(leaf, this.#context);
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
