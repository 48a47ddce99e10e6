type Growing = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

/** Numbers in the order they came, without the objects that an ordinary array of millions would make. */
export class GrowingArray<Kind extends Growing> {
  readonly #type: new (
    length: number,
  ) => Kind;
  #values: Kind;
  #length = 0;

  constructor(type: new (length: number) => Kind) {
    this.#type = type;
    this.#values = new type(1024);
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new this.#type(this.#length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length] = value;
    this.#length += 1;
  }

  /** A view, which the next `push` may leave behind. */
  values(): Kind {
    return this.#values.subarray(0, this.#length) as Kind;
  }
}
