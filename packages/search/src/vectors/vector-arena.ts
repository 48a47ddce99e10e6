import { PassageSearchError } from '../passage-search-error.ts';
import { type DotKernel, instantiateDotKernel } from './dot-kernel.ts';
import { webAssembly } from './web-assembly.ts';

const pageBytes = 65_536;
/** What a WebAssembly memory can address. */
const pagesMax = 65_536;
const pagesPerGrowth = 64;

/**
 * The memory in which vectors lie to be scanned, lent out in chunks of one size: what one segment gives back fits any
 * other. A memory for each segment would be simpler, but each takes gigabytes of addresses, and there may be thousands.
 */
export class VectorArena {
  static readonly chunkBytes = 16_384;
  readonly #memory = new webAssembly.Memory({ initial: 1, maximum: pagesMax });
  readonly #kernel: DotKernel = instantiateDotKernel(this.#memory);
  readonly #free: number[] = [];
  readonly #query: number;
  readonly #results: number;
  #nextChunk = 0;
  #chunksTaken = 0;
  #bytes = new Uint8Array(this.#memory.buffer);

  constructor() {
    // The query has two bytes a number, and a row may fill a chunk.
    this.#query = this.take();
    this.take();
    this.#results = this.take();
  }

  get bytesTaken(): number {
    return this.#chunksTaken * VectorArena.chunkBytes;
  }

  /** The address of a chunk. */
  take(): number {
    this.#chunksTaken += 1;
    const returned = this.#free.pop();
    if (returned !== undefined) return returned;
    const address = this.#nextChunk;
    if (address + VectorArena.chunkBytes > this.#bytes.length) this.#grow();
    this.#nextChunk += VectorArena.chunkBytes;
    return address;
  }

  give(chunks: readonly number[]): void {
    this.#chunksTaken -= chunks.length;
    for (const chunk of chunks) this.#free.push(chunk);
  }

  write(address: number, bytes: Uint8Array): void {
    this.#bytes.set(bytes, address);
  }

  read(address: number, byteCount: number): Uint8Array {
    return this.#bytes.subarray(address, address + byteCount);
  }

  /** What the next `dots` are with; padded with zeros to `rowBytes`. */
  setQuery(values: Int8Array, rowBytes: number): void {
    const query = new Int16Array(this.#memory.buffer, this.#query, rowBytes).fill(0);
    query.set(values);
  }

  /** Valid until the next call. */
  dots(rows: { readonly address: number; readonly count: number; readonly rowBytes: number }): Int32Array {
    this.#kernel.dots(this.#query, rows.address, rows.count, rows.rowBytes, this.#results);
    return new Int32Array(this.#memory.buffer, this.#results, rows.count);
  }

  #grow(): void {
    const pages = Math.min(pagesPerGrowth, pagesMax - this.#bytes.length / pageBytes);
    try {
      if (pages < 1) throw new RangeError('no more addresses');
      this.#memory.grow(pages);
    } catch (cause) {
      this.#chunksTaken -= 1;
      throw new PassageSearchError('failed', 'there is no memory for more vectors', { cause });
    }
    this.#bytes = new Uint8Array(this.#memory.buffer);
  }
}
