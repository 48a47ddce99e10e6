import type { Operation, Statements } from '@avow/storage';
import { setExcluded } from '@avow/storage';
import type { UndoPlace, UndoRow } from './draft-undo.ts';

export interface LoadedRow {
  readonly item_id: string;
  readonly file: string;
  /** The content of the file. */
  readonly given: string;
  /** Null: a person loaded it from a folder. */
  readonly source_id: string | null;
}

type LoadedContent = Omit<LoadedRow, 'item_id'>;

/** The content of a folder when it was last loaded, by the id of the document or pair. */
export interface LoadedWrites {
  change(
    place: UndoPlace,
    items: {
      readonly puts: readonly LoadedRow[];
      readonly removals: readonly string[];
    },
  ): Operation<void>;
  /** What `bringBack` needs to know of an id; null if there is nothing under it. */
  priorOf(place: UndoPlace, id: string): Operation<string | null>;
  bringBack(place: UndoPlace, priors: readonly UndoRow[]): Operation<void>;
}

export function prepareLoaded({ read, change }: Statements): LoadedWrites {
  const find = read<LoadedContent>(
    'SELECT file, given, source_id FROM loaded_items WHERE tenant_id = ? AND pack_id = ? AND item_id = ?',
  );
  const put = change(
    `INSERT INTO loaded_items (tenant_id, pack_id, item_id, file, given, source_id) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (tenant_id, pack_id, item_id) DO UPDATE SET ${setExcluded(['file', 'given', 'source_id'])}`,
  );
  const remove = change('DELETE FROM loaded_items WHERE tenant_id = ? AND pack_id = ? AND item_id = ?');
  return {
    *change({ tenantId, packId }, { puts, removals }) {
      for (const id of removals) yield* remove.put(tenantId, packId, id);
      for (const { item_id: id, file, given, source_id } of puts)
        yield* put.put(tenantId, packId, id, file, given, source_id);
    },
    *priorOf({ tenantId, packId }, id) {
      const found = yield* find.first(tenantId, packId, id);
      return found === null ? null : JSON.stringify(found);
    },
    *bringBack({ tenantId, packId }, priors) {
      for (const { id, prior } of priors) {
        yield* remove.put(tenantId, packId, id);
        if (prior === null) continue;
        // A load of an earlier release noted no source.
        const {
          file,
          given,
          source_id = null,
        }: Omit<LoadedContent, 'source_id'> & Partial<LoadedContent> = JSON.parse(prior);
        yield* put.put(tenantId, packId, id, file, given, source_id);
      }
    },
  };
}
