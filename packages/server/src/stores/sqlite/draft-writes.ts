import type { DatabaseSync } from 'node:sqlite';
import { documentContentSql, type PutDocument } from './document-columns.ts';
import { type PutPair, pairContentSql } from './pair-columns.ts';
import { prepareReads } from './prepare-reads.ts';
import { type DraftPlace, type PutRevision, RevisionWrites } from './revision-writes.ts';

export interface ChangeDraftCall {
  readonly tenantId: string;
  readonly packId: string;
  readonly nowMs: number;
  /** No id twice, and none that is removed. */
  readonly putDocuments: readonly PutDocument[];
  readonly removeDocuments: readonly string[];
  readonly putPairs: readonly PutPair[];
  readonly removePairs: readonly string[];
}

/** The draft's revision afterwards, or why nothing was changed. */
export type ChangeDraftOutcome =
  | { readonly kind: 'done'; readonly draftRevision: number }
  | { readonly kind: 'unknown_pack' }
  | { readonly kind: 'path_taken'; readonly source: string };

function openDocuments(database: DatabaseSync, onTextRemoved: () => void): RevisionWrites<PutDocument> {
  const prepare = prepareReads(database);
  const readText = prepare<readonly [string]>('SELECT text FROM document_texts WHERE row_id = ?');
  const insertText = database.prepare('INSERT INTO document_texts (row_id, text) VALUES (?, ?)');
  return new RevisionWrites<PutDocument>(
    database,
    {
      name: 'documents',
      idColumn: 'document_id',
      contentSql: documentContentSql,
      hasSameParts: (rowId, { text }) => readText.first(rowId)?.[0] === text,
      insertParts: (_, rowId, { text }) => insertText.run(rowId, text),
    },
    onTextRemoved,
  );
}

function openPairs(database: DatabaseSync, onTextRemoved: () => void): RevisionWrites<PutPair> {
  const prepare = prepareReads(database);
  const readKeys = prepare<readonly [string]>('SELECT key FROM curated_keys WHERE row_id = ?');
  const insertKey = database.prepare('INSERT INTO curated_keys (tenant_id, key, row_id) VALUES (?, ?, ?)');
  return new RevisionWrites<PutPair>(
    database,
    {
      name: 'curated_pairs',
      idColumn: 'curated_id',
      contentSql: pairContentSql,
      hasSameParts(rowId, { keys }) {
        const stored = readKeys.all(rowId).map(([key]) => key);
        return stored.length === keys.length && stored.toSorted().every((key, at) => key === keys[at]);
      },
      insertParts(tenantId, rowId, { keys }) {
        for (const key of keys) insertKey.run(tenantId, key, rowId);
      },
    },
    onTextRemoved,
  );
}

interface Changed<Put> {
  /** By how much the draft grew or shrank. */
  readonly growth: number;
  /** What is still to be added, now that everything it replaces is out. */
  readonly toAdd: readonly Put[];
  readonly isChanged: boolean;
}

function takeOutFirst<Put extends PutRevision>(
  revisions: RevisionWrites<Put>,
  place: DraftPlace,
  { puts, removals }: { readonly puts: readonly Put[]; readonly removals: readonly string[] },
): Changed<Put> {
  const toAdd = puts.filter((put) => !revisions.isInDraft(place, put));
  const takenOut = [...removals, ...toAdd.map(({ id }) => id)].filter((id) => revisions.takeOut(place, id));
  return {
    growth: toAdd.length - takenOut.length,
    toAdd,
    isChanged: toAdd.length + takenOut.length > 0,
  };
}

/** The writer's operations on drafts. */
export function createDraftWrites(database: DatabaseSync, onTextRemoved: () => void) {
  const prepare = prepareReads(database);
  const documents = openDocuments(database, onTextRemoved);
  const pairs = openPairs(database, onTextRemoved);
  const findRevision = prepare<readonly [number]>(
    'SELECT draft_revision FROM packs WHERE tenant_id = ? AND pack_id = ?',
  );
  const findSource = prepare<readonly [number]>(
    'SELECT 1 FROM documents WHERE tenant_id = ? AND pack_id = ? AND source = ? AND removed = 0 AND until_version IS NULL',
  );
  const noteChange = database.prepare(
    `UPDATE packs SET draft_revision = ?, updated_at_ms = ?, draft_document_count = draft_document_count + ?,
     draft_curated_count = draft_curated_count + ? WHERE tenant_id = ? AND pack_id = ?`,
  );

  /** Everything that is replaced goes out before anything comes in, so that documents may exchange their paths. */
  function change(call: ChangeDraftCall, before: number): ChangeDraftOutcome {
    const { tenantId, packId, nowMs } = call;
    const place = { tenantId, packId, nowMs, revision: before + 1 };
    const ofDocuments = takeOutFirst(documents, place, {
      puts: call.putDocuments,
      removals: call.removeDocuments,
    });
    const ofPairs = takeOutFirst(pairs, place, { puts: call.putPairs, removals: call.removePairs });
    if (!ofDocuments.isChanged && !ofPairs.isChanged) return { kind: 'done', draftRevision: before };

    for (const put of ofDocuments.toAdd) {
      const [source] = put.content;
      if (findSource.first(tenantId, packId, source) !== null) return { kind: 'path_taken', source };
      documents.add(place, put);
    }
    for (const put of ofPairs.toAdd) pairs.add(place, put);
    noteChange.run(place.revision, nowMs, ofDocuments.growth, ofPairs.growth, tenantId, packId);
    return { kind: 'done', draftRevision: place.revision };
  }

  return {
    changeDraft(call: ChangeDraftCall): ChangeDraftOutcome {
      const before = findRevision.first(call.tenantId, call.packId);
      if (before === null) return { kind: 'unknown_pack' };
      // Other calls share the transaction, so a change that is refused halfway is undone by itself.
      database.exec('SAVEPOINT change_draft');
      const outcome = change(call, before[0]);
      if (outcome.kind !== 'done') database.exec('ROLLBACK TO change_draft');
      database.exec('RELEASE change_draft');
      return outcome;
    },
  };
}
