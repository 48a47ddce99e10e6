interface Entry<Key, Value> {
  readonly key: Key;
  value: Value;
  older: Entry<Key, Value> | null;
  newer: Entry<Key, Value> | null;
}

/**
 * A map that keeps its most recently used values. Entries are linked in the order of their last use: to move one to the end of
 * a `Map` means to delete it and add it again, which costs several times as much as the look-up.
 */
export class RecentMap<Key, Value> {
  readonly #entries = new Map<Key, Entry<Key, Value>>();
  readonly #sizeMax: number;
  #oldest: Entry<Key, Value> | null = null;
  #newest: Entry<Key, Value> | null = null;

  constructor(sizeMax: number) {
    this.#sizeMax = sizeMax;
  }

  /** Counts as a use. */
  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (entry !== this.#newest) {
      this.#unlink(entry);
      this.#append(entry);
    }
    return entry.value;
  }

  set(key: Key, value: Value): void {
    this.delete(key);
    if (this.#oldest !== null && this.#entries.size >= this.#sizeMax) this.delete(this.#oldest.key);
    const entry = { key, value, older: null, newer: null };
    this.#entries.set(key, entry);
    this.#append(entry);
  }

  delete(key: Key): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#unlink(entry);
  }

  deleteWhere(isWanted: (value: Value) => boolean): void {
    for (const { key, value } of this.#entries.values()) if (isWanted(value)) this.delete(key);
  }

  #append(entry: Entry<Key, Value>): void {
    entry.older = this.#newest;
    entry.newer = null;
    if (this.#newest === null) this.#oldest = entry;
    else this.#newest.newer = entry;
    this.#newest = entry;
  }

  #unlink({ older, newer }: Entry<Key, Value>): void {
    if (older === null) this.#oldest = newer;
    else older.newer = newer;
    if (newer === null) this.#newest = older;
    else newer.older = older;
  }
}
