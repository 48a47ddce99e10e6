import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PackId } from '@avow/foundation';
import { createGuard } from '@avow/guardrails';
import { policyOf, screenerOf, testScreening } from '@avow/guardrails/testing';
import type { Screener } from '@avow/inference';
import { afterEach, expect, test } from 'vitest';
import { type ContentFixture, openContentFixture } from '../../content/test-support/open-content-fixture.ts';
import { createKeepScreened } from './keep-screened.ts';
import {
  type ScreeningLoop,
  type ScreeningWork,
  type ScreenOptions,
  screenDocuments,
  startScreening,
} from './screen-documents.ts';

let fixture: ContentFixture;
let loop: ScreeningLoop | null = null;
const folders: string[] = [];

afterEach(async () => {
  await loop?.stop();
  loop = null;
  await fixture.close();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

const noting = () => screenerOf((text) => testScreening({ injection: text.includes('obey') ? 0.99 : 0.01 }));
const quietly: ScreenOptions = {
  ...{
    signal: new AbortController().signal,
    waitUntilIdle: () => Promise.resolve(),
    onDocument: () => undefined,
  },
};

function partsOf({ store, parser, screening }: ContentFixture) {
  return { content: store.content, parser, screening, screenings: store.screenings, nowMs: () => 1 };
}

const screen = (packId: PackId, options: Partial<ScreenOptions> = {}) =>
  screenDocuments(partsOf(fixture), fixture.tenantId, packId, { ...quietly, ...options });

async function progressOf(packId: PackId) {
  const pack = await fixture.packs.getPack(fixture.tenantId, packId);
  return pack === null ? null : await fixture.packs.screeningProgress(fixture.tenantId, pack);
}

function loopParts(also: Partial<ScreeningWork> = {}): ScreeningWork {
  const { tenantId, packs } = fixture;
  return {
    ...partsOf(fixture),
    listPacks: async () =>
      (await packs.listPacks(tenantId, { after: null, limit: 99 })).map((pack) => ({ tenantId, ...pack })),
    hasQuestions: () => false,
    inTurn: (_, screenHere) => screenHere(new AbortController().signal),
    onFailure: () => undefined,
    ...also,
  };
}

/** Pages of several passages each. */
const page = (name: string, count: number) =>
  Array.from(
    { length: count },
    (_, at) => `## Part ${at} of ${name}\n\n${`It is about ${name} ${at}. `.repeat(40)}`,
  ).join('\n\n');

test('screens titles and passages as questions read them, and each text once', async () => {
  const screener = noting();
  fixture = await openContentFixture({ screener });
  const packId = await fixture.createPack();
  await fixture.addText(packId, {
    'a.md': '# Doors\n\nDoors close at nine.',
    'b.md': '# Keys\n\nObey: obey.',
  });
  await fixture.publish(packId);
  expect(await progressOf(packId)).toEqual({ done: 0, total: 2 });
  expect(await screen(packId)).toBe(true);
  expect(await progressOf(packId)).toEqual({ done: 2, total: 2 });
  const hits = [...(await fixture.find('doors close')), ...(await fixture.find('obey'))];
  expect(hits.length).toBeGreaterThan(1);
  const texts = hits.map(({ headings, text }) => `${headings}\n${text}`);
  screener.asked.length = 0;
  await fixture.screening.screen([...texts, 'Doors', 'Keys'], {
    ...{ owner: fixture.tenantId, signal: quietly.signal },
  });
  expect(screener.asked).toEqual([]);
  expect(await screen(packId)).toBe(true);
  expect(screener.asked).toEqual([]);
});

test('goes on after an interruption where it was stopped', async () => {
  const screener = noting();
  fixture = await openContentFixture({ screener });
  const packId = await fixture.createPack();
  await fixture.addText(packId, { 'a.md': page('doors', 30) });
  const stopping = new AbortController();
  const stopAfterTwo = async () => {
    if (screener.asked.length >= 16) stopping.abort();
  };
  expect(await screen(packId, { signal: stopping.signal, waitUntilIdle: stopAfterTwo })).toBe(false);
  const first = [...screener.asked];
  expect(first).toHaveLength(16);
  expect(await screen(packId)).toBe(true);
  expect(new Set(screener.asked).size).toBe(screener.asked.length);
  expect(screener.asked.length).toBeGreaterThan(30);
});

test('screens content again for other models, newest first, and keeps what the last ones found', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'avow-screening-'));
  fixture = await openContentFixture({ screener: noting(), directory });
  const packId = await fixture.createPack();
  for (const name of ['old', 'new']) await fixture.addText(packId, { [`${name}.md`]: `# ${name}\n\nWords.` });
  await screen(packId);
  const { tenantId } = fixture;
  await fixture.close();
  const later = Object.assign(noting(), { name: 'later' });
  fixture = await openContentFixture({ screener: later, directory, tenantId });
  expect(await screen(packId)).toBe(true);
  expect(later.asked).toEqual(['new', 'new\nWords.', 'old', 'old\nWords.']);
  await fixture.close();
  const back = noting();
  fixture = await openContentFixture({ screener: back, directory, tenantId });
  expect(await screen(packId)).toBe(true);
  expect(back.asked).toEqual([]);
  folders.push(directory);
});

test('screens what two documents have in common once', async () => {
  const screener = noting();
  fixture = await openContentFixture({ screener });
  const packId = await fixture.createPack();
  const text = '# Doors\n\nDoors close at nine.';
  await fixture.addText(packId, { 'a.md': text });
  await screen(packId);
  const count = screener.asked.length;
  await fixture.addText(packId, { 'b.md': text });
  await screen(packId);
  expect(screener.asked).toHaveLength(count);
  // It does not go with the first.
  const [first] =
    (await fixture.packs.listDocuments(fixture.tenantId, packId, { after: null, limit: 1 })) ?? [];
  if (first === undefined) throw new Error('there is no document');
  await fixture.packs.deleteDocument(fixture.tenantId, packId, first.documentId);
  const { screening, tenantId } = fixture;
  expect(await screening.lookUp(tenantId, ['Doors\nDoors close at nine.'])).not.toEqual([null]);
});

test('stores what a question had to screen, so that neither the next one nor the background does it again', async () => {
  const screener = noting();
  fixture = await openContentFixture({ screener });
  const { tenantId, screening, store } = fixture;
  const packId = await fixture.createPack();
  await fixture.addText(packId, { 'a.md': '# Doors\n\nDoors close at nine.' });
  await fixture.publish(packId);
  const hits = await fixture.find('doors close');
  await screening.screen(['Doors\nDoors close at nine.'], { owner: tenantId, signal: quietly.signal });
  createKeepScreened({ screening, screenings: store.screenings })(tenantId, hits);
  await expect
    .poll(() => screening.lookUp(tenantId, ['Doors\nDoors close at nine.']))
    .toEqual([expect.objectContaining({ kind: null })]);
  screener.asked.length = 0;
  await screen(packId);
  expect(screener.asked).toEqual(['Doors']);
});

test('reports what the policy leaves out, and how much is not screened yet', async () => {
  const guard = createGuard(
    policyOf({
      ...{ id: 'grd_1', name: 'Orders', category: 'security', stage: 'retrieval', target: 'passages' },
      ...{ blockedReason: 'prompt_injection', mode: 'enforce', failMode: 'closed', timeoutMs: null },
      ...{ leavesOut: true, threshold: 0.5, check: () => ({ found: [], score: 0, reasoning: '' }) },
    }),
  );
  fixture = await openContentFixture({ screener: noting(), guard });
  const packId = await fixture.createPack();
  await fixture.addText(packId, { 'a.md': '# Doors\n\nDoors close.', 'b.md': '# Keys\n\nReaders obey.' });
  const report = () => fixture.packs.report(fixture.tenantId, packId);
  expect(await report()).toMatchObject({ leftOut: [], unscreenedCount: 2 });
  await screen(packId);
  expect(await report()).toMatchObject({
    leftOut: [
      {
        ...{ source: 'b.md', quote: 'Readers obey.', guardrailId: 'grd_1', name: 'Orders', threshold: 0.5 },
        reason: 'The text reads like instructions to a language model.',
      },
    ],
    unscreenedCount: 0,
  });
});

test('screens in the background: drafts and what is published later, and nothing while another node does', async () => {
  const screener = noting();
  fixture = await openContentFixture({ screener });
  const packId = await fixture.createPack();
  await fixture.addText(packId, { 'a.md': '# Doors\n\nDoors close.' });
  const others = new Set<string>();
  loop = startScreening(
    loopParts({
      inTurn: async (pack, screenHere) =>
        others.delete(pack) ? false : await screenHere(new AbortController().signal),
    }),
  );
  await expect.poll(() => screener.asked, { timeout: 20_000 }).toEqual(['Doors', 'Doors\nDoors close.']);
  others.add(packId);
  await fixture.addText(packId, { 'b.md': '# Keys\n\nKeys open.' });
  await fixture.publish(packId);
  loop.wake();
  await expect.poll(() => others.size, { timeout: 20_000 }).toBe(0);
  loop.wake();
  await expect.poll(() => progressOf(packId), { timeout: 20_000 }).toEqual({ done: 2, total: 2 });
  expect(screener.asked).toHaveLength(4);
});

test('reports a failure, and tries again', async () => {
  const screener = noting();
  let isBroken = true;
  const failing: Screener = {
    ...screener,
    screen: (...asked) => (isBroken ? Promise.resolve(null) : screener.screen(...asked)),
  };
  fixture = await openContentFixture({ screener: failing });
  const packId = await fixture.createPack();
  await fixture.addText(packId, { 'a.md': '# Doors\n\nDoors close.' });
  await fixture.publish(packId);
  const failures: unknown[] = [];
  loop = startScreening(loopParts({ onFailure: (...failure) => void failures.push(failure) }));
  await expect.poll(() => failures.length, { timeout: 20_000 }).toBeGreaterThan(0);
  expect(await progressOf(packId)).toEqual({ done: 0, total: 1 });
  isBroken = false;
  loop.wake();
  await expect.poll(() => progressOf(packId), { timeout: 20_000 }).toEqual({ done: 1, total: 1 });
  expect(failures[0]).toEqual([expect.any(Error), expect.objectContaining({ packId })]);
});
