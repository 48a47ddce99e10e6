import type { CuratedId, DocumentId, PackId, TenantId } from '@avow/foundation';
import { newId } from '@avow/foundation';
import type { RevisionName } from '@avow/search';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { OpenedStore } from '../../../storage/contract/opened-store.ts';
import { newTenant, sampleTimeMs } from '../../../storage/contract/samples.ts';
import type { DraftChange } from '../content-store.ts';
import { expectSameAsModel } from './test-support/pack-comparison.ts';
import { PackModel } from './test-support/pack-model.ts';
import { sampleDocument, samplePair } from './test-support/pack-samples.ts';

/** Few of everything, so that changes meet: the same id again, the same path, the same words put back. */
const nth = (max: number) => fc.nat({ max: max - 1 });
const someGroups = fc.constantFrom([], [], [], ['x'], ['y', 'x']);
const someDocument = fc.record({
  id: nth(4),
  source: fc.constantFrom('a.md', 'b.md', 'c.txt', 'd.md', 'e.md'),
  text: fc.constantFrom('one 🏔️', 'two'),
  groups: someGroups,
});
const someInstant = fc.constantFrom(null, null, null, null, sampleTimeMs - 5, sampleTimeMs + 5);
const somePair = fc.record({
  id: nth(3),
  answer: fc.constantFrom('yes', 'no'),
  keys: fc.constantFrom(['k'], ['k', 'l'], ['l', 'k'], []),
  groups: someGroups,
  validFromMs: someInstant,
  validUntilMs: someInstant,
});
const someStep = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      documents: fc.array(someDocument, { maxLength: 3, size: 'max' }),
      pairs: fc.array(somePair, { maxLength: 3, size: 'max' }),
      removeDocuments: fc.array(nth(4), { maxLength: 2 }),
      removePairs: fc.array(nth(3), { maxLength: 2 }),
    }),
  },
  // Some of what the latest version holds, word for word: where it was taken out since, it comes back as it was.
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('putBack' as const), from: nth(4), count: nth(4) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('publish' as const),
      // Mostly what is right.
      revisionOff: fc.constantFrom(0, 0, 0, 0, -1, 1),
      versionOff: fc.constantFrom(1, 1, 1, 1, 0, 2),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('serve' as const),
      version: fc.option(fc.integer({ min: 0, max: 6 })),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('retire' as const), keep: nth(4) }) },
  fc.record({ kind: fc.constant('rename' as const), name: fc.constantFrom('new name', 'other name') }),
  fc.record({ kind: fc.constant('recreate' as const) }),
);
type Step = typeof someStep extends fc.Arbitrary<infer Value> ? Value : never;

/** Three packs, two of one tenant; the third is another tenant's and has the ids of the first. Mostly the first. */
const somePlace = fc.constantFrom(0, 0, 0, 0, 0, 1, 2);

interface Ids {
  readonly packId: PackId;
  readonly documents: readonly DocumentId[];
  readonly pairs: readonly CuratedId[];
}

function newIds(): Ids {
  return {
    packId: newId('pack', sampleTimeMs),
    documents: Array.from({ length: 4 }, () => newId('doc', sampleTimeMs)),
    pairs: Array.from({ length: 3 }, () => newId('qna', sampleTimeMs)),
  };
}

function toChange(step: Step & { readonly kind: 'change' }, ids: Ids, nowMs: number): DraftChange {
  const pick = <Id>(from: readonly Id[], position: number) => from[position] as Id;
  const putDocuments = step.documents.map(({ id, ...changes }) =>
    sampleDocument({ documentId: pick(ids.documents, id), ...changes }),
  );
  const putPairs = step.pairs.map(({ id, ...changes }) =>
    samplePair({ curatedId: pick(ids.pairs, id), question: 'Why?', ...changes }),
  );
  return {
    nowMs,
    putDocuments,
    putPairs,
    removeDocuments: step.removeDocuments.map((id) => pick(ids.documents, id)),
    removePairs: step.removePairs.map((id) => pick(ids.pairs, id)),
  };
}

/** One pack of the store beside its model; they must answer alike at every step. */
class Life {
  readonly tenantId: TenantId;
  readonly ids: Ids;
  /** Every revision there ever was. */
  readonly seen = new Map<string, RevisionName>();
  model: PackModel;
  readonly #store: OpenedStore;

  constructor(store: OpenedStore, tenantId: TenantId, ids: Ids) {
    this.#store = store;
    this.tenantId = tenantId;
    this.ids = ids;
    this.model = new PackModel({ ...this.#head, nowMs: sampleTimeMs });
  }

  get #head() {
    const { packId } = this.ids;
    return { packId, name: packId, description: '' };
  }

  async create(nowMs: number): Promise<void> {
    await this.#store.content.createPack(this.tenantId, { ...this.#head, nowMs });
    this.model = new PackModel({ ...this.#head, nowMs });
  }

  async take(step: Step, nowMs: number): Promise<void> {
    const { content } = this.#store;
    const { tenantId, model } = this;
    const { packId } = this.ids;
    switch (step.kind) {
      case 'change':
        return this.#change(toChange(step, this.ids, nowMs));
      case 'putBack':
        return this.#change(this.#putBack(step, nowMs));
      case 'publish': {
        const { draftRevision, latestVersion } = model.pack;
        const wanted = {
          packId,
          version: latestVersion + step.versionOff,
          draftRevision: draftRevision + step.revisionOff,
          passageCount: 7,
          note: `at ${nowMs}`,
        };
        const outcome = await content.publishVersion(tenantId, { ...wanted, nowMs, events: [] });
        expect(outcome).toBe(model.publish({ ...wanted, publishedAtMs: nowMs }));
        return;
      }
      case 'serve': {
        const { version } = step;
        const outcome = await content.serveVersion(tenantId, { packId, version, nowMs, events: [] });
        expect(outcome).toBe(model.serve(version, nowMs));
        return;
      }
      case 'retire':
        expect(await content.retireVersions(tenantId, packId, step.keep)).toEqual(model.retire(step.keep));
        return;
      case 'rename':
        // Unique to the pack, since the tenant has two.
        model.rename(`${step.name} ${packId}`, nowMs);
        expect(await content.updatePack(tenantId, packId, { name: model.pack.name, nowMs })).toBe(true);
        return;
      case 'recreate':
        expect(await content.deletePack(tenantId, packId)).toBe(true);
        expect(await content.getPack(tenantId, packId)).toBeNull();
        return this.create(nowMs);
    }
  }

  #putBack({ from, count }: { readonly from: number; readonly count: number }, nowMs: number): DraftChange {
    const latest = this.model.versions.get(this.model.pack.latestVersion)?.content;
    const some = <Put>(of: ReadonlyMap<string, { readonly put: Put }> = new Map()) =>
      [...of.values()].slice(from, from + count).map(({ put }) => put);
    return { nowMs, putDocuments: some(latest?.documents), putPairs: some(latest?.pairs) };
  }

  async #change(change: DraftChange): Promise<void> {
    const expected = this.model.changeDraft(change);
    const changing = this.#store.content.changeDraft(this.tenantId, this.ids.packId, change);
    if (expected === 'pack_conflict') await expect(changing).rejects.toMatchObject({ code: expected });
    else expect(await changing).toBe(expected);
  }
}

async function live(
  store: OpenedStore,
  steps: ReadonlyArray<readonly [place: number, step: Step]>,
): Promise<void> {
  const [tenantId, stranger] = [await newTenant(store.access), await newTenant(store.access)];
  const [first, second] = [newIds(), newIds()];
  const lives = [
    new Life(store, tenantId, first),
    new Life(store, tenantId, second),
    new Life(store, stranger, first),
  ];
  for (const life of lives) await life.create(sampleTimeMs);
  const compare = (life: Life) => {
    const neighbours = lives.filter((one) => one.tenantId === life.tenantId).map(({ model }) => model);
    return expectSameAsModel(store.content, life, neighbours);
  };
  for (const [position, [place, step]] of steps.entries()) {
    const life = lives[place];
    if (life === undefined) continue;
    await life.take(step, sampleTimeMs + 1 + position);
    await compare(life);
  }
  // Nothing that was done to one of them has changed another.
  for (const life of lives) await compare(life);
}

/** After any operations in any order, packs equal plain copies. */
export function describePackLife(get: () => OpenedStore, walks: number): void {
  it('behaves like whole copies of the draft and of every version', async () => {
    const steps = fc.array(fc.tuple(somePlace, someStep), { minLength: 15, maxLength: 45, size: 'max' });
    await fc.assert(
      fc.asyncProperty(steps, (each) => live(get(), each)),
      { numRuns: walks },
    );
  }, 120_000);
}
