import type { DatabaseSync } from 'node:sqlite';
import { prepareReads } from './prepare-reads.ts';
import type { SqlValue } from './worker-protocol.ts';

/** One of the two tables that keep texts as revisions, see `packs-schema.ts`. */
export interface RevisionTable<Put extends PutRevision> {
  readonly name: 'documents' | 'curated_pairs';
  readonly idColumn: string;
  /** What makes two revisions the same, together with what is kept apart. */
  readonly contentSql: string;
  /** Reads and writes what is kept in another table. */
  hasSameParts(rowId: number, put: Put): boolean;
  insertParts(tenantId: string, rowId: number, put: Put): void;
}

export interface PutRevision {
  readonly id: string;
  readonly content: readonly SqlValue[];
}

export interface DraftPlace {
  readonly tenantId: string;
  readonly packId: string;
  /** What new rows get. */
  readonly revision: number;
  readonly nowMs: number;
}

type StoredRow = readonly [rowId: number, fromVersion: number | null, ...content: SqlValue[]];

const inDraftSql = 'removed = 0 AND until_version IS NULL';

function prepareStatements(
  database: DatabaseSync,
  table: Omit<RevisionTable<never>, 'hasSameParts' | 'insertParts'>,
) {
  const { name, idColumn, contentSql } = table;
  const prepare = prepareReads(database);
  const find = (condition: string) =>
    prepare<StoredRow>(
      `SELECT row_id, from_version, ${contentSql} FROM ${name}
       WHERE tenant_id = ? AND pack_id = ? AND ${idColumn} = ? AND ${condition}`,
    );
  return {
    findInDraft: find(inDraftSql),
    findTakenOut: find('removed = 1'),
    findElsewhere: prepare<readonly [number]>(
      `SELECT 1 FROM ${name} WHERE tenant_id = ? AND ${idColumn} = ? AND pack_id <> ? LIMIT 1`,
    ),
    setRemoved: database.prepare(`UPDATE ${name} SET removed = ? WHERE row_id = ?`),
    remove: database.prepare(`DELETE FROM ${name} WHERE row_id = ?`),
    insert: database.prepare(
      `INSERT INTO ${name} (tenant_id, pack_id, revision, updated_at_ms, removed, ${idColumn}, ${contentSql})
       VALUES (?, ?, ?, ?, 0, ?, ${contentSql.replaceAll(/\w+/g, '?')})`,
    ),
  };
}

/** Changes of a draft in one of the two tables. `onTextRemoved` is called where a row was deleted. */
export class RevisionWrites<Put extends PutRevision> {
  readonly #table: RevisionTable<Put>;
  readonly #statements: ReturnType<typeof prepareStatements>;
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

  /** False where the draft has nothing under the id. A row that no version holds is deleted, any other only marked. */
  takeOut({ tenantId, packId }: DraftPlace, id: string): boolean {
    const stored = this.#statements.findInDraft.first(tenantId, packId, id);
    if (stored === null) return false;
    const [rowId, fromVersion] = stored;
    if (fromVersion === null) {
      this.#statements.remove.run(rowId);
      this.#onTextRemoved();
    } else {
      this.#statements.setRemoved.run(1, rowId);
    }
    return true;
  }

  /** The draft must have nothing under the id. What was taken out since the latest version comes back as it was. */
  add({ tenantId, packId, revision, nowMs }: DraftPlace, put: Put): void {
    const takenOut = this.#statements.findTakenOut.first(tenantId, packId, put.id);
    if (takenOut !== null && this.#isSame(takenOut, put)) {
      this.#statements.setRemoved.run(0, takenOut[0]);
      return;
    }
    // What is served is looked up by its id alone, so that an id belongs to one pack.
    if (this.#statements.findElsewhere.first(tenantId, put.id, packId) !== null) {
      throw new Error('another pack has something under that id');
    }
    const { insert } = this.#statements;
    const { lastInsertRowid } = insert.run(tenantId, packId, revision, nowMs, put.id, ...put.content);
    this.#table.insertParts(tenantId, Number(lastInsertRowid), put);
  }

  #isSame([rowId, , ...content]: StoredRow, put: Put): boolean {
    return (
      content.every((value, position) => value === put.content[position]) &&
      this.#table.hasSameParts(rowId, put)
    );
  }
}
