/** Removes what was added first, until no more than this many are left. */
export function dropOldest(entries: Map<string, unknown> | Set<string>, max: number): void {
  for (const oldest of entries.keys()) {
    if (entries.size <= max) return;
    entries.delete(oldest);
  }
}
