import type { PackId, PackVersion } from '@avow/foundation';
import type { Encoder } from '@avow/inference';
import { useTinyEncoders } from '@avow/inference/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ContentFixture, openContentFixture } from '../../content/test-support/open-content-fixture.ts';
import { type EmbeddingWork, embedPassages, startEmbedding } from './embed-passages.ts';

const encoders = useTinyEncoders();
let fixture: ContentFixture;
let encoder: Encoder;

beforeEach(async () => {
  fixture = await openContentFixture();
  encoder = await encoders.openTiny();
});

afterEach(() => fixture.close());

async function publishTexts(name: string, count: number): Promise<PackVersion> {
  const packId: PackId = await fixture.createPack(name);
  // One document: each section is a passage, and many documents would take most of the time.
  const sections = Array.from({ length: count }, (_, n) => `# ${n}\n\nText number ${n} of ${name}.`);
  await fixture.addText(packId, { 'texts.md': sections.join('\n\n') });
  await fixture.publish(packId);
  return { packId, version: 1 };
}

const progressOf = (pack: PackVersion) =>
  fixture.search.vectorProgress(fixture.tenantId, { pack, encoder: encoder.name });

const quietly = { waitUntilIdle: () => Promise.resolve(), onProgress: () => undefined };

function loopParts(given: Partial<EmbeddingWork> = {}): EmbeddingWork {
  const { store, tenantId, search } = fixture;
  return {
    search,
    encoder,
    listServed: async () => (await store.content.listServed(tenantId)).map((pack) => ({ tenantId, pack })),
    publishedAtMs: async ({ pack }) =>
      (await store.content.listVersions(tenantId, pack.packId, { before: null, limit: 1 }))[0]
        ?.publishedAtMs ?? 0,
    hasQuestions: () => false,
    onFailure: () => undefined,
    ...given,
  };
}

test('keeps finished vectors when it is stopped, and resumes from there', async () => {
  const pack = await publishTexts('one', 320);
  const stopping = new AbortController();
  const parts = { search: fixture.search, encoder };
  const seen: number[] = [];
  const first = await embedPassages(parts, fixture.tenantId, pack, {
    ...quietly,
    signal: stopping.signal,
    onProgress: ({ done }) => {
      seen.push(done);
      if (done > 0) stopping.abort();
    },
  });
  expect([first, seen]).toEqual([false, [0, 128]]);
  expect(await progressOf(pack)).toEqual({ done: 128, total: 320 });
  const { signal } = new AbortController();
  expect(await embedPassages(parts, fixture.tenantId, pack, { ...quietly, signal })).toBe(true);
  expect(await progressOf(pack)).toEqual({ done: 320, total: 320 });
  const vector = await encoder.encodeQuestion('Text number 7 of one.', { timeoutMs: 300_000, owner: 'one' });
  const query = { kind: 'document', text: '…', vector, packs: [pack], groups: [], nowMs: 0 } as const;
  const hits = await fixture.search.search(fixture.tenantId, { ...query, limit: 3, timeoutMs: 9_000 });
  expect(hits[0]?.vectorScore).toBeGreaterThan(0.5);
});

test('embeds served versions newest first, picks up later ones, and stops on request', async () => {
  const older = await publishTexts('older', 160);
  const newer = await publishTexts('newer', 160);
  const order: string[] = [];
  const search = new Proxy(fixture.search, {
    get(target, name) {
      const method = Reflect.get(target, name);
      return (...args: unknown[]) => {
        if (name === 'addVectors') order.push((args[1] as { pack: PackVersion }).pack.packId);
        return Reflect.apply(method, target, args);
      };
    },
  });
  const loop = startEmbedding(loopParts({ search }));
  await expect.poll(() => progressOf(older)).toEqual({ done: 160, total: 160 });
  expect(order).toEqual([newer.packId, newer.packId, older.packId, older.packId]);
  const later = await publishTexts('later', 3);
  loop.wake();
  await expect.poll(() => progressOf(later)).toEqual({ done: 3, total: 3 });
  await loop.stop();
  const last = await publishTexts('last', 3);
  loop.wake();
  expect((await progressOf(last)).done).toBe(0);
});

test('stops when another node may have taken the version over, and embeds it later', async () => {
  const pack = await publishTexts('one', 3);
  const outcomes: boolean[] = [];
  const loop = startEmbedding(
    loopParts({
      embedForAll: async (_served, embedHere) => {
        const lost = outcomes.length === 0 ? AbortSignal.abort() : new AbortController().signal;
        outcomes.push(await embedHere(lost));
        return outcomes.at(-1) === true;
      },
    }),
  );
  await expect.poll(() => outcomes).toEqual([false]);
  expect((await progressOf(pack)).done).toBe(0);
  loop.wake();
  await expect.poll(() => outcomes).toEqual([false, true]);
  await loop.stop();
  expect(await progressOf(pack)).toEqual({ done: 3, total: 3 });
});

test('reports an encoder failure and retries', async () => {
  const pack = await publishTexts('one', 3);
  let calls = 0;
  const failing: Encoder = {
    ...encoder,
    encodePassages: (texts, call) => {
      calls += 1;
      return calls === 1 ? Promise.reject(new Error('no memory')) : encoder.encodePassages(texts, call);
    },
  };
  const failures: unknown[][] = [];
  const onFailure = (...failure: unknown[]) => void failures.push(failure);
  const loop = startEmbedding(loopParts({ encoder: failing, onFailure }));
  await expect.poll(() => failures.length).toBe(1);
  loop.wake();
  await expect.poll(() => progressOf(pack)).toEqual({ done: 3, total: 3 });
  await loop.stop();
  // Reported with the version that failed.
  expect(failures).toEqual([[new Error('no memory'), { tenantId: fixture.tenantId, pack }]]);
});

test('does not report a pack deleted during embedding as a failure, and continues with the next', async () => {
  const kept = await publishTexts('kept', 3);
  const { packId } = await publishTexts('deleted', 300);
  let calls = 0;
  const deleting: Encoder = {
    ...encoder,
    encodePassages: async (texts, call) => {
      calls += 1;
      if (calls === 2) await fixture.packs.deletePack(fixture.tenantId, packId);
      return await encoder.encodePassages(texts, call);
    },
  };
  const failures: unknown[] = [];
  const loop = startEmbedding(
    loopParts({ encoder: deleting, onFailure: (...failure) => void failures.push(failure) }),
  );
  await expect.poll(() => progressOf(kept)).toEqual({ done: 3, total: 3 });
  await loop.stop();
  expect(failures).toEqual([]);
  expect(calls).toBe(3);
});
