import type { Operation, Statements } from '@avow/storage';

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
  record(place: UndoPlace, prior: PriorState): Operation<void>;
  /** Somebody else has changed the id since. */
  discard(place: UndoPlace, kind: UndoKind, id: string): Operation<void>;
  list(place: UndoPlace, kind: UndoKind): Operation<UndoRow[]>;
  hasAny(place: UndoPlace): Operation<boolean>;
  /** Whether there was anything. */
  clear(place: UndoPlace): Operation<boolean>;
}

export function prepareUndo({ read, change }: Statements): DraftUndo {
  const record = change(
    `INSERT INTO draft_undo (tenant_id, pack_id, kind, item_id, prior) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
  );
  const discard = change(
    'DELETE FROM draft_undo WHERE tenant_id = ? AND pack_id = ? AND kind = ? AND item_id = ?',
  );
  const list = read<UndoRow>(
    'SELECT item_id AS id, prior FROM draft_undo WHERE tenant_id = ? AND pack_id = ? AND kind = ?',
  );
  const find = read('SELECT 1 FROM draft_undo WHERE tenant_id = ? AND pack_id = ? LIMIT 1');
  const clear = change('DELETE FROM draft_undo WHERE tenant_id = ? AND pack_id = ?');
  return {
    record: ({ tenantId, packId }, { kind, id, prior }) => record.put(tenantId, packId, kind, id, prior),
    discard: ({ tenantId, packId }, kind, id) => discard.put(tenantId, packId, kind, id),
    list: ({ tenantId, packId }, kind) => list.all(tenantId, packId, kind),
    *hasAny({ tenantId, packId }) {
      return (yield* find.first(tenantId, packId)) !== null;
    },
    *clear({ tenantId, packId }) {
      return (yield* clear.run(tenantId, packId)) !== 0;
    },
  };
}
