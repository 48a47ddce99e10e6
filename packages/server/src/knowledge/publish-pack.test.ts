import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PackId } from '../interfaces/identity.ts';
import { type PublishParts, publishPack } from './publish-pack.ts';
import { openWorkshop, pairOf, type Workshop } from './test-support/open-workshop.ts';

let workshop: Workshop;
let packId: PackId;

beforeEach(async () => {
  workshop = await openWorkshop();
  packId = await workshop.createPack();
});

afterEach(() => workshop.close());

const handbook = {
  'leave.md': '# Leave\n\nBakers have 26 days 🥐 of leave.',
  'notes.txt': 'Ovens are cleaned on Mondays.',
};

const checkGate: PublishParts['checkGate'] = async () => ({ kind: 'open', note: '' });

function publish(given: Partial<PublishParts> = {}, signal = new AbortController().signal) {
  const { store, search, tenantId } = workshop;
  const parts = {
    knowledge: store.knowledge,
    search,
    nowMs: Date.now,
    versionsKept: 10,
    checkGate,
    ...given,
  };
  return publishPack(parts, tenantId, {
    ...{ packId, note: 'spring', isForced: false, signal },
    onProgress: () => undefined,
  });
}

const texts = async (words: string) => (await workshop.find(words)).map((hit) => hit.text);

describe('publishPack', () => {
  test('publishes documents and pairs, and their passages are found and quoted exactly', async () => {
    const { tenantId, store, packs } = workshop;
    await workshop.addText(packId, handbook);
    const alternatives = ['When are we paid?', 'when is PAYDAY'];
    await packs.createPair(tenantId, packId, pairOf('When is payday?', 'On the 25th.', { alternatives }));
    expect(await texts('leave')).toEqual([]);
    expect(await publish()).toEqual({ kind: 'published', version: 1 });
    expect(await store.knowledge.listVersions(tenantId, packId, { before: null, limit: 5 })).toMatchObject([
      { version: 1, documentCount: 2, curatedCount: 1, passageCount: 5, note: 'spring', isRetired: false },
    ]);
    const [hit] = await workshop.find('days of leave');
    expect(hit).toMatchObject({ headings: 'Leave', text: 'Bakers have 26 days 🥐 of leave.' });
    const viewer = { groups: [], nowMs: Date.now() };
    if (hit !== undefined)
      expect(await store.knowledge.readQuote(tenantId, { ...hit, ...viewer })).toBe(hit.text);
    expect((await workshop.find('ovens'))[0]?.headings).toBe('notes');
    const curated = await workshop.find('payday', { kind: 'curated' });
    expect(new Set(curated.map(({ documentId }) => documentId)).size).toBe(1);
  });

  test('the same content is no new version, and what is gone back from is published anew', async () => {
    await workshop.addText(packId, handbook);
    await publish();
    expect(await publish()).toEqual({ kind: 'unchanged', version: 1 });
    await workshop.addText(packId, { 'leave.md': 'Bakers have 30 days of leave.' });
    expect(await publish()).toEqual({ kind: 'published', version: 2 });
    await workshop.packs.rollback(workshop.tenantId, packId, 1);
    expect(await texts('leave')).toEqual(['Bakers have 26 days 🥐 of leave.']);
    expect(await publish()).toEqual({ kind: 'published', version: 3 });
    expect(await texts('leave')).toEqual(['Bakers have 30 days of leave.']);
    await workshop.packs.unpublish(workshop.tenantId, packId);
    expect(await texts('leave')).toEqual([]);
    expect(await publish()).toEqual({ kind: 'published', version: 4 });
  });

  test('what was taken out is not found, and versions beyond the number kept are gone', async () => {
    const { tenantId, store, search, packs } = workshop;
    for (let round = 1; round <= 4; round += 1) {
      await workshop.addText(packId, { 'round.md': `Round number ${round} of the ovens.` });
      expect(await publish({ versionsKept: 2 })).toEqual({ kind: 'published', version: round });
    }
    expect(await texts('round')).toEqual(['Round number 4 of the ovens.']);
    const versions = await store.knowledge.listVersions(tenantId, packId, { before: null, limit: 9 });
    expect(versions.map(({ isRetired }) => isRetired)).toEqual([false, false, true, true]);
    expect(await search.hasVersion(tenantId, { packId, version: 2 })).toBe(false);
    expect(await search.hasVersion(tenantId, { packId, version: 3 })).toBe(true);
    await expect(packs.rollback(tenantId, packId, 2)).rejects.toMatchObject({ code: 'version_retired' });
    expect(await packs.rollback(tenantId, packId, 9)).toBeNull();
    expect((await packs.rollback(tenantId, packId, 3))?.servedVersion).toBe(3);
    expect(await texts('round')).toEqual(['Round number 3 of the ovens.']);
  });

  test('where the search has lost the version before, the next one is made from the store alone', async () => {
    const { directory, search, tenantId } = workshop;
    await workshop.addText(packId, handbook);
    await publish();
    await rm(join(directory, 'search'), { recursive: true });
    expect(await search.hasVersion(tenantId, { packId, version: 1 })).toBe(false);
    await workshop.addText(packId, { 'new.md': 'Flour comes on Tuesdays.' });
    expect(await publish()).toEqual({ kind: 'published', version: 2 });
    for (const words of ['leave', 'ovens', 'flour']) expect(await texts(words)).toHaveLength(1);
  });

  test('what it is told to leave, it leaves as it was', async () => {
    await workshop.addText(packId, handbook);
    const stopping = new AbortController();
    stopping.abort(new Error('enough'));
    await expect(publish({}, stopping.signal)).rejects.toThrow('enough');
    expect(await texts('leave')).toEqual([]);
    expect(await publish()).toMatchObject({ kind: 'published', version: 1 });
  });

  test('a draft that changes meanwhile is published as it is in the end', async () => {
    const { store, tenantId } = workshop;
    await workshop.addText(packId, handbook);
    let changes = 0;
    const knowledge = new Proxy(store.knowledge, {
      get(target, name) {
        const method = Reflect.get(target, name);
        if (name !== 'publishVersion') return method;
        return async (...args: Parameters<typeof target.publishVersion>) => {
          if (changes < 2) {
            changes += 1;
            await workshop.addText(packId, { 'late.md': `Late change ${changes}.` });
          }
          return await target.publishVersion(...args);
        };
      },
    });
    expect(await publish({ knowledge })).toEqual({ kind: 'published', version: 1 });
    expect(await texts('late')).toEqual(['Late change 2.']);
    expect(await publish({ knowledge: store.knowledge })).toEqual({ kind: 'unchanged', version: 1 });
    await workshop.packs.deletePack(tenantId, packId);
    expect(await publish()).toEqual({ kind: 'unknown_pack' });
  });
});

/** The same parts, but the call of that number breaks off: before its work is done, or after it. */
function breakingAt(call: number, when: 'before' | 'after') {
  let calls = 0;
  const breaking = <Part extends object>(part: Part): Part =>
    new Proxy(part, {
      get(target, name) {
        const method = Reflect.get(target, name);
        if (typeof method !== 'function') return method;
        return async (...args: unknown[]) => {
          calls += 1;
          const breaksNow = calls === call;
          if (breaksNow && when === 'before') throw new Error('broken off');
          const result = await method.apply(target, args);
          if (breaksNow) throw new Error('broken off');
          return result;
        };
      },
    });
  return {
    parts: { knowledge: breaking(workshop.store.knowledge), search: breaking(workshop.search) },
    callCount: () => calls,
  };
}

describe('a publication that breaks off', () => {
  test('anywhere leaves one version whole, and the next one mends everything', async () => {
    let days = 26;
    const say = (count: number) => `Bakers have ${count} days of leave.`;
    await workshop.addText(packId, { 'leave.md': say(days), 'other.md': 'Ovens are hot.' });
    await publish();
    let isThrough = false;
    for (let call = 1; !isThrough; call += 1) {
      for (const when of ['before', 'after'] as const) {
        await workshop.addText(packId, { 'leave.md': say(days + 1) });
        const { parts, callCount } = breakingAt(call, when);
        const outcome = await publish(parts).catch(() => 'broken off');
        isThrough = callCount() < call;
        expect(outcome === 'broken off').toBe(!isThrough);
        // The old version or the new one, never both and never none.
        expect([[say(days)], [say(days + 1)]]).toContainEqual(await texts('leave'));
        expect(await texts('ovens')).toEqual(['Ovens are hot.']);
        await publish();
        days += 1;
        expect(await texts('leave')).toEqual([say(days)]);
      }
      expect(call).toBeLessThan(30);
    }
  });
});
