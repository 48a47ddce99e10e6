/** The `capacity` best candidates by score. Of equal scores, those added first are kept. */
export class BestCandidates {
  readonly #capacity: number;
  readonly #scores: Float64Array;
  readonly #parts: Uint32Array;
  readonly #units: Uint32Array;
  #count = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#scores = new Float64Array(capacity);
    this.#parts = new Uint32Array(capacity);
    this.#units = new Uint32Array(capacity);
  }

  /** The score that a new candidate must exceed. */
  get threshold(): number {
    return this.#count < this.#capacity ? Number.NEGATIVE_INFINITY : (this.#scores[0] ?? 0);
  }

  /** `part` is the position of the segment among those searched. */
  offer(score: number, part: number, unit: number): void {
    if (this.#count < this.#capacity) {
      this.#count += 1;
      this.#rise(this.#count - 1, score, part, unit);
    } else if (score > (this.#scores[0] ?? 0)) {
      this.#sink(score, part, unit);
    }
  }

  list(): Array<{ readonly part: number; readonly unit: number; readonly score: number }> {
    return Array.from({ length: this.#count }, (_, at) => ({
      part: this.#parts[at] ?? 0,
      unit: this.#units[at] ?? 0,
      score: this.#scores[at] ?? 0,
    })).sort((one, other) => other.score - one.score || one.part - other.part || one.unit - other.unit);
  }

  // A heap with the worst on top; of equal scores the one that came last is the worse, and they come in order.
  #rise(from: number, score: number, part: number, unit: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isWorse(score, part, unit, parent)) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#put(at, score, part, unit);
  }

  #sink(score: number, part: number, unit: number): void {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.#count) break;
      const right = child + 1;
      if (
        right < this.#count &&
        this.#isWorse(this.#scores[right] ?? 0, this.#parts[right] ?? 0, this.#units[right] ?? 0, child)
      )
        child = right;
      if (this.#isWorse(score, part, unit, child)) break;
      this.#move(child, at);
      at = child;
    }
    this.#put(at, score, part, unit);
  }

  #isWorse(score: number, part: number, unit: number, at: number): boolean {
    const difference = score - (this.#scores[at] ?? 0);
    if (difference !== 0) return difference < 0;
    const partDifference = part - (this.#parts[at] ?? 0);
    return partDifference !== 0 ? partDifference > 0 : unit > (this.#units[at] ?? 0);
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#scores[from] ?? 0, this.#parts[from] ?? 0, this.#units[from] ?? 0);
  }

  #put(at: number, score: number, part: number, unit: number): void {
    this.#scores[at] = score;
    this.#parts[at] = part;
    this.#units[at] = unit;
  }
}
