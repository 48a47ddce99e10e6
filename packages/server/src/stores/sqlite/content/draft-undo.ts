import type { DatabaseSync } from 'node:sqlite';
import { prepareReads } from '../prepare-reads.ts';

type UndoKind = 'document' | 'pair' | 'loaded';

export interface UndoPlace {
  readonly tenantId: string;
  readonly packId: string;
}

/** What one id was before a load began. */
interface PriorState {
  readonly kind: UndoKind;
  readonly id: string;
  readonly prior: string | null;
}

export type UndoRow = Pick<PriorState, 'id' | 'prior'>;

/** What a draft was before a load that is neither published nor kept yet. */
export interface DraftUndo {
  /** The first state recorded for an id is kept: a load may change it twice. */
  record(place: UndoPlace, prior: PriorState): void;
  /** Somebody else has changed the id since. */
  discard(place: UndoPlace, kind: UndoKind, id: string): void;
  list(place: UndoPlace, kind: UndoKind): UndoRow[];
  hasAny(place: UndoPlace): boolean;
  /** Whether there was anything. */
  clear(place: UndoPlace): boolean;
}

export function prepareUndo(database: DatabaseSync): DraftUndo {
  const record = database.prepare('INSERT OR IGNORE INTO draft_undo VALUES (?, ?, ?, ?, ?)');
  const discard = database.prepare(
    'DELETE FROM draft_undo WHERE tenant_id = ? AND pack_id = ? AND kind = ? AND item_id = ?',
  );
  const list = prepareReads(database)<UndoRow>(
    'SELECT item_id AS id, prior FROM draft_undo WHERE tenant_id = ? AND pack_id = ? AND kind = ?',
  );
  const find = database.prepare('SELECT 1 FROM draft_undo WHERE tenant_id = ? AND pack_id = ? LIMIT 1');
  const clear = database.prepare('DELETE FROM draft_undo WHERE tenant_id = ? AND pack_id = ?');
  return {
    record: ({ tenantId, packId }, { kind, id, prior }) => void record.run(tenantId, packId, kind, id, prior),
    discard: ({ tenantId, packId }, kind, id) => void discard.run(tenantId, packId, kind, id),
    list: ({ tenantId, packId }, kind) => list.all(tenantId, packId, kind),
    hasAny: ({ tenantId, packId }) => find.get(tenantId, packId) !== undefined,
    clear: ({ tenantId, packId }) => clear.run(tenantId, packId).changes !== 0,
  };
}
