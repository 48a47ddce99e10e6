import type { PackId, PackVersion } from '@avow/foundation';
import type { Encoder } from '@avow/inference';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type ContentFixture,
  openContentFixture,
  pairOf,
} from '../../content/test-support/open-content-fixture.ts';
import { publishPack } from '../publication.ts';
import { createEmbedBeforeServing } from './embed-before-serving.ts';

let fixture: ContentFixture;
let packId: PackId;
let encoded: string[];

beforeEach(async () => {
  fixture = await openContentFixture();
  packId = await fixture.createPack();
  encoded = [];
});

afterEach(() => fixture.close());

const name = 'even';
const vector = () => Float32Array.from([0.6, 0.8]);

function encoderWith(encodePassages: Encoder['encodePassages']): Encoder {
  const others = { name, dimensions: 2, encodeQuestion: async () => vector(), close: async () => undefined };
  return {
    ...others,
    encodePassages: async (texts, call) => {
      encoded.push(...texts);
      return await encodePassages(texts, call);
    },
  };
}

const quick: Encoder['encodePassages'] = async (texts) => texts.map(vector);

/** Publishes the draft, and what is embedded of it when it begins to be served. */
async function publish(encodePassages: Encoder['encodePassages'], waitMs = 30_000) {
  const { store, search, parser, tenantId } = fixture;
  const encoder = encoderWith(encodePassages);
  const progressOf = (pack: PackVersion) => search.vectorProgress(tenantId, { pack, encoder: name });
  let served: Awaited<ReturnType<typeof progressOf>> | null = null;
  const content: typeof store.content = {
    ...store.content,
    publishVersion: async (tenant, version) => {
      served = await progressOf(version);
      return await store.content.publishVersion(tenant, version);
    },
  };
  const parts = {
    ...{ content, search, parser, nowMs: Date.now, versionsKept: 10 },
    checkGate: async () => ({ kind: 'open', note: '' }) as const,
    embedBeforeServing: createEmbedBeforeServing({ search, encoder, waitMs }),
  };
  const { signal } = new AbortController();
  const published = await publishPack(parts, tenantId, {
    ...{ packId, note: '', isForced: false, signal, onProgress: () => undefined },
  });
  return { published, served };
}

test('what is new has its vectors when it is served', async () => {
  const { tenantId, packs } = fixture;
  await fixture.addText(packId, { 'roof.md': '# Roof\n\nThe roof is open.' });
  expect(await publish(quick)).toEqual({
    published: { kind: 'published', version: 1 },
    served: { done: 1, total: 1 },
  });
  await packs.createPair(tenantId, packId, pairOf('Is there a sauna?', 'On the roof.'));
  expect(await publish(quick)).toEqual({
    published: { kind: 'published', version: 2 },
    served: { done: 2, total: 2 },
  });
  expect(encoded).toEqual([expect.stringContaining('The roof is open.'), 'Is there a sauna?']);
});

test('of a large load the curated questions are embedded, and a limited number of passages', async () => {
  const { tenantId, packs } = fixture;
  const sections = Array.from({ length: 600 }, (_, n) => `# ${n}\n\nText number ${n}.`);
  await fixture.addText(packId, { 'texts.md': sections.join('\n\n') });
  await packs.createPair(tenantId, packId, pairOf('Is there a sauna?', 'On the roof.'));
  expect((await publish(quick)).served).toEqual({ done: 512, total: 601 });
  expect(encoded).toContain('Is there a sauna?');
});

test('an encoder that hangs or fails holds nothing up', async () => {
  await fixture.addText(packId, { 'roof.md': '# Roof\n\nThe roof is open.' });
  expect(await publish(() => new Promise(() => undefined), 50)).toEqual({
    published: { kind: 'published', version: 1 },
    served: { done: 0, total: 1 },
  });
  await fixture.addText(packId, { 'cellar.md': '# Cellar\n\nThe cellar is closed.' });
  expect(await publish(() => Promise.reject(new Error('no model')))).toEqual({
    published: { kind: 'published', version: 2 },
    served: { done: 0, total: 2 },
  });
});
