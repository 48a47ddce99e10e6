import type { PackId, TenantId } from '@avow/foundation';
import type { Operation, OperationsFor, Statements } from '@avow/storage';
import { intoTable } from '@avow/storage';
import type { KeyRing } from '@avow/storage/sealing';
import type { ContentStore, ExpectedItem } from '../content-store.ts';
import { documentContentColumns, type PutDocument } from './document-columns.ts';
import { type DraftUndo, prepareUndo, type UndoRow } from './draft-undo.ts';
import { type LoadedRow, type LoadedWrites, prepareLoaded } from './loaded-writes.ts';
import { type PutPair, pairContentColumns } from './pair-columns.ts';
import { type DraftPlace, type PutRevision, RevisionWrites } from './revision-writes.ts';

/** A change of a draft as it is written. */
export interface DraftRows {
  readonly nowMs: number;
  /** No id twice, and none that is removed. */
  readonly putDocuments: readonly PutDocument[];
  readonly removeDocuments: readonly string[];
  readonly putPairs: readonly PutPair[];
  readonly removePairs: readonly string[];
  readonly putLoaded: readonly LoadedRow[];
  readonly removeLoaded: readonly string[];
  /** Can be undone until the draft is settled. */
  readonly isProvisional: boolean;
  readonly expected: ExpectedItem | null;
}

/** The draft's revision afterwards, or why nothing was changed. */
type ChangeDraftOutcome =
  | { readonly kind: 'done'; readonly draftRevision: number }
  | { readonly kind: 'unknown_pack' }
  | { readonly kind: 'path_taken'; readonly source: string }
  | { readonly kind: 'outdated' };

interface RemovingTexts {
  readonly keys: KeyRing;
  readonly onTextRemoved: () => void;
}

function openDocuments(statements: Statements, removing: RemovingTexts): RevisionWrites<PutDocument> {
  const { dialect, read, write } = statements;
  const readText = read<{ readonly text: string }>('SELECT text FROM document_texts WHERE row_id = ?');
  const columns = [...dialect.ownerColumns, 'row_id', 'text'];
  const insertText = write<{ readonly tenant_id: string; readonly row_id: number; readonly text: string }>(
    `INSERT ${intoTable('document_texts', columns)}`,
  );
  return new RevisionWrites<PutDocument>(
    statements,
    {
      name: 'documents',
      idColumn: 'document_id',
      contentColumns: documentContentColumns,
      *hasSameParts(rowId, { text }) {
        return (yield* readText.first(rowId))?.text === text;
      },
      partsOf: ({ text }) => text,
      insertParts: (tenantId, rowId, { text }) =>
        insertText.put({ tenant_id: tenantId, row_id: rowId, text }),
      *toPut(id, rowId, content) {
        return { id, content, text: (yield* readText.first(rowId))?.text ?? '' };
      },
    },
    removing,
  );
}

function openPairs(statements: Statements, removing: RemovingTexts): RevisionWrites<PutPair> {
  const readKeys = statements.read<{ readonly key: string }>('SELECT key FROM curated_keys WHERE row_id = ?');
  const insertKey = statements.change('INSERT INTO curated_keys (tenant_id, key, row_id) VALUES (?, ?, ?)');
  return new RevisionWrites<PutPair>(
    statements,
    {
      name: 'curated_pairs',
      idColumn: 'curated_id',
      contentColumns: pairContentColumns,
      *hasSameParts(rowId, { keys }) {
        const stored = (yield* readKeys.all(rowId)).map(({ key }) => key);
        return stored.length === keys.length && stored.toSorted().every((key, at) => key === keys[at]);
      },
      partsOf: ({ keys }) => keys,
      *insertParts(tenantId, rowId, { keys }) {
        for (const key of keys) yield* insertKey.put(tenantId, key, rowId);
      },
      *toPut(id, rowId, content) {
        return { id, content, keys: (yield* readKeys.all(rowId)).map(({ key }) => key) };
      },
    },
    removing,
  );
}

interface Changed<Put> {
  /** By how much the draft grew or shrank. */
  readonly growth: number;
  /** What remains to be added, after everything it replaces was removed. */
  readonly toAdd: readonly Put[];
  readonly isChanged: boolean;
}

function* takeOutFirst<Put extends PutRevision>(
  revisions: RevisionWrites<Put>,
  place: DraftPlace,
  { puts, removals }: { readonly puts: readonly Put[]; readonly removals: readonly string[] },
): Operation<Changed<Put>> {
  const toAdd: Put[] = [];
  for (const put of puts) if (!(yield* revisions.isInDraft(place, put))) toAdd.push(put);
  let takenOut = 0;
  for (const id of [...removals, ...toAdd.map((put) => put.id)]) {
    if (yield* revisions.takeOut(place, id)) takenOut += 1;
  }
  return { growth: toAdd.length - takenOut, toAdd, isChanged: toAdd.length + takenOut > 0 };
}

interface DraftTables {
  readonly documents: RevisionWrites<PutDocument>;
  readonly pairs: RevisionWrites<PutPair>;
  readonly loaded: LoadedWrites;
  readonly undo: DraftUndo;
}

/** A change by a load records the previous state; a change by anybody else is kept whatever happens to the load. */
function* noteBefore(
  { documents, pairs, loaded, undo }: DraftTables,
  change: DraftRows,
  place: DraftPlace,
): Operation<void> {
  const touched = [
    ...[...change.putDocuments.map(({ id }) => id), ...change.removeDocuments].map(
      (id) => ({ id, kind: 'document', table: documents }) as const,
    ),
    ...[...change.putPairs.map(({ id }) => id), ...change.removePairs].map(
      (id) => ({ id, kind: 'pair', table: pairs }) as const,
    ),
  ];
  for (const { id, kind, table } of touched) {
    if (change.isProvisional) yield* undo.record(place, { id, kind, prior: yield* table.priorOf(place, id) });
    else yield* undo.discard(place, kind, id);
  }
  if (!change.isProvisional) return;
  const items = [...change.putLoaded.map(({ item_id }) => item_id), ...change.removeLoaded];
  for (const id of items) {
    yield* undo.record(place, { id, kind: 'loaded', prior: yield* loaded.priorOf(place, id) });
  }
}

/** By how much the draft grew or shrank. As in a change, removals come before additions. */
function* bringBack<Put extends PutRevision>(
  table: RevisionWrites<Put>,
  place: DraftPlace,
  priors: readonly UndoRow[],
): Operation<number> {
  let takenOut = 0;
  for (const { id } of priors) if (yield* table.takeOut(place, id)) takenOut += 1;
  let broughtBack = 0;
  for (const { id, prior } of priors) {
    if (prior === null) continue;
    yield* table.bringBack(place, id, prior);
    broughtBack += 1;
  }
  return broughtBack - takenOut;
}

/** The writer's operations on drafts. */
export function createDraftWrites(statements: Statements, removing: RemovingTexts) {
  const { onTextRemoved } = removing;
  const documents = openDocuments(statements, removing);
  const pairs = openPairs(statements, removing);
  const loaded = prepareLoaded(statements);
  const undo = prepareUndo(statements);
  const findRevision = statements.read<{ readonly draft_revision: number }>(
    'SELECT draft_revision FROM packs WHERE tenant_id = ? AND pack_id = ?',
  );
  const findSource = statements.read(
    'SELECT 1 FROM documents WHERE tenant_id = ? AND pack_id = ? AND source = ? AND removed = 0 AND until_version IS NULL',
  );
  const noteChange = statements.change(
    `UPDATE packs SET draft_revision = ?, updated_at_ms = ?, draft_document_count = draft_document_count + ?,
     draft_curated_count = draft_curated_count + ? WHERE tenant_id = ? AND pack_id = ?`,
  );

  const savepoint = statements.change('SAVEPOINT change_draft');
  const undoToSavepoint = statements.change('ROLLBACK TO SAVEPOINT change_draft');
  const releaseSavepoint = statements.change('RELEASE SAVEPOINT change_draft');

  /** Removals come before additions, so that documents may exchange their paths. */
  function* change(place: DraftPlace, rows: DraftRows): Operation<ChangeDraftOutcome> {
    const { tenantId, packId, revision, nowMs } = place;
    const { expected } = rows;
    if (expected !== null) {
      const table = expected.id.startsWith('doc_') ? documents : pairs;
      const found = yield* table.revisionOf(place, expected.id);
      if (found === null || !expected.revisions.includes(found)) return { kind: 'outdated' };
    }
    yield* noteBefore({ documents, pairs, loaded, undo }, rows, place);
    yield* loaded.change(place, { puts: rows.putLoaded, removals: rows.removeLoaded });
    const ofDocuments = yield* takeOutFirst(documents, place, {
      puts: rows.putDocuments,
      removals: rows.removeDocuments,
    });
    const ofPairs = yield* takeOutFirst(pairs, place, {
      puts: rows.putPairs,
      removals: rows.removePairs,
    });
    if (!ofDocuments.isChanged && !ofPairs.isChanged) return { kind: 'done', draftRevision: revision - 1 };

    for (const put of ofDocuments.toAdd) {
      const { source } = put.content;
      const taken = yield* findSource.first(tenantId, packId, source);
      if (taken !== null) return { kind: 'path_taken', source };
      yield* documents.add(place, put);
    }
    for (const put of ofPairs.toAdd) yield* pairs.add(place, put);
    yield* noteChange.put(revision, nowMs, ofDocuments.growth, ofPairs.growth, tenantId, packId);
    return { kind: 'done', draftRevision: revision };
  }

  function* restore(place: DraftPlace): Operation<void> {
    const { tenantId, packId, revision, nowMs } = place;
    const documentGrowth = yield* bringBack(documents, place, yield* undo.list(place, 'document'));
    const pairGrowth = yield* bringBack(pairs, place, yield* undo.list(place, 'pair'));
    yield* loaded.bringBack(place, yield* undo.list(place, 'loaded'));
    yield* noteChange.put(revision, nowMs, documentGrowth, pairGrowth, tenantId, packId);
  }

  const writes = {
    /** Whether there was anything to settle. */
    *settleDraft(tenantId, packId, { outcome, nowMs }) {
      const before = yield* findRevision.first(tenantId, packId);
      if (before === null || !(yield* undo.hasAny({ tenantId, packId }))) return false;
      if (outcome === 'restored')
        yield* restore({ tenantId, packId, nowMs, revision: before.draft_revision + 1 });
      yield* undo.clear({ tenantId, packId });
      onTextRemoved();
      return true;
    },
  } satisfies OperationsFor<ContentStore>;
  return {
    ...writes,
    *changeDraft(tenantId: TenantId, packId: PackId, rows: DraftRows): Operation<ChangeDraftOutcome> {
      const before = yield* findRevision.first(tenantId, packId);
      if (before === null) return { kind: 'unknown_pack' };
      // Other calls share the transaction, so a change that is refused halfway undoes its own writes.
      yield* savepoint.put();
      const place = { tenantId, packId, nowMs: rows.nowMs, revision: before.draft_revision + 1 };
      const outcome = yield* change(place, rows);
      if (outcome.kind !== 'done') yield* undoToSavepoint.put();
      yield* releaseSavepoint.put();
      return outcome;
    },
  };
}
