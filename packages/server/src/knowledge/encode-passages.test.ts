import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Encoder } from '../interfaces/encoder.ts';
import type { PackId, PackVersion } from '../interfaces/identity.ts';
import { useTinyEncoders } from '../models/embedded/test-support/tiny-encoders.ts';
import { type EncodeLoopParts, encodeVersion, startEncoding } from './encode-passages.ts';
import { openWorkshop, type Workshop } from './test-support/open-workshop.ts';

const encoders = useTinyEncoders();
let workshop: Workshop;
let encoder: Encoder;

beforeEach(async () => {
  workshop = await openWorkshop();
  encoder = await encoders.openTiny();
});

afterEach(() => workshop.close());

async function publishTexts(name: string, count: number): Promise<PackVersion> {
  const packId: PackId = await workshop.createPack(name);
  const files = Array.from({ length: count }, (_, n) => [`${n}.md`, `Text number ${n} of ${name}.`]);
  await workshop.addText(packId, Object.fromEntries(files));
  await workshop.publish(packId);
  return { packId, version: 1 };
}

const progressOf = (pack: PackVersion) =>
  workshop.search.vectorProgress(workshop.tenantId, { pack, encoder: encoder.name });

const quietly = { mayGoOn: () => Promise.resolve(), onProgress: () => undefined };

function loopParts(given: Partial<EncodeLoopParts> = {}): EncodeLoopParts {
  const { store, tenantId, search } = workshop;
  return {
    search,
    encoder,
    listServed: async () => (await store.knowledge.listServed(tenantId)).map((pack) => ({ tenantId, pack })),
    publishedAtMs: async ({ pack }) =>
      (await store.knowledge.listVersions(tenantId, pack.packId, { before: null, limit: 1 }))[0]
        ?.publishedAtMs ?? 0,
    hasQuestions: () => false,
    onFailure: () => undefined,
    ...given,
  };
}

test('broken off, it keeps what it has and goes on from there', async () => {
  const pack = await publishTexts('one', 320);
  const stopping = new AbortController();
  const parts = { search: workshop.search, encoder };
  const seen: number[] = [];
  const first = await encodeVersion(parts, workshop.tenantId, pack, {
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
  expect(await encodeVersion(parts, workshop.tenantId, pack, { ...quietly, signal })).toBe(true);
  expect(await progressOf(pack)).toEqual({ done: 320, total: 320 });
  const vector = await encoder.encodeQuestion('Text number 7 of one.', { timeoutMs: 20_000 });
  const query = { kind: 'document', text: '…', vector, packs: [pack], groups: [], nowMs: 0 } as const;
  const hits = await workshop.search.search(workshop.tenantId, { ...query, limit: 3, timeoutMs: 9_000 });
  expect(hits[0]?.vectorScore).toBeGreaterThan(0.5);
});

test('encodes whatever is served, newest first, what comes later too, and stops when told', async () => {
  const older = await publishTexts('older', 160);
  const newer = await publishTexts('newer', 160);
  const order: string[] = [];
  const search = new Proxy(workshop.search, {
    get(target, name) {
      const method = Reflect.get(target, name);
      return (...args: unknown[]) => {
        if (name === 'addVectors') order.push((args[1] as { pack: PackVersion }).pack.packId);
        return Reflect.apply(method, target, args);
      };
    },
  });
  const loop = startEncoding(loopParts({ search }));
  await expect.poll(() => progressOf(older), { timeout: 20_000 }).toEqual({ done: 160, total: 160 });
  expect(order).toEqual([newer.packId, newer.packId, older.packId, older.packId]);
  const later = await publishTexts('later', 3);
  loop.wake();
  await expect.poll(() => progressOf(later), { timeout: 20_000 }).toEqual({ done: 3, total: 3 });
  await loop.stop();
  const last = await publishTexts('last', 3);
  loop.wake();
  expect((await progressOf(last)).done).toBe(0);
});

test('an encoder that fails is reported, and tried again', async () => {
  const pack = await publishTexts('one', 3);
  let calls = 0;
  const failing: Encoder = {
    ...encoder,
    encodePassages: (texts) => {
      calls += 1;
      return calls === 1 ? Promise.reject(new Error('no memory')) : encoder.encodePassages(texts);
    },
  };
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => void failures.push(error);
  const loop = startEncoding(loopParts({ encoder: failing, onFailure }));
  await expect.poll(() => failures.length, { timeout: 20_000 }).toBe(1);
  loop.wake();
  await expect.poll(() => progressOf(pack), { timeout: 25_000 }).toEqual({ done: 3, total: 3 });
  await loop.stop();
  expect(failures).toHaveLength(1);
});
