import type { RangeFault } from './fault.ts';
import type { SignedTreeHead } from './signed-tree-heads.ts';

/**
 * Finds the first signed tree head that the log does not extend. Something was changed between it and the last one that
 * the log does extend. It receives each root while the tree is rebuilt, so that roots need not be stored.
 */
export class ForkSearch {
  readonly #log: { readonly tenantId: string; readonly size: number };
  readonly #trees: Iterator<SignedTreeHead>;
  /** The next one to compare; undefined after the last one or the first mismatch. */
  #next: SignedTreeHead | undefined;
  #start = 0;
  #fork: RangeFault | null = null;

  /** The tree heads must be ordered by size. */
  constructor(log: { readonly tenantId: string; readonly size: number }, trees: Iterable<SignedTreeHead>) {
    this.#log = log;
    this.#trees = trees[Symbol.iterator]();
    this.#next = this.#trees.next().value;
  }

  /** To be called for every size, starting at 0. The root is computed only if a tree head of this size was signed. */
  visit(size: number, makeRoot: () => Uint8Array): void {
    // A size that no tree can have must not hide the tree heads after it.
    while (this.#next !== undefined && this.#next.size < size) this.#compare(this.#next, null);
    if (this.#next?.size !== size) return;
    const made = Buffer.from(makeRoot()).toString('hex');
    while (this.#next?.size === size) this.#compare(this.#next, made);
  }

  /** If leaves are missing, the tree heads after the gap cannot be compared. */
  end(): RangeFault | null {
    while (this.#next !== undefined) this.#compare(this.#next, null);
    return this.#fork;
  }

  #compare({ size, root, knownBy }: SignedTreeHead, made: string | null): void {
    const { tenantId, size: logSize } = this.#log;
    const fault = { tenantId, messageId: null, field: knownBy };
    if (size > logSize) {
      const why = `A tree of ${size} entries was signed, but the log has ${logSize}: the entries after them are missing.`;
      this.#fork = { ...fault, leaves: { start: logSize, end: size }, why };
    } else if (made !== null && made !== root) {
      const why = `The first ${size} entries do not have the root that was signed: at least one of these was changed later, with all hashes derived from it.`;
      this.#fork = { ...fault, leaves: { start: this.#start, end: size }, why };
    }
    this.#start = size;
    this.#next = this.#fork === null ? this.#trees.next().value : undefined;
  }
}
