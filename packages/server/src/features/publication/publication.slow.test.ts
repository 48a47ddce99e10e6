import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openDocumentParser } from '@avow/documents/testing';
import type { PackId } from '@avow/foundation';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type ContentFixture,
  openContentFixture,
  pairOf,
} from '../content/test-support/open-content-fixture.ts';
import { type PublishDependencies, publishPack } from './publication.ts';

let fixture: ContentFixture;
let packId: PackId;

beforeEach(async () => {
  fixture = await openContentFixture();
  packId = await fixture.createPack();
});

afterEach(() => fixture.close());

const handbook = {
  'leave.md': '# Leave\n\nBakers have 26 days 🥐 of leave.',
  'notes.txt': 'Ovens are cleaned on Mondays.',
};

const checkGate: PublishDependencies['checkGate'] = async () => ({ kind: 'open', note: '' });

function publish(given: Partial<PublishDependencies> = {}, signal = new AbortController().signal) {
  const { store, search, parser, tenantId } = fixture;
  const parts = {
    content: store.content,
    ...{ search, parser },
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

const texts = async (words: string) => (await fixture.find(words)).map((hit) => hit.text);

describe('publishPack', () => {
  test('publishes documents and pairs whose passages can be found and quoted exactly', async () => {
    const { tenantId, store, packs } = fixture;
    await fixture.addText(packId, handbook);
    const alternatives = ['When are we paid?', 'when is PAYDAY'];
    await packs.createPair(tenantId, packId, pairOf('When is payday?', 'On the 25th.', { alternatives }));
    expect(await texts('leave')).toEqual([]);
    expect(await publish()).toEqual({ kind: 'published', version: 1 });
    expect(await store.content.listVersions(tenantId, packId, { before: null, limit: 5 })).toMatchObject([
      { version: 1, documentCount: 2, curatedCount: 1, passageCount: 5, note: 'spring', isRetired: false },
    ]);
    const [hit] = await fixture.find('days of leave');
    expect(hit).toMatchObject({ headings: 'Leave', text: 'Bakers have 26 days 🥐 of leave.' });
    const viewer = { groups: [], nowMs: Date.now() };
    if (hit !== undefined)
      expect(await store.content.readQuote(tenantId, { ...hit, ...viewer })).toBe(hit.text);
    expect((await fixture.find('ovens'))[0]?.headings).toBe('notes');
    const curated = await fixture.find('payday', { kind: 'curated' });
    expect(new Set(curated.map(({ documentId }) => documentId)).size).toBe(1);
  });

  test('publishes no new version of unchanged content, but does so after a rollback or unpublishing', async () => {
    await fixture.addText(packId, handbook);
    await publish();
    expect(await publish()).toEqual({ kind: 'unchanged', version: 1 });
    await fixture.addText(packId, { 'leave.md': 'Bakers have 30 days of leave.' });
    expect(await publish()).toEqual({ kind: 'published', version: 2 });
    await fixture.packs.rollback(fixture.tenantId, packId, 1);
    expect(await texts('leave')).toEqual(['Bakers have 26 days 🥐 of leave.']);
    expect(await publish()).toEqual({ kind: 'published', version: 3 });
    expect(await texts('leave')).toEqual(['Bakers have 30 days of leave.']);
    await fixture.packs.unpublish(fixture.tenantId, packId);
    expect(await texts('leave')).toEqual([]);
    expect(await publish()).toEqual({ kind: 'published', version: 4 });
  });

  test('does not find removed content, and retires versions beyond the number kept', async () => {
    const { tenantId, store, search, packs } = fixture;
    for (let round = 1; round <= 4; round += 1) {
      await fixture.addText(packId, { 'round.md': `Round number ${round} of the ovens.` });
      expect(await publish({ versionsKept: 2 })).toEqual({ kind: 'published', version: round });
    }
    expect(await texts('round')).toEqual(['Round number 4 of the ovens.']);
    const versions = await store.content.listVersions(tenantId, packId, { before: null, limit: 9 });
    expect(versions.map(({ isRetired }) => isRetired)).toEqual([false, false, true, true]);
    expect(await search.hasVersion(tenantId, { packId, version: 2 })).toBe(false);
    expect(await search.hasVersion(tenantId, { packId, version: 3 })).toBe(true);
    await expect(packs.rollback(tenantId, packId, 2)).rejects.toMatchObject({ code: 'version_retired' });
    expect(await packs.rollback(tenantId, packId, 9)).toBeNull();
    expect((await packs.rollback(tenantId, packId, 3))?.servedVersion).toBe(3);
    expect(await texts('round')).toEqual(['Round number 3 of the ovens.']);
  });

  test('builds the next version from the store if the search engine has lost the previous one', async () => {
    const { directory, search, tenantId } = fixture;
    await fixture.addText(packId, handbook);
    await publish();
    await rm(join(directory, 'search'), { recursive: true });
    expect(await search.hasVersion(tenantId, { packId, version: 1 })).toBe(false);
    await fixture.addText(packId, { 'new.md': 'Flour comes on Tuesdays.' });
    expect(await publish()).toEqual({ kind: 'published', version: 2 });
    for (const words of ['leave', 'ovens', 'flour']) expect(await texts(words)).toHaveLength(1);
  });

  test('changes nothing if it is aborted', async () => {
    await fixture.addText(packId, handbook);
    const stopping = new AbortController();
    stopping.abort(new Error('enough'));
    await expect(publish({}, stopping.signal)).rejects.toThrow('enough');
    expect(await texts('leave')).toEqual([]);
    expect(await publish()).toMatchObject({ kind: 'published', version: 1 });
  });

  test('publishes the final state of a draft that changes during the publication', async () => {
    const { store, tenantId } = fixture;
    await fixture.addText(packId, handbook);
    let changes = 0;
    const content = new Proxy(store.content, {
      get(target, name) {
        const method = Reflect.get(target, name);
        if (name !== 'publishVersion') return method;
        return async (...args: Parameters<typeof target.publishVersion>) => {
          if (changes < 2) {
            changes += 1;
            await fixture.addText(packId, { 'late.md': `Late change ${changes}.` });
          }
          return await target.publishVersion(...args);
        };
      },
    });
    expect(await publish({ content })).toEqual({ kind: 'published', version: 1 });
    expect(await texts('late')).toEqual(['Late change 2.']);
    expect(await publish({ content: store.content })).toEqual({ kind: 'unchanged', version: 1 });
    await fixture.packs.deletePack(tenantId, packId);
    expect(await publish()).toEqual({ kind: 'unknown_pack' });
  });
});

describe('publishPack, with a large document', () => {
  test('publishes a document with more passages than a call can take arguments', async () => {
    const { store, tenantId } = fixture;
    const count = 130_000;
    await fixture.addText(packId, { 'large.md': '# A\n\nb\n\n'.repeat(count) });
    expect(await publish()).toEqual({ kind: 'published', version: 1 });
    const [version] = await store.content.listVersions(tenantId, packId, { before: null, limit: 1 });
    expect(version?.passageCount).toBe(count);
  });

  test('names a document that cannot be split, and keeps serving the previous version', async () => {
    await fixture.addText(packId, handbook);
    await publish();
    await fixture.addText(packId, { 'bad.md': 'hang', 'leave.md': 'Bakers have 30 days of leave.' });
    const parser = openDocumentParser({
      processUrl: new URL(
        '../../../../documents/src/parsing/test-support/faulty-parser-process.ts',
        import.meta.url,
      ),
      limits: { splitTimeMs: 400 },
    });
    expect(await publish({ parser }).finally(() => parser.close())).toEqual({
      kind: 'document_fault',
      reason:
        'The document bad.md took longer than 0.4 s to read. Remove it, or split it into smaller documents.',
    });
    expect(await texts('leave')).toEqual(['Bakers have 26 days 🥐 of leave.']);
    expect(await publish()).toEqual({ kind: 'published', version: 2 });
    expect(await texts('leave')).toEqual(['Bakers have 30 days of leave.']);
  });
});

/** The same parts, but the call with that number throws before or after its work is done. */
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
    parts: { content: breaking(fixture.store.content), search: breaking(fixture.search) },
    callCount: () => calls,
  };
}

describe('an interrupted publication', () => {
  test('leaves one complete version at every point of interruption, and the next one repairs everything', async () => {
    let days = 26;
    const say = (count: number) => `Bakers have ${count} days of leave.`;
    await fixture.addText(packId, { 'leave.md': say(days), 'other.md': 'Ovens are hot.' });
    await publish();
    let isThrough = false;
    for (let call = 1; !isThrough; call += 1) {
      for (const when of ['before', 'after'] as const) {
        await fixture.addText(packId, { 'leave.md': say(days + 1) });
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
