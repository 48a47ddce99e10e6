import type { DocumentId, TenantId } from '@avow/foundation';
import type { StoredScreening } from '@avow/guardrails';
import { expect, it } from 'vitest';
import type { OpenedStore } from '../../../storage/contract/opened-store.ts';
import { newTenant, sampleTimeMs } from '../../../storage/contract/samples.ts';
import {
  newPack,
  publishDraft,
  sampleDocument,
  servedPack,
} from '../../content/store/test-support/pack-samples.ts';

const screening = 'first';
const screened = (textHash: string, also: Partial<StoredScreening> = {}): StoredScreening => ({
  ...{ textHash, score: 0.1 + 0.2, kind: null, judges: 3, ...also },
});

/** What passages score, and how long it is kept. */
export function describeScreenings(get: () => OpenedStore): void {
  const find = async (tenantId: TenantId, ...textHashes: string[]) =>
    (await get().screenings.find(tenantId, { screening, textHashes })).toSorted((one, other) =>
      one.textHash.localeCompare(other.textHash),
    );
  const waiting = async (tenantId: TenantId, packId: `pack_${string}`, name = screening) =>
    await get().screenings.listWaiting(tenantId, { screening: name, packId, limit: 10 });

  it('finds what was added by the text, under its name and for its tenant only', async () => {
    const { content, access, screenings } = get();
    const tenantId = await newTenant(access);
    const document = sampleDocument();
    await servedPack(content, tenantId, { putDocuments: [document] });
    const of = { id: document.documentId, revision: 1 };
    const rows = [screened('a'), screened('b', { score: 1, kind: 'override', judges: 0 })];
    await screenings.add(tenantId, { screening, of, screened: rows });
    expect(await find(tenantId, 'a', 'b', 'c')).toEqual(rows);
    expect(await find(tenantId)).toEqual([]);
    expect(await screenings.find(tenantId, { screening: 'second', textHashes: ['a'] })).toEqual([]);
    expect(await find(await newTenant(access), 'a')).toEqual([]);
    await screenings.add(tenantId, { screening, of, screened: [screened('a', { score: 0 })] });
    expect(await find(tenantId, 'a')).toEqual([screened('a', { score: 0 })]);
  });

  it('finds more texts than one look-up takes', async () => {
    const { content, access, screenings } = get();
    const tenantId = await newTenant(access);
    const document = sampleDocument();
    await servedPack(content, tenantId, { putDocuments: [document] });
    const rows = Array.from({ length: 1_203 }, (_, at) => screened(`hash ${at}`));
    await screenings.add(tenantId, {
      ...{ screening, of: { id: document.documentId, revision: 1 }, screened: rows },
    });
    expect(await find(tenantId, ...rows.map(({ textHash }) => textHash))).toHaveLength(1_203);
  });

  it('adds nothing to what does not exist', async () => {
    const { content, access, screenings } = get();
    const tenantId = await newTenant(access);
    const document = sampleDocument();
    await servedPack(content, tenantId, { putDocuments: [document] });
    for (const of of [
      { id: document.documentId, revision: 2 },
      { id: sampleDocument().documentId, revision: 1 },
    ]) {
      await screenings.add(tenantId, { screening, of, screened: [screened('a')] });
      await screenings.finish(tenantId, { screening, of, nowMs: 1 });
    }
    expect(await find(tenantId, 'a')).toEqual([]);
  });

  it('lists the documents of the draft and of the served version that are not finished, newest first', async () => {
    const { content, access, screenings } = get();
    const tenantId = await newTenant(access);
    const [first, second, third] = [sampleDocument(), sampleDocument(), sampleDocument()];
    const packId = await newPack(content, tenantId);
    for (const [at, document] of [first, second].entries())
      await content.changeDraft(tenantId, packId, { nowMs: at + 1, putDocuments: [document] });
    const idsOf = async () => (await waiting(tenantId, packId)).map(({ id }) => id);
    expect(await idsOf()).toEqual([second.documentId, first.documentId]);
    expect(await screenings.progress(tenantId, { screening, packId })).toBeNull();
    await publishDraft(content, tenantId, packId);
    expect(await screenings.progress(tenantId, { screening, packId })).toEqual({ done: 0, total: 2 });
    await content.changeDraft(tenantId, packId, {
      ...{ nowMs: 3, putDocuments: [third], removeDocuments: [first.documentId] },
    });
    expect(await idsOf()).toEqual([third.documentId, second.documentId, first.documentId]);
    expect(await screenings.listWaiting(tenantId, { screening, packId, limit: 1 })).toEqual([
      { id: third.documentId, revision: 3 },
    ]);
    await screenings.finish(tenantId, {
      ...{ screening, of: { id: second.documentId, revision: 2 }, nowMs: 1 },
    });
    expect(await idsOf()).toEqual([third.documentId, first.documentId]);
    expect(await screenings.progress(tenantId, { screening, packId })).toEqual({ done: 1, total: 2 });
    // What neither is served nor will be need not be screened.
    await publishDraft(content, tenantId, packId);
    expect(await idsOf()).toEqual([third.documentId]);
    await content.serveVersion(tenantId, { packId, version: null, nowMs: 1, events: [] });
    await content.changeDraft(tenantId, packId, { nowMs: 4, removeDocuments: [third.documentId] });
    expect(await idsOf()).toEqual([]);
  });

  it('keeps results for as long as a version holds the text: through a rollback, and not after its end', async () => {
    const { content, access, screenings } = get();
    const tenantId = await newTenant(access);
    const document = sampleDocument({ text: 'first' });
    const { documentId } = document;
    const packId = await servedPack(content, tenantId, { putDocuments: [document] });
    const screen = async (revision: number, textHash: string) => {
      const of = { id: documentId, revision };
      await screenings.add(tenantId, { screening, of, screened: [screened(textHash)] });
      await screenings.finish(tenantId, { screening, of, nowMs: 1 });
    };
    const serve = (version: number) =>
      content.serveVersion(tenantId, { packId, version, nowMs: sampleTimeMs, events: [] });
    await screen(1, 'one');
    await content.changeDraft(tenantId, packId, {
      nowMs: 1,
      putDocuments: [{ ...document, text: 'second' }],
    });
    await publishDraft(content, tenantId, packId);
    const [{ revision } = { revision: 0 }] = await waiting(tenantId, packId);
    await screen(revision, 'two');
    expect(await serve(1)).toBe('served');
    expect(await waiting(tenantId, packId)).toEqual([]);
    expect(await find(tenantId, 'one', 'two')).toHaveLength(2);
    await serve(2);
    await content.retireVersions(tenantId, packId, 1);
    expect((await find(tenantId, 'one', 'two')).map(({ textHash }) => textHash)).toEqual(['two']);
    await content.deletePack(tenantId, packId);
    expect(await find(tenantId, 'one', 'two')).toEqual([]);
  });

  it('drops what a draft drops', async () => {
    const { content, access, screenings } = get();
    const tenantId = await newTenant(access);
    const document = sampleDocument();
    const packId = await newPack(content, tenantId);
    await content.changeDraft(tenantId, packId, { nowMs: 1, putDocuments: [document] });
    const of = { id: document.documentId, revision: 1 };
    await screenings.add(tenantId, { screening, of, screened: [screened('a')] });
    await content.changeDraft(tenantId, packId, { nowMs: 2, removeDocuments: [document.documentId] });
    expect(await find(tenantId, 'a')).toEqual([]);
  });

  it('keeps the results of the name before the last, and of no others', async () => {
    const { content, access, screenings } = get();
    const tenantId = await newTenant(access);
    const document = sampleDocument();
    const packId = await servedPack(content, tenantId, { putDocuments: [document] });
    const of = { id: document.documentId as DocumentId, revision: 1 };
    for (const [at, name] of ['a', 'b', 'c'].entries()) {
      expect(await waiting(tenantId, packId, name)).toEqual([of]);
      await screenings.add(tenantId, { screening: name, of, screened: [screened('text')] });
      await screenings.finish(tenantId, { screening: name, of, nowMs: at });
      expect(await waiting(tenantId, packId, name)).toEqual([]);
    }
    const countOf = async (name: string) =>
      (await screenings.find(tenantId, { screening: name, textHashes: ['text'] })).length;
    expect(await Promise.all(['a', 'b', 'c'].map(countOf))).toEqual([0, 1, 1]);
    expect((await waiting(tenantId, packId, 'a')).length).toBe(1);
    // Two nodes of different releases leave each other alone.
    expect(await waiting(tenantId, packId, 'b')).toEqual([]);
  });
}
