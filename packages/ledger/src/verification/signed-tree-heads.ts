import type { Sha256 } from '@avow/ledger-log/tree';
import { describeLine } from './anchored-line.ts';
import type { ArchivedCheckpoint } from './archive.ts';

/** A signed tree head, and where it was found. */
export interface SignedTreeHead {
  readonly size: number;
  /** In hexadecimal. */
  readonly root: string;
  /** `checkpoints`, or the anchor file and the line in it. */
  readonly knownBy: string;
}

// Byte offsets of the fields of a tree head: its size, the line it was first read from (0: the database), its root, the
// digest of its note, and whether the database has it.
const sizeAt = 0;
const lineAt = 8;
const rootAt = 16;
const noteAt = 48;
const storedAt = 80;
const treeBytes = 81;
const treesInBlock = 4096;

/**
 * All signed tree heads of a log, each note once. A log that grows all the time is signed six million times a year, so a
 * tree head takes about a hundred bytes of a buffer instead of an object.
 */
export class SignedTreeHeads implements Iterable<SignedTreeHead> {
  readonly #tenantId: string;
  readonly #sha256: Sha256<Uint8Array>;
  readonly #blocks: Buffer[] = [];
  #length = 0;
  /** A hash table with linear probing, by the digest of the note: the number of a tree head, counted from 1; 0: free. */
  #slots = new Uint32Array(1024);
  /** Null: a tree head was added since the last sort. */
  #order: Uint32Array | null = null;
  #checkpoints = 0;
  #anchored = 0;
  #newest: { readonly size: number; readonly root: string } | null = null;

  constructor(tenantId: string, sha256: Sha256<Uint8Array>) {
    this.#tenantId = tenantId;
    this.#sha256 = sha256;
  }

  get length(): number {
    return this.#length;
  }

  /** The numbers of rows and lines, duplicates included, and the largest tree head in the database. */
  get counts() {
    return { checkpoints: this.#checkpoints, anchored: this.#anchored, newest: this.#newest };
  }

  /**
   * Adds a checkpoint whose note was verified and matches it. `line`: the line of the anchor file; null: it is from the
   * database.
   */
  add(checkpoint: ArchivedCheckpoint, line: number | null): void {
    const index = this.#length;
    if (index % treesInBlock === 0) this.#blocks.push(Buffer.alloc(treesInBlock * treeBytes));
    const { block, start } = this.#locate(index);
    const digest = this.#digest(checkpoint.note);
    block.writeDoubleLE(checkpoint.size, start + sizeAt);
    block.writeDoubleLE(line ?? 0, start + lineAt);
    block.write(checkpoint.root, start + rootAt, 'hex');
    block.set(digest, start + noteAt);
    this.#length++;
    this.#order = null;
    // A quarter stays free, which keeps probe sequences short.
    if (this.#length > this.#slots.length * 0.75) this.#widen();
    else this.#slots[this.#slotOf(digest)] = this.#length;
    this.#count(index, line);
  }

  /** Counts the checkpoint and returns true if the same note with the same size and root was added before. */
  addIfKnown({ size, root, note }: ArchivedCheckpoint, line: number | null): boolean {
    const number = this.#slots[this.#slotOf(this.#digest(note))] ?? 0;
    if (number === 0) return false;
    const known = this.#read(number - 1);
    if (known.size !== size || known.root !== root) return false;
    this.#count(number - 1, line);
    return true;
  }

  /** Ordered by size, then by insertion, so that a line of an anchor comes before the database. */
  *[Symbol.iterator](): Generator<SignedTreeHead> {
    for (const index of this.#bySize()) yield this.#read(index);
  }

  /** The first tree head for whose size the database has no checkpoint. */
  findMissingInDatabase(): SignedTreeHead | null {
    let first = Infinity;
    let run = { size: Number.NaN, first: 0, isStored: true };
    const endRun = () => {
      if (!run.isStored) first = Math.min(first, run.first);
    };
    for (const index of this.#bySize()) {
      const { block, start } = this.#locate(index);
      const size = block.readDoubleLE(start + sizeAt);
      if (size !== run.size) {
        endRun();
        run = { size, first: index, isStored: false };
      }
      if (block[start + storedAt] === 1) run.isStored = true;
    }
    endRun();
    return first === Infinity ? null : this.#read(first);
  }

  #locate(index: number): { readonly block: Buffer; readonly start: number } {
    const block = this.#blocks[Math.floor(index / treesInBlock)];
    if (block === undefined) throw new Error(`there is no signed tree ${index}`);
    return { block, start: (index % treesInBlock) * treeBytes };
  }

  #read(index: number): SignedTreeHead {
    const { block, start } = this.#locate(index);
    const line = block.readDoubleLE(start + lineAt);
    return {
      size: block.readDoubleLE(start + sizeAt),
      root: block.toString('hex', start + rootAt, start + noteAt),
      knownBy: line === 0 ? 'checkpoints' : describeLine(this.#tenantId, line),
    };
  }

  #count(index: number, line: number | null): void {
    if (line !== null) {
      this.#anchored++;
      return;
    }
    this.#checkpoints++;
    const { block, start } = this.#locate(index);
    block[start + storedAt] = 1;
    const { size, root } = this.#read(index);
    if (this.#newest === null || size >= this.#newest.size) this.#newest = { size, root };
  }

  #digest(note: string): Buffer {
    return Buffer.from(this.#sha256(Buffer.from(note)));
  }

  /** The slot of the note, or the free one where it belongs. */
  #slotOf(digest: Buffer): number {
    const { length } = this.#slots;
    for (let slot = digest.readUInt32LE() % length; ; slot = (slot + 1) % length) {
      const number = this.#slots[slot] ?? 0;
      if (number === 0 || this.#noteOf(number - 1).equals(digest)) return slot;
    }
  }

  #noteOf(index: number): Buffer {
    const { block, start } = this.#locate(index);
    return block.subarray(start + noteAt, start + storedAt);
  }

  #widen(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2);
    for (let index = 0; index < this.#length; index++)
      this.#slots[this.#slotOf(this.#noteOf(index))] = index + 1;
  }

  #bySize(): Uint32Array {
    if (this.#order !== null) return this.#order;
    const sizeOf = (index: number) => {
      const { block, start } = this.#locate(index);
      return block.readDoubleLE(start + sizeAt);
    };
    const order = new Uint32Array(this.#length);
    let isSorted = true;
    for (let index = 0; index < order.length; index++) {
      order[index] = index;
      if (index > 0 && sizeOf(index) < sizeOf(index - 1)) isSorted = false;
    }
    // Usually true, because checkpoints are anchored in the order of signing.
    this.#order = isSorted
      ? order
      : order.sort((left, right) => sizeOf(left) - sizeOf(right) || left - right);
    return this.#order;
  }
}
