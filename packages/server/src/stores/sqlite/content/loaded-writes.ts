import type { DatabaseSync } from 'node:sqlite';
import { prepareReads } from '../prepare-reads.ts';
import type { UndoPlace, UndoRow } from './draft-undo.ts';

export interface LoadedItem {
  readonly item_id: string;
  readonly file: string;
  /** The content of the file. */
  readonly given: string;
}

/** The content of a folder when it was last loaded, by the id of the document or pair. */
export interface LoadedWrites {
  change(
    place: UndoPlace,
    items: {
      readonly puts: readonly LoadedItem[];
      readonly removals: readonly string[];
    },
  ): void;
  /** What `bringBack` needs to know of an id; null if there is nothing under it. */
  priorOf(place: UndoPlace, id: string): string | null;
  bringBack(place: UndoPlace, priors: readonly UndoRow[]): void;
}

export function prepareLoaded(database: DatabaseSync): LoadedWrites {
  const find = prepareReads(database)<Pick<LoadedItem, 'file' | 'given'>>(
    'SELECT file, given FROM loaded_items WHERE tenant_id = ? AND pack_id = ? AND item_id = ?',
  );
  const put = database.prepare('INSERT OR REPLACE INTO loaded_items VALUES (?, ?, ?, ?, ?)');
  const remove = database.prepare(
    'DELETE FROM loaded_items WHERE tenant_id = ? AND pack_id = ? AND item_id = ?',
  );
  return {
    change: ({ tenantId, packId }, { puts, removals }) => {
      for (const id of removals) remove.run(tenantId, packId, id);
      for (const { item_id: id, file, given } of puts) put.run(tenantId, packId, id, file, given);
    },
    priorOf: ({ tenantId, packId }, id) => {
      const found = find.first(tenantId, packId, id);
      return found === null ? null : JSON.stringify(found);
    },
    bringBack: ({ tenantId, packId }, priors) => {
      for (const { id, prior } of priors) {
        remove.run(tenantId, packId, id);
        if (prior === null) continue;
        const { file, given }: Pick<LoadedItem, 'file' | 'given'> = JSON.parse(prior);
        put.run(tenantId, packId, id, file, given);
      }
    },
  };
}
