import { useState } from 'react';

export interface RowSelection {
  readonly ids: readonly string[];
  has(id: string): boolean;
  toggle(id: string): void;
  /** All of these, or none if all of them are chosen. */
  toggleAll(ids: readonly string[]): void;
  clear(): void;
}

/** Rows of a list that are chosen. What is no longer listed is no longer chosen. */
export function useSelection(listed: readonly string[]): RowSelection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const ids = listed.filter((id) => chosen.has(id));
  return {
    ids,
    has: (id) => chosen.has(id),
    toggle: (id) => {
      const next = new Set(chosen);
      if (!next.delete(id)) next.add(id);
      setChosen(next);
    },
    toggleAll: (all) => setChosen(all.every((id) => chosen.has(id)) ? new Set() : new Set(all)),
    clear: () => setChosen(new Set()),
  };
}
