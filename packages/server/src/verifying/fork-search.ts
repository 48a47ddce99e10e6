import type { RangeFault } from './fault.ts';
import type { SignedTree } from './signed-trees.ts';

/**
 * Looks for the first signed tree that is not how the log begins; between it and the last one that is, something was
 * changed. It is told each root as the log is made again, so that nobody has to keep them.
 */
export class ForkSearch {
  readonly #log: { readonly tenantId: string; readonly size: number };
  readonly #trees: Iterator<SignedTree>;
  /** The next that is to be weighed; none where all were, or one does not fit. */
  #next: SignedTree | undefined;
  #start = 0;
  #fork: RangeFault | null = null;

  /** The trees come by size. */
  constructor(log: { readonly tenantId: string; readonly size: number }, trees: Iterable<SignedTree>) {
    this.#log = log;
    this.#trees = trees[Symbol.iterator]();
    this.#next = this.#trees.next().value;
  }

  /** For every size that is reached, from 0 on; the root is made only where somebody signed one. */
  reach(size: number, makeRoot: () => Uint8Array): void {
    // A size that no tree has hides none of those that come after it.
    while (this.#next !== undefined && this.#next.size < size) this.#weigh(this.#next, null);
    if (this.#next?.size !== size) return;
    const made = Buffer.from(makeRoot()).toString('hex');
    while (this.#next?.size === size) this.#weigh(this.#next, made);
  }

  /** Where leaves are missing, it is not known of the trees after them whether they fit. */
  end(): RangeFault | null {
    while (this.#next !== undefined) this.#weigh(this.#next, null);
    return this.#fork;
  }

  #weigh({ size, root, knownBy }: SignedTree, made: string | null): void {
    const { tenantId, size: logSize } = this.#log;
    const fault = { tenantId, messageId: null, field: knownBy };
    if (size > logSize) {
      const why = `A tree of ${size} entries was signed, and the log has ${logSize}: those after them are gone.`;
      this.#fork = { ...fault, leaves: { start: logSize, end: size }, why };
    } else if (made !== null && made !== root) {
      const why = `The first ${size} entries do not make the root that was signed of them: at least one of these was changed later, with all that is derived from it.`;
      this.#fork = { ...fault, leaves: { start: this.#start, end: size }, why };
    }
    this.#start = size;
    this.#next = this.#fork === null ? this.#trees.next().value : undefined;
  }
}
