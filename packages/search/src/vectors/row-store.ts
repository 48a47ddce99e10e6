import { rowBytesStep } from './dot-kernel.ts';
import type { QuantisedVector } from './quantise-vector.ts';
import { VectorArena } from './vector-arena.ts';

const emptyChunk = new Uint8Array(VectorArena.chunkBytes);

/** Vectors of one number of dimensions in an arena, by the order they came. */
export class RowStore {
  readonly #arena: VectorArena;
  readonly #dimensions: number;
  readonly #rowBytes: number;
  readonly #rowsPerChunk: number;
  readonly #chunks: number[] = [];
  #scales = new Float32Array(64);
  #count = 0;

  constructor(arena: VectorArena, dimensions: number) {
    this.#arena = arena;
    this.#dimensions = dimensions;
    this.#rowBytes = Math.ceil(dimensions / rowBytesStep) * rowBytesStep;
    this.#rowsPerChunk = Math.trunc(VectorArena.chunkBytes / this.#rowBytes);
  }

  get count(): number {
    return this.#count;
  }

  get bytes(): number {
    return this.#chunks.length * VectorArena.chunkBytes + this.#scales.byteLength;
  }

  add(vector: QuantisedVector): number {
    const row = this.#count;
    this.reserve(1);
    this.set(row, vector);
    return row;
  }

  /** Makes room for rows that will be set later; until then they are zero. */
  reserve(rows: number): void {
    this.#count += rows;
    while (this.#chunks.length * this.#rowsPerChunk < this.#count) {
      const chunk = this.#arena.take();
      this.#chunks.push(chunk);
      // It may come from another segment, whose numbers must not count.
      this.#arena.write(chunk, emptyChunk);
    }
    if (this.#count <= this.#scales.length) return;
    const larger = new Float32Array(Math.max(this.#count, this.#scales.length * 2));
    larger.set(this.#scales);
    this.#scales = larger;
  }

  set(row: number, { values, scale }: QuantisedVector): void {
    this.#scales[row] = scale;
    this.#arena.write(
      this.#address(row),
      new Uint8Array(values.buffer, values.byteOffset, values.byteLength),
    );
  }

  /** A view: valid until the arena changes. */
  get(row: number): QuantisedVector {
    const { buffer, byteOffset } = this.#arena.read(this.#address(row), this.#dimensions);
    const values = new Int8Array(buffer as ArrayBuffer, byteOffset, this.#dimensions);
    return { values, scale: this.#scales[row] ?? 0 };
  }

  setQuery(query: QuantisedVector): void {
    this.#arena.setQuery(query.values, this.#rowBytes);
  }

  /** Cosines of the query set last with the rows from `start` to `end`, but for the scale of the query. */
  compare({ start, end, into }: { start: number; end: number; into: Float32Array }): void {
    for (let row = start; row < end; ) {
      const inChunk = row % this.#rowsPerChunk;
      const count = Math.min(this.#rowsPerChunk - inChunk, end - row);
      const dots = this.#arena.dots({ address: this.#address(row), count, rowBytes: this.#rowBytes });
      for (let index = 0; index < count; index += 1)
        into[row - start + index] = (dots[index] ?? 0) * (this.#scales[row + index] ?? 0);
      row += count;
    }
  }

  free(): void {
    this.#arena.give(this.#chunks.splice(0));
    this.#count = 0;
  }

  #address(row: number): number {
    const chunk = this.#chunks[Math.trunc(row / this.#rowsPerChunk)] ?? 0;
    return chunk + (row % this.#rowsPerChunk) * this.#rowBytes;
  }
}
