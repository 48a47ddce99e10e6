import type { ServedContent, StoredDocument, Viewer } from '@avow/answering';
import { codePointLength } from '@avow/contract/values';
import type { CuratedId, DocumentId, PackId, PackVersion, TenantId } from '@avow/foundation';
import type { RevisionName } from '@avow/search';
import { expect } from 'vitest';
import { sampleTimeMs } from '../../../../storage/contract/samples.ts';
import type { ContentStore } from '../../content-store.ts';
import { type PackModel, toDocument, toPair } from './pack-model.ts';

/** A pack of the store, its model, and the names that may be asked for. */
export interface ComparedPack {
  readonly tenantId: TenantId;
  readonly model: PackModel;
  readonly ids: {
    readonly documents: readonly DocumentId[];
    readonly pairs: readonly CuratedId[];
  };
  /** Every revision there ever was; what is met is added. */
  readonly seen: Map<string, RevisionName>;
}

const keys = ['k', 'l', 'm'];

const everything = { after: null, limit: 100 } as const;

const viewers: readonly Viewer[] = [
  { groups: [], nowMs: sampleTimeMs },
  { groups: ['x'], nowMs: sampleTimeMs + 5 },
  { groups: ['z', 'y'], nowMs: sampleTimeMs - 6 },
];

const textOf = (name: RevisionName) => `${name.id} ${name.revision}`;
const sorted = (names: readonly RevisionName[] | null) => names?.map(textOf).toSorted() ?? null;
const byKey = <Value>(map: ReadonlyMap<string, Value>): Value[] =>
  [...map].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, value]) => value);

function summarise({ text, ...document }: StoredDocument) {
  return { ...document, codePoints: codePointLength(text) };
}

/** Everything that can be read of the pack is what the model says. `neighbours`: all packs of the tenant. */
export async function expectSameAsModel(
  content: ContentStore,
  compared: ComparedPack,
  neighbours: readonly PackModel[],
): Promise<void> {
  await Promise.all([
    expectSamePack(content, compared, neighbours),
    expectSameDraft(content, compared),
    expectSameVersions(content, compared),
    expectSameRevisions(content, compared),
    ...viewers.map((viewer) => expectSameServed(content, compared, { viewer, neighbours })),
    expectSameStates(content, compared),
  ]);
}

async function expectSamePack(
  content: ContentStore,
  { tenantId, model }: ComparedPack,
  neighbours: readonly PackModel[],
): Promise<void> {
  const { pack } = model;
  const inOrder = byKey(new Map(neighbours.map((one) => [one.packId, one.pack])));
  const served = inOrder.flatMap(({ packId, servedVersion }) =>
    servedVersion === null ? [] : [{ packId, version: servedVersion }],
  );
  const [got, byName, listed, listedServed] = await Promise.all([
    content.getPack(tenantId, pack.packId),
    content.findPackByName(tenantId, pack.name),
    content.listPacks(tenantId, everything),
    content.listServed(tenantId),
  ]);
  expect(got).toEqual(pack);
  expect(byName).toEqual(pack);
  expect(listed).toEqual(inOrder);
  expect(listedServed).toEqual(served);
}

async function expectSameDraft(content: ContentStore, { tenantId, model, ids }: ComparedPack): Promise<void> {
  const { packId } = model;
  const documents = byKey(model.draft.documents).map(toDocument);
  const pairs = byKey(model.draft.pairs).map(toPair);
  const [summaries, listedPairs, sources, gotDocuments, gotPairs] = await Promise.all([
    content.listDraftDocuments(tenantId, packId, everything),
    content.listDraftPairs(tenantId, packId, everything),
    content.listDraftSources(tenantId, packId),
    Promise.all(ids.documents.map((id) => content.getDraftDocument(tenantId, packId, id))),
    Promise.all(ids.pairs.map((id) => content.getDraftPair(tenantId, packId, id))),
  ]);
  expect(summaries).toEqual(documents.map(summarise));
  expect(listedPairs).toEqual(pairs);
  expect(sources).toEqual(
    new Map(documents.map(({ source, documentId, contentHash }) => [source, { documentId, contentHash }])),
  );
  expect(gotDocuments).toEqual(
    ids.documents.map((id) => documents.find(({ documentId }) => documentId === id) ?? null),
  );
  expect(gotPairs).toEqual(ids.pairs.map((id) => pairs.find(({ curatedId }) => curatedId === id) ?? null));
}

async function expectSameVersions(content: ContentStore, { tenantId, model }: ComparedPack): Promise<void> {
  const { packId, pack } = model;
  const versions = [...model.versions.values()].map(({ version }) => version).toReversed();
  const [listed, compared] = await Promise.all([
    content.listVersions(tenantId, packId, { before: null, limit: 100 }),
    content.compareDraft(tenantId, packId),
  ]);
  expect(listed).toEqual(versions);
  const { added, removed } = model.difference();
  expect(compared).toMatchObject({ draftRevision: pack.draftRevision, latestVersion: pack.latestVersion });
  expect(sorted(compared?.added ?? null)).toEqual(sorted(added));
  expect(sorted(compared?.removed ?? null)).toEqual(sorted(removed));
  const numbers = Array.from({ length: pack.latestVersion + 2 }, (_, version) => version);
  const named = await Promise.all(
    numbers.map((version) => content.listVersionRevisions(tenantId, { packId, version })),
  );
  expect(named.map(sorted)).toEqual(numbers.map((version) => sorted(model.namesOf(version))));
}

/** What the pack retains can be read; what it no longer retains cannot. */
async function expectSameRevisions(
  content: ContentStore,
  { tenantId, model, seen }: ComparedPack,
): Promise<void> {
  const readable = new Map<string, unknown>();
  const hold = (name: RevisionName, found: unknown) => {
    readable.set(textOf(name), found);
    seen.set(textOf(name), name);
  };
  for (const { documents, pairs } of model.retained()) {
    for (const one of documents.values()) {
      hold(
        { id: one.put.documentId, revision: one.revision },
        { kind: 'document', document: toDocument(one) },
      );
    }
    for (const one of pairs.values()) {
      hold({ id: one.put.curatedId, revision: one.revision }, { kind: 'pair', pair: toPair(one) });
    }
  }
  const names = [...seen.values()];
  const found = await Promise.all(names.map((name) => content.getRevision(tenantId, model.packId, name)));
  expect(found).toEqual(names.map((name) => readable.get(textOf(name)) ?? null));
}

interface View {
  readonly viewer: Viewer;
  readonly neighbours: readonly PackModel[];
}

type Content = ReturnType<PackModel['seenBy']>;

/** Documents and pairs, read one by one, are those of the model's content, under that number. */
async function expectSameTexts(
  view: ServedContent,
  { tenantId, ids }: ComparedPack,
  expected: Content & { readonly viewer: Viewer; readonly pack: PackVersion },
): Promise<void> {
  const { documents, pairs, viewer, pack } = expected;
  const ofDocuments = ids.documents.map(async (documentId) => {
    const one = documents.get(documentId);
    const [found, quote] = await Promise.all([
      view.getDocument(tenantId, documentId, viewer),
      view.readQuote(tenantId, { ...viewer, documentId, start: 1, end: 5 }),
    ]);
    expect(found).toEqual(one === undefined ? null : { ...summarise(toDocument(one)), pack });
    expect(quote).toBe(one === undefined ? null : [...one.put.text].slice(1, 5).join(''));
  });
  const ofPairs = ids.pairs.map(async (curatedId) => {
    const one = pairs.get(curatedId);
    const [found, quote] = await Promise.all([
      view.getCurated(tenantId, curatedId, viewer),
      view.readQuote(tenantId, { ...viewer, documentId: curatedId, start: 0, end: 2 }),
    ]);
    expect(found).toEqual(one === undefined ? null : { pair: toPair(one), pack });
    expect(quote).toBe(one?.put.answer.slice(0, 2) ?? null);
  });
  await Promise.all([...ofDocuments, ...ofPairs]);
}

async function expectSameServed(
  content: ContentStore,
  compared: ComparedPack,
  { viewer, neighbours }: View,
): Promise<void> {
  const { tenantId, model } = compared;
  const seen = model.seenBy(viewer);
  // Where nothing is served nothing is found, whose version would be asked for.
  const pack = { packId: model.packId, version: model.pack.servedVersion ?? 0 };
  const ofKeys = keys.map(async (key) => {
    const matches = matchesOf(key, { viewer, neighbours });
    const find = (packIds: [typeof model.packId] | null) =>
      content.findCurated(tenantId, { ...viewer, key, packIds });
    const [everywhere, here] = await Promise.all([find(null), find([model.packId])]);
    expect(everywhere).toEqual(matches);
    expect(here).toEqual(matches.filter((match) => match.pack.packId === model.packId));
  });
  await Promise.all([expectSameTexts(content, compared, { ...seen, viewer, pack }), ...ofKeys]);
}

/** Each version and the draft, as if it alone were served; some that are not there among them. */
async function expectSameStates(content: ContentStore, compared: ComparedPack): Promise<void> {
  const { tenantId, model } = compared;
  const { packId, pack } = model;
  const viewer = viewers[pack.draftRevision % viewers.length] ?? { groups: [], nowMs: sampleTimeMs };
  const numbers = Array.from({ length: pack.latestVersion + 2 }, (_, version) => version);
  const ofStates = ['draft' as const, ...numbers].map(async (state) => {
    const view = content.viewOf(tenantId, { packId, version: state });
    const named = { packId, version: state === 'draft' ? pack.latestVersion + 1 : state };
    const isThere = state === 'draft' || model.namesOf(state) !== null;
    expect(await view.listServed(tenantId)).toEqual(isThere ? [named] : []);
    const seen = model.seenBy(viewer, state);
    await expectSameTexts(view, compared, { ...seen, viewer, pack: named });
    for (const key of keys) {
      const filed = new Map([...seen.pairs].filter(([, { put }]) => put.keys.includes(key)));
      const matches = byKey(filed).map((found) => ({ pair: toPair(found), pack: named }));
      const find = (packIds: readonly PackId[] | null) =>
        view.findCurated(tenantId, { ...viewer, key, packIds });
      expect(await Promise.all([find(null), find([packId]), find([])])).toEqual([matches, matches, []]);
    }
  });
  await Promise.all(ofStates);
}

/** In the order of their ids. */
function matchesOf(key: string, { viewer, neighbours }: View) {
  const matches = neighbours.flatMap((model) =>
    [...model.seenBy(viewer).pairs.values()]
      .filter(({ put }) => put.keys.includes(key))
      .map((found) => ({
        pair: toPair(found),
        pack: { packId: model.packId, version: model.pack.servedVersion },
      })),
  );
  return byKey(new Map(matches.map((match) => [match.pair.curatedId, match])));
}
