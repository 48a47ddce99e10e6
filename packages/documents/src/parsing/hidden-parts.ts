/** Counts what a file hides from those who open it, and which is therefore left out. */
export class HiddenParts {
  readonly #counts = new Map<string, number>();

  /** `what` is in the singular, such as `sheet`. */
  add(what: string, count = 1): void {
    if (count > 0) this.#counts.set(what, (this.#counts.get(what) ?? 0) + count);
  }

  /** Such as `1 hidden sheet, 3 hidden rows`; null if nothing is hidden. */
  describe(): string | null {
    const counted = [...this.#counts].map(
      ([what, count]) => `${count} hidden ${what}${count === 1 ? '' : 's'}`,
    );
    return counted.length === 0 ? null : counted.join(', ');
  }
}
