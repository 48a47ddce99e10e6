import type { ColumnNames, Operation, SqlValue, Statements } from '@avow/storage';
import type { KeyRing } from '@avow/storage/sealing';
import { commitToItem } from './item-commitments.ts';

/** One of the two tables that keep texts as revisions, see `packs-schema.ts`. */
export interface RevisionTable<Put extends PutRevision> {
  readonly name: 'documents' | 'curated_pairs';
  readonly idColumn: string;
  /** What makes two revisions the same, together with what is stored in another table. */
  readonly contentColumns: ColumnNames<Put['content']>;
  /** Reads and writes what is kept in another table. */
  hasSameParts(rowId: number, put: Put): Operation<boolean>;
  insertParts(tenantId: string, rowId: number, put: Put): Operation<void>;
  /** What is kept there, as the log commits to it. */
  partsOf(put: Put): string | readonly string[];
  /** A row as it would be put. */
  toPut(id: Put['id'], rowId: number, content: Put['content']): Operation<Put>;
}

export interface PutRevision {
  readonly id: string;
  readonly content: object;
}

export interface DraftPlace {
  readonly tenantId: string;
  readonly packId: string;
  /** What new rows get. */
  readonly revision: number;
  readonly nowMs: number;
}

interface StoredPlace {
  readonly row_id: number;
  readonly from_version: number | null;
}

type StoredRow<Put extends PutRevision> = StoredPlace & Put['content'];

const inDraftSql = 'removed = 0 AND until_version IS NULL';

function prepareStatements<Put extends PutRevision>(
  { read, change, insertNumbered }: Statements,
  table: RevisionTable<Put>,
) {
  const { name, idColumn, contentColumns } = table;
  const find = (condition: string) =>
    read<StoredRow<Put>>(
      `SELECT row_id, from_version, ${contentColumns.join(', ')} FROM ${name}
       WHERE tenant_id = ? AND pack_id = ? AND ${idColumn} = ? AND ${condition}`,
    );
  const placeColumns = [
    ...['tenant_id', 'pack_id', 'revision', 'updated_at_ms', 'removed', 'commitment', idColumn],
  ];
  return {
    findInDraft: find(inDraftSql),
    findTakenOut: find('removed = 1'),
    findRevision: read<{ readonly revision: number }>(
      `SELECT revision FROM ${name} WHERE tenant_id = ? AND pack_id = ? AND ${idColumn} = ? AND ${inDraftSql}`,
    ),
    findElsewhere: read(
      `SELECT 1 FROM ${name} WHERE tenant_id = ? AND ${idColumn} = ? AND pack_id <> ? LIMIT 1`,
    ),
    setRemoved: change(`UPDATE ${name} SET removed = ? WHERE row_id = ?`),
    remove: change(`DELETE FROM ${name} WHERE row_id = ?`),
    insert: insertNumbered<Record<string, SqlValue>>({
      ...{ table: name, number: 'row_id', columns: [...placeColumns, ...contentColumns] },
    }),
  };
}

/** Changes of a draft in one of the two tables. `onTextRemoved` is called if a row was deleted. */
export class RevisionWrites<Put extends PutRevision> {
  readonly #table: RevisionTable<Put>;
  readonly #statements: ReturnType<typeof prepareStatements<Put>>;
  readonly #keys: KeyRing;
  readonly #onTextRemoved: () => void;

  constructor(
    statements: Statements,
    table: RevisionTable<Put>,
    { keys, onTextRemoved }: { readonly keys: KeyRing; readonly onTextRemoved: () => void },
  ) {
    this.#table = table;
    this.#keys = keys;
    this.#statements = prepareStatements(statements, table);
    this.#onTextRemoved = onTextRemoved;
  }

  /** Null: the draft has nothing under the id. */
  *revisionOf({ tenantId, packId }: DraftPlace, id: string): Operation<number | null> {
    return (yield* this.#statements.findRevision.first(tenantId, packId, id))?.revision ?? null;
  }

  /** Whether the draft has exactly this already. */
  *isInDraft({ tenantId, packId }: DraftPlace, put: Put): Operation<boolean> {
    const stored = yield* this.#statements.findInDraft.first(tenantId, packId, put.id);
    return stored !== null && (yield* this.#isSame(stored, put));
  }

  /** What `bringBack` needs to know of an id: see `draft_undo` in `loading-schema.ts`. */
  *priorOf({ tenantId, packId }: DraftPlace, id: string): Operation<string | null> {
    const stored = yield* this.#statements.findInDraft.first(tenantId, packId, id);
    if (stored === null) return null;
    const { row_id: rowId, from_version: fromVersion, ...content } = stored;
    return fromVersion === null ? JSON.stringify(yield* this.#table.toPut(id, rowId, content)) : '';
  }

  /** Restores the draft to its state when `prior` was recorded. The draft must have nothing under the id. */
  *bringBack(place: DraftPlace, id: string, prior: string): Operation<void> {
    if (prior !== '') {
      yield* this.add(place, JSON.parse(prior) as Put);
      return;
    }
    const takenOut = yield* this.#statements.findTakenOut.first(place.tenantId, place.packId, id);
    if (takenOut !== null) yield* this.#statements.setRemoved.put(0, takenOut.row_id);
  }

  /** False: the draft has nothing under the id. A row that is in no version is deleted, any other only marked. */
  *takeOut({ tenantId, packId }: DraftPlace, id: string): Operation<boolean> {
    const stored = yield* this.#statements.findInDraft.first(tenantId, packId, id);
    if (stored === null) return false;
    const { row_id: rowId, from_version: fromVersion } = stored;
    if (fromVersion === null) {
      yield* this.#statements.remove.put(rowId);
      this.#onTextRemoved();
    } else {
      yield* this.#statements.setRemoved.put(1, rowId);
    }
    return true;
  }

  /** The draft must have nothing under the id. What was removed since the latest version is restored unchanged. */
  *add({ tenantId, packId, revision, nowMs }: DraftPlace, put: Put): Operation<void> {
    const takenOut = yield* this.#statements.findTakenOut.first(tenantId, packId, put.id);
    if (takenOut !== null && (yield* this.#isSame(takenOut, put))) {
      yield* this.#statements.setRemoved.put(0, takenOut.row_id);
      return;
    }
    // Served texts are looked up by id alone, so an id belongs to one pack.
    if ((yield* this.#statements.findElsewhere.first(tenantId, put.id, packId)) !== null) {
      throw new Error('another pack has something under that id');
    }
    const { contentColumns, partsOf } = this.#table;
    const content: Put['content'] = put.content;
    const values = [...contentColumns.map((column) => content[column] as SqlValue), partsOf(put)];
    const key = yield* this.#keys.getOrMake(tenantId);
    const rowId = yield* this.#statements.insert.put({
      ...{ tenant_id: tenantId, pack_id: packId, revision, updated_at_ms: nowMs, removed: 0 },
      commitment: commitToItem(key, { id: put.id, revision, values }),
      [this.#table.idColumn]: put.id,
      ...put.content,
    });
    yield* this.#table.insertParts(tenantId, rowId, put);
  }

  *#isSame(stored: StoredRow<Put>, put: Put): Operation<boolean> {
    const { contentColumns, hasSameParts } = this.#table;
    const content: Put['content'] = put.content;
    if (!contentColumns.every((column) => stored[column] === content[column])) return false;
    return yield* hasSameParts(stored.row_id, put);
  }
}
