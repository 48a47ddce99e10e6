import type { DatabaseSync } from 'node:sqlite';
import { prepareReads } from '../prepare-reads.ts';
import { documentContentColumns, type PutDocument } from './document-columns.ts';
import { type DraftUndo, prepareUndo } from './draft-undo.ts';
import { type LoadedItem, type LoadedWrites, prepareLoaded } from './loaded-writes.ts';
import { type PutPair, pairContentColumns } from './pair-columns.ts';
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
  readonly putLoaded: readonly LoadedItem[];
  readonly removeLoaded: readonly string[];
  /** Can be undone until the draft is settled. */
  readonly isProvisional: boolean;
}

export interface SettleDraftCall {
  readonly tenantId: string;
  readonly packId: string;
  readonly outcome: 'kept' | 'restored';
  readonly nowMs: number;
}

/** The draft's revision afterwards, or why nothing was changed. */
export type ChangeDraftOutcome =
  | { readonly kind: 'done'; readonly draftRevision: number }
  | { readonly kind: 'unknown_pack' }
  | { readonly kind: 'path_taken'; readonly source: string };

function openDocuments(database: DatabaseSync, onTextRemoved: () => void): RevisionWrites<PutDocument> {
  const prepare = prepareReads(database);
  const readText = prepare<{ readonly text: string }>('SELECT text FROM document_texts WHERE row_id = ?');
  const insertText = database.prepare('INSERT INTO document_texts (row_id, text) VALUES (?, ?)');
  return new RevisionWrites<PutDocument>(
    database,
    {
      name: 'documents',
      idColumn: 'document_id',
      contentColumns: documentContentColumns,
      hasSameParts: (rowId, { text }) => readText.first(rowId)?.text === text,
      insertParts: (_, rowId, { text }) => insertText.run(rowId, text),
      toPut: (id, rowId, content) => ({ id, content, text: readText.first(rowId)?.text ?? '' }),
    },
    onTextRemoved,
  );
}

function openPairs(database: DatabaseSync, onTextRemoved: () => void): RevisionWrites<PutPair> {
  const prepare = prepareReads(database);
  const readKeys = prepare<{ readonly key: string }>('SELECT key FROM curated_keys WHERE row_id = ?');
  const insertKey = database.prepare('INSERT INTO curated_keys (tenant_id, key, row_id) VALUES (?, ?, ?)');
  return new RevisionWrites<PutPair>(
    database,
    {
      name: 'curated_pairs',
      idColumn: 'curated_id',
      contentColumns: pairContentColumns,
      hasSameParts(rowId, { keys }) {
        const stored = readKeys.all(rowId).map(({ key }) => key);
        return stored.length === keys.length && stored.toSorted().every((key, at) => key === keys[at]);
      },
      insertParts(tenantId, rowId, { keys }) {
        for (const key of keys) insertKey.run(tenantId, key, rowId);
      },
      toPut: (id, rowId, content) => ({ id, content, keys: readKeys.all(rowId).map(({ key }) => key) }),
    },
    onTextRemoved,
  );
}

interface Changed<Put> {
  /** By how much the draft grew or shrank. */
  readonly growth: number;
  /** What remains to be added, after everything it replaces was removed. */
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

interface DraftTables {
  readonly documents: RevisionWrites<PutDocument>;
  readonly pairs: RevisionWrites<PutPair>;
  readonly loaded: LoadedWrites;
  readonly undo: DraftUndo;
}

/** A change by a load records the previous state; a change by anybody else is kept whatever happens to the load. */
function noteBefore(
  { documents, pairs, loaded, undo }: DraftTables,
  call: ChangeDraftCall,
  place: DraftPlace,
) {
  const touched = [
    ...[...call.putDocuments.map(({ id }) => id), ...call.removeDocuments].map(
      (id) => ({ id, kind: 'document', table: documents }) as const,
    ),
    ...[...call.putPairs.map(({ id }) => id), ...call.removePairs].map(
      (id) => ({ id, kind: 'pair', table: pairs }) as const,
    ),
  ];
  for (const { id, kind, table } of touched) {
    if (call.isProvisional) undo.record(place, { id, kind, prior: table.priorOf(place, id) });
    else undo.discard(place, kind, id);
  }
  if (!call.isProvisional) return;
  const items = [...call.putLoaded.map(({ item_id }) => item_id), ...call.removeLoaded];
  for (const id of items) undo.record(place, { id, kind: 'loaded', prior: loaded.priorOf(place, id) });
}

/** By how much the draft grew or shrank. As in a change, removals come before additions. */
function bringBack<Put extends PutRevision>(
  table: RevisionWrites<Put>,
  place: DraftPlace,
  priors: ReturnType<DraftUndo['list']>,
): number {
  const takenOut = priors.filter(({ id }) => table.takeOut(place, id)).length;
  let broughtBack = 0;
  for (const { id, prior } of priors) {
    if (prior === null) continue;
    table.bringBack(place, id, prior);
    broughtBack += 1;
  }
  return broughtBack - takenOut;
}

/** The writer's operations on drafts. */
export function createDraftWrites(database: DatabaseSync, onTextRemoved: () => void) {
  const prepare = prepareReads(database);
  const documents = openDocuments(database, onTextRemoved);
  const pairs = openPairs(database, onTextRemoved);
  const loaded = prepareLoaded(database);
  const undo = prepareUndo(database);
  const findRevision = prepare<{ readonly draft_revision: number }>(
    'SELECT draft_revision FROM packs WHERE tenant_id = ? AND pack_id = ?',
  );
  const findSource = database.prepare(
    'SELECT 1 FROM documents WHERE tenant_id = ? AND pack_id = ? AND source = ? AND removed = 0 AND until_version IS NULL',
  );
  const noteChange = database.prepare(
    `UPDATE packs SET draft_revision = ?, updated_at_ms = ?, draft_document_count = draft_document_count + ?,
     draft_curated_count = draft_curated_count + ? WHERE tenant_id = ? AND pack_id = ?`,
  );

  /** Removals come before additions, so that documents may exchange their paths. */
  function change(call: ChangeDraftCall, before: number): ChangeDraftOutcome {
    const { tenantId, packId, nowMs } = call;
    const place = { tenantId, packId, nowMs, revision: before + 1 };
    noteBefore({ documents, pairs, loaded, undo }, call, place);
    loaded.change(place, { puts: call.putLoaded, removals: call.removeLoaded });
    const ofDocuments = takeOutFirst(documents, place, {
      puts: call.putDocuments,
      removals: call.removeDocuments,
    });
    const ofPairs = takeOutFirst(pairs, place, { puts: call.putPairs, removals: call.removePairs });
    if (!ofDocuments.isChanged && !ofPairs.isChanged) return { kind: 'done', draftRevision: before };

    for (const put of ofDocuments.toAdd) {
      const { source } = put.content;
      if (findSource.get(tenantId, packId, source) !== undefined) return { kind: 'path_taken', source };
      documents.add(place, put);
    }
    for (const put of ofPairs.toAdd) pairs.add(place, put);
    noteChange.run(place.revision, nowMs, ofDocuments.growth, ofPairs.growth, tenantId, packId);
    return { kind: 'done', draftRevision: place.revision };
  }

  function restore(call: SettleDraftCall, before: number): void {
    const { tenantId, packId, nowMs } = call;
    const place = { tenantId, packId, nowMs, revision: before + 1 };
    const documentGrowth = bringBack(documents, place, undo.list(place, 'document'));
    const pairGrowth = bringBack(pairs, place, undo.list(place, 'pair'));
    loaded.bringBack(place, undo.list(place, 'loaded'));
    noteChange.run(place.revision, nowMs, documentGrowth, pairGrowth, tenantId, packId);
  }

  return {
    changeDraft(call: ChangeDraftCall): ChangeDraftOutcome {
      const before = findRevision.first(call.tenantId, call.packId);
      if (before === null) return { kind: 'unknown_pack' };
      // Other calls share the transaction, so a change that is refused halfway undoes its own writes.
      database.exec('SAVEPOINT change_draft');
      const outcome = change(call, before.draft_revision);
      if (outcome.kind !== 'done') database.exec('ROLLBACK TO change_draft');
      database.exec('RELEASE change_draft');
      return outcome;
    },
    /** Whether there was anything to settle. */
    settleDraft(call: SettleDraftCall): boolean {
      const before = findRevision.first(call.tenantId, call.packId);
      if (before === null || !undo.hasAny(call)) return false;
      if (call.outcome === 'restored') restore(call, before.draft_revision);
      undo.clear(call);
      onTextRemoved();
      return true;
    },
  };
}
