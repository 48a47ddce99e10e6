import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PackId, TenantId } from '@avow/foundation';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Passage } from './passage-search.ts';
import { PassageSearchError } from './passage-search-error.ts';
import { SearchIndex } from './search-index.ts';
import { plainPassage } from './test-support/segment-of.ts';
import { IndexWriter } from './writing/index-writer.ts';

const tenantId: TenantId = 'ten_model';
const packId: PackId = 'pack_model';
const encoder = 'one direction a text';

/** What a version holds, and what has a vector: all there is to know. */
interface Model {
  readonly versions: Map<number, ReadonlyMap<string, readonly Passage[]>>;
  readonly encoded: Set<string>;
}

const texts = ['leave a', 'leave b', 'leave c', 'money a', 'money b'];
const documentNames = ['doc_a', 'doc_b', 'doc_c', 'doc_d'] as const;

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('stage' as const),
      version: fc.integer({ min: 1, max: 6 }),
      base: fc.option(fc.integer({ min: 1, max: 6 })),
      removed: fc.subarray([...documentNames]),
      added: fc.array(
        fc.record({
          document: fc.constantFrom(...documentNames),
          texts: fc.subarray(texts, { minLength: 1 }),
        }),
        { maxLength: 3 },
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('encode' as const), limit: fc.integer({ min: 1, max: 4 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('prune' as const), keep: fc.subarray([1, 2, 3, 4, 5, 6]) }),
  },
);

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(texts.length + 1);
  vector[texts.indexOf(text) + 1] = 1;
  return vector;
}

async function apply(writer: IndexWriter, model: Model, one: Step, revision: number): Promise<void> {
  if (one.kind === 'stage') {
    await stage(writer, model, one, revision);
  } else if (one.kind === 'prune') {
    await writer.prune(tenantId, { packId, keep: one.keep });
    for (const version of [...model.versions.keys()])
      if (!one.keep.includes(version)) model.versions.delete(version);
  } else {
    for (const version of model.versions.keys()) {
      const pack = { packId, version };
      const waiting = writer.listWaiting(tenantId, { pack, encoder, limit: one.limit });
      const vectors = waiting.map(({ key, text }) => ({ key, vector: vectorOf(text) }));
      await writer.addVectors(tenantId, { pack, encoder, vectors });
      for (const { text } of waiting) model.encoded.add(text);
    }
  }
  // What no version holds any more has lost its vector; what still stands somewhere keeps it.
  const held = new Set(
    [...model.versions.values()].flatMap((version) =>
      [...version.values()].flatMap((passages) => passages.map(({ text }) => text)),
    ),
  );
  for (const text of [...model.encoded]) if (!held.has(text)) model.encoded.delete(text);
}

async function stage(
  writer: IndexWriter,
  model: Model,
  one: Extract<Step, { kind: 'stage' }>,
  revision: number,
): Promise<void> {
  const base = one.base === null ? new Map<string, readonly Passage[]>() : model.versions.get(one.base);
  if (base === undefined) {
    expect(() =>
      writer.beginStage(tenantId, { pack: { packId, version: one.version }, base: one.base }),
    ).toThrow(PassageSearchError);
    return;
  }
  const changed = new Set([...one.removed, ...one.added.map(({ document }) => document)]);
  const next = new Map(
    [...base].filter(([name]) => !changed.has(name.split(' ')[0] as (typeof documentNames)[number])),
  );
  const removed = [...base.keys()]
    .filter((name) => !next.has(name))
    .map((name) => ({ id: name.split(' ')[0] as 'doc_a', revision: Number(name.split(' ')[1]) }));
  for (const { document, texts: found } of one.added)
    next.set(
      `${document} ${revision}`,
      found.map((text, ordinal) => plainPassage(text, { documentId: document, revision, ordinal })),
    );
  const number = writer.beginStage(tenantId, { pack: { packId, version: one.version }, base: one.base });
  for (const [name, passages] of next) if (!base.has(name)) writer.addPassages(number, passages);
  const { passageCount } = await writer.commitStage(number, removed);
  expect(passageCount).toBe([...next.values()].flat().length);
  model.versions.set(one.version, next);
}

/** Every place of every text, as the search gives them, against the model. */
function compare(index: SearchIndex, writer: IndexWriter, model: Model): void {
  for (let version = 1; version <= 6; version += 1) {
    const pack = { packId, version };
    const query = {
      kind: 'document',
      packs: [pack],
      groups: [],
      nowMs: 0,
      limit: 100,
      deadlineMs: Infinity,
    } as const;
    const held = model.versions.get(version);
    if (held === undefined) {
      expect(() => index.search(tenantId, { ...query, text: 'leave', vector: null })).toThrow(
        PassageSearchError,
      );
      continue;
    }
    const passages = [...held.values()].flat();
    const byKeyword = index.search(tenantId, { ...query, text: 'leave money', vector: null });
    const places = byKeyword.flatMap((hit) => [hit, ...hit.alsoAt].map((at) => placeName(hit.text, at)));
    expect(places.sort()).toEqual(passages.map((one) => placeName(one.text, one)).sort());
    const distinct = new Set(passages.map(({ text }) => text));
    expect(new Set(byKeyword.map(({ text }) => text))).toEqual(distinct);
    for (const text of distinct) {
      const byVector = index.search(tenantId, { ...query, text: '', vector: vectorOf(text) });
      const found = byVector.find((hit) => (hit.vectorScore ?? 0) > 0.9);
      expect(found?.text).toBe(model.encoded.has(text) ? text : undefined);
    }
    const waiting = writer.listWaiting(tenantId, { pack, encoder, limit: 100 });
    const expected = [...distinct].filter((text) => !model.encoded.has(text));
    expect(waiting.map(({ text }) => text).sort()).toEqual(expected.sort());
  }
}

const placeName = (text: string, at: Pick<Passage, 'documentId' | 'revision' | 'ordinal'>) =>
  `${text} ${at.documentId} ${at.revision} ${at.ordinal}`;

test('whatever is staged, encoded and pruned, the search finds what a plain model holds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      const directory = await mkdtemp(join(tmpdir(), 'avow-model-'));
      const writer = new IndexWriter({ directory });
      const index = new SearchIndex({ directory, memoryBytesMax: 1_000_000 });
      const model: Model = { versions: new Map(), encoded: new Set() };
      try {
        for (const [at, one] of steps.entries()) await apply(writer, model, one, at + 1);
        compare(index, writer, model);
      } finally {
        await writer.close();
        rmSync(directory, { recursive: true });
      }
    }),
    { numRuns: 40 },
  );
});
