import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { type Columns, intoTable } from '../../sql/columns.ts';
import { prepareReads } from '../prepare-reads.ts';
import { prepareWrite } from '../prepare-write.ts';

/** One of the two tables that keep texts as revisions, see `packs-schema.ts`. */
export interface RevisionTable<Put extends PutRevision> {
  readonly name: 'documents' | 'curated_pairs';
  readonly idColumn: string;
  /** What makes two revisions the same, together with what is stored in another table. */
  readonly contentColumns: Columns<Put['content']>;
  /** Reads and writes what is kept in another table. */
  hasSameParts(rowId: number, put: Put): boolean;
  insertParts(tenantId: string, rowId: number, put: Put): void;
  /** A row as it would be put. */
  toPut(id: Put['id'], rowId: number, content: Put['content']): Put;
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

function prepareStatements<Put extends PutRevision>(database: DatabaseSync, table: RevisionTable<Put>) {
  const { name, idColumn, contentColumns } = table;
  const prepare = prepareReads(database);
  const find = (condition: string) =>
    prepare<StoredRow<Put>>(
      `SELECT row_id, from_version, ${contentColumns.join(', ')} FROM ${name}
       WHERE tenant_id = ? AND pack_id = ? AND ${idColumn} = ? AND ${condition}`,
    );
  const placeColumns = ['tenant_id', 'pack_id', 'revision', 'updated_at_ms', 'removed', idColumn];
  return {
    findInDraft: find(inDraftSql),
    findTakenOut: find('removed = 1'),
    findElsewhere: database.prepare(
      `SELECT 1 FROM ${name} WHERE tenant_id = ? AND ${idColumn} = ? AND pack_id <> ? LIMIT 1`,
    ),
    setRemoved: database.prepare(`UPDATE ${name} SET removed = ? WHERE row_id = ?`),
    remove: database.prepare(`DELETE FROM ${name} WHERE row_id = ?`),
    insert: prepareWrite<Record<string, SQLInputValue>>(
      database,
      `INSERT ${intoTable(name, [...placeColumns, ...contentColumns])}`,
    ),
  };
}

/** Changes of a draft in one of the two tables. `onTextRemoved` is called if a row was deleted. */
export class RevisionWrites<Put extends PutRevision> {
  readonly #table: RevisionTable<Put>;
  readonly #statements: ReturnType<typeof prepareStatements<Put>>;
  readonly #onTextRemoved: () => void;

  constructor(database: DatabaseSync, table: RevisionTable<Put>, onTextRemoved: () => void) {
    this.#table = table;
    this.#statements = prepareStatements(database, table);
    this.#onTextRemoved = onTextRemoved;
  }

  /** Whether the draft has exactly this already. */
  isInDraft({ tenantId, packId }: DraftPlace, put: Put): boolean {
    const stored = this.#statements.findInDraft.first(tenantId, packId, put.id);
    return stored !== null && this.#isSame(stored, put);
  }

  /** What `bringBack` needs to know of an id: see `draft_undo` in `loading-schema.ts`. */
  priorOf({ tenantId, packId }: DraftPlace, id: string): string | null {
    const stored = this.#statements.findInDraft.first(tenantId, packId, id);
    if (stored === null) return null;
    const { row_id: rowId, from_version: fromVersion, ...content } = stored;
    return fromVersion === null ? JSON.stringify(this.#table.toPut(id, rowId, content)) : '';
  }

  /** Restores the draft to its state when `prior` was recorded. The draft must have nothing under the id. */
  bringBack(place: DraftPlace, id: string, prior: string): void {
    if (prior !== '') {
      this.add(place, JSON.parse(prior) as Put);
      return;
    }
    const takenOut = this.#statements.findTakenOut.first(place.tenantId, place.packId, id);
    if (takenOut !== null) this.#statements.setRemoved.run(0, takenOut.row_id);
  }

  /** False: the draft has nothing under the id. A row that is in no version is deleted, any other only marked. */
  takeOut({ tenantId, packId }: DraftPlace, id: string): boolean {
    const stored = this.#statements.findInDraft.first(tenantId, packId, id);
    if (stored === null) return false;
    const { row_id: rowId, from_version: fromVersion } = stored;
    if (fromVersion === null) {
      this.#statements.remove.run(rowId);
      this.#onTextRemoved();
    } else {
      this.#statements.setRemoved.run(1, rowId);
    }
    return true;
  }

  /** The draft must have nothing under the id. What was removed since the latest version is restored unchanged. */
  add({ tenantId, packId, revision, nowMs }: DraftPlace, put: Put): void {
    const takenOut = this.#statements.findTakenOut.first(tenantId, packId, put.id);
    if (takenOut !== null && this.#isSame(takenOut, put)) {
      this.#statements.setRemoved.run(0, takenOut.row_id);
      return;
    }
    // Served texts are looked up by id alone, so an id belongs to one pack.
    if (this.#statements.findElsewhere.get(tenantId, put.id, packId) !== undefined) {
      throw new Error('another pack has something under that id');
    }
    const { lastInsertRowid } = this.#statements.insert.run({
      ...{ tenant_id: tenantId, pack_id: packId, revision, updated_at_ms: nowMs, removed: 0 },
      [this.#table.idColumn]: put.id,
      ...put.content,
    });
    this.#table.insertParts(tenantId, Number(lastInsertRowid), put);
  }

  #isSame(stored: StoredRow<Put>, put: Put): boolean {
    const { contentColumns, hasSameParts } = this.#table;
    const content: Put['content'] = put.content;
    return (
      contentColumns.every((column) => stored[column] === content[column]) && hasSameParts(stored.row_id, put)
    );
  }
}
