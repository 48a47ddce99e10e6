import { pack as zip } from '@avow/documents/testing';
import type { DocumentId, PackId, TenantId } from '@avow/foundation';
import { newId } from '@avow/foundation';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Job } from '../jobs/job-store.ts';
import { type ContentFixture, openContentFixture, pairOf } from './test-support/open-content-fixture.ts';

let fixture: ContentFixture;
let tenantId: TenantId;
let packId: PackId;
const stranger: TenantId = newId('ten', 1);
const limits = { packsMax: 12, documentsMax: 20, pairsMax: 5, jobsMax: 3 };

beforeAll(async () => {
  fixture = await openContentFixture({
    limits,
    fetchDocument: async (url) => {
      if (url.includes('missing')) throw new Error('the server says that it is not there (404)');
      const bytes = new TextEncoder().encode('# Fetched\n\nFetched words.');
      return { bytes, fileName: 'page.md', finalUrl: `${url}#top` };
    },
  });
  tenantId = fixture.tenantId;
});

afterAll(() => fixture.close());

const bytesOf = (text: string) => new TextEncoder().encode(text);
const file = (source: string, bytes: Uint8Array) => ({ source, bytes, title: null, url: null, groups: [] });
const documents = async () => {
  const page = { after: null, limit: 100 };
  return (await fixture.packs.listDocuments(tenantId, packId, page)) ?? [];
};
const sources = async () => (await documents()).map(({ source }) => source).sort();
let names = 0;
const freshPack = async () => {
  names += 1;
  packId = await fixture.createPack(`pack ${names}`);
};

describe('content packs', () => {
  test('rejects a duplicate pack name and more packs than the limit', async () => {
    await freshPack();
    const { packs } = fixture;
    await expect(packs.createPack(tenantId, { name: 'pack 1', description: '' })).rejects.toMatchObject({
      code: 'pack_conflict',
    });
    expect(await packs.updatePack(tenantId, packId, { name: 'renamed', description: 'new' })).toMatchObject({
      name: 'renamed',
      description: 'new',
    });
    expect(await packs.updatePack(stranger, packId, { name: 'x' })).toBeNull();
    const others: PackId[] = [];
    for (let left = limits.packsMax - 1; left > 0; left -= 1)
      others.push(await fixture.createPack(`o${left}`));
    await expect(fixture.createPack('too many')).rejects.toMatchObject({ code: 'invalid_state' });
    for (const other of others) expect(await packs.deletePack(tenantId, other)).toBe(true);
    expect(await packs.deletePack(tenantId, others[0] as PackId)).toBe(false);
  });

  test('adds, changes and leaves files alone, and reads the files of an archive', async () => {
    await freshPack();
    const first = await fixture.addText(packId, { 'a.md': 'One.', 'b.txt': 'Two.' });
    expect(first).toMatchObject({ status: 'succeeded', done: 2, total: 2, faults: [] });
    expect(first.counts).toEqual({ added: 2, changed: 0, unchanged: 0, failed: 0 });
    const [before] = (await documents()).filter(({ source }) => source === 'a.md');
    const second = await fixture.addText(packId, { 'a.md': 'One, again.', 'b.txt': 'Two.' });
    expect(second.counts).toEqual({ added: 0, changed: 1, unchanged: 1, failed: 0 });
    const [after] = (await documents()).filter(({ source }) => source === 'a.md');
    expect(after?.documentId).toBe(before?.documentId);

    const archive = zip({
      'in/c.md': 'Three.',
      'd.md': 'Four.',
      'broken.pdf': 'no',
      'x.qna.json': '[{"question":"Q?","answer":"A."}]',
    });
    const job = await fixture.ended(
      await fixture.packs.addFiles(tenantId, packId, [file('all.zip', archive)]),
    );
    expect(job).toMatchObject({
      status: 'succeeded',
      counts: { added: 3, changed: 0, unchanged: 0, failed: 1 },
      faults: [{ file: 'all.zip/broken.pdf' }],
    });
    expect(await sources()).toEqual(['a.md', 'all.zip/d.md', 'all.zip/in/c.md', 'b.txt']);
    expect(await fixture.packs.listPairs(tenantId, packId, { after: null, limit: 5 })).toMatchObject([
      { question: 'Q?', source: 'all.zip/x.qna.json' },
    ]);
    const again = await fixture.ended(
      await fixture.packs.addFiles(tenantId, packId, [file('all.zip', archive)]),
    );
    expect(again.counts).toEqual({ added: 0, changed: 0, unchanged: 3, failed: 1 });
  });

  test('fails a job if none of its files can be read, and says why', async () => {
    await freshPack();
    const files = [file('a.pdf', bytesOf('no')), file('b.md', bytesOf('  ')), file('c.exe', bytesOf('x'))];
    const job = await fixture.ended(await fixture.packs.addFiles(tenantId, packId, files));
    expect(job).toMatchObject({ status: 'failed', done: 3, counts: { failed: 3 } });
    expect(job.failure).toContain('None of the files could be read');
    expect(job.faults.map((fault) => fault.file)).toEqual(['a.pdf', 'b.md', 'c.exe']);
    expect(await sources()).toEqual([]);
  });

  test('fetches URLs, and reports those that cannot be fetched as faults', async () => {
    await freshPack();
    const wanted = { url: 'https://example.org/docs/page', source: null, title: null, groups: ['staff'] };
    const job = await fixture.ended(await fixture.packs.addUrl(tenantId, packId, wanted));
    expect(job.counts.added).toBe(1);
    expect(await documents()).toMatchObject([
      {
        source: 'example.org/docs/page.md',
        title: 'Fetched',
        url: 'https://example.org/docs/page#top',
        groups: ['staff'],
      },
    ]);
    const missing = { ...wanted, url: 'https://example.org/missing' };
    const failed = await fixture.ended(await fixture.packs.addUrl(tenantId, packId, missing));
    expect(failed).toMatchObject({
      status: 'failed',
      faults: [{ file: 'https://example.org/missing', reason: 'the server says that it is not there (404)' }],
    });
  });

  test('changes the metadata of a document, and loading its file again reverts it', async () => {
    await freshPack();
    await fixture.addText(packId, { 'a.md': '# Own\n\nWords.' });
    const [document] = await documents();
    const id = document?.documentId as DocumentId;
    const change = { title: 'New', url: 'https://example.org', groups: ['hr'] };
    expect(await fixture.packs.updateDocument(tenantId, packId, id, change)).toMatchObject({
      ...change,
      text: '# Own\n\nWords.',
    });
    expect((await fixture.addText(packId, { 'a.md': '# Own\n\nWords.' })).counts.changed).toBe(1);
    expect(await fixture.packs.getDocument(tenantId, packId, id)).toMatchObject({
      title: 'Own',
      groups: [],
    });
    expect(await fixture.packs.getDocument(stranger, packId, id)).toBeNull();
    expect(await fixture.packs.updateDocument(tenantId, packId, newId('doc', 1), change)).toBeNull();
    expect(await fixture.packs.deleteDocument(tenantId, packId, id)).toBe(true);
    expect(await fixture.packs.deleteDocument(tenantId, packId, id)).toBe(false);
  });

  test('creates, replaces, imports and deletes pairs; an existing question keeps its id', async () => {
    await freshPack();
    const { packs } = fixture;
    const made = await packs.createPair(tenantId, packId, pairOf('Who?', 'Alice.'));
    const id = made?.curatedId ?? 'qna_none';
    expect(await packs.replacePair(tenantId, packId, id, pairOf('Who?', 'Bob.'))).toMatchObject({
      answer: 'Bob.',
    });
    const table = 'question,answer\nWho?,Carol.\nWhen?,Now.\n,nothing asked\n';
    const importing = { fileName: 'pairs.csv', bytes: bytesOf(table) };
    const job = await fixture.ended(await packs.importPairs(tenantId, packId, importing));
    expect(job).toMatchObject({
      status: 'succeeded',
      counts: { added: 1, changed: 1, unchanged: 0, failed: 1 },
    });
    expect((await packs.getPair(tenantId, packId, id))?.answer).toBe('Carol.');
    const again = await fixture.ended(await packs.importPairs(tenantId, packId, importing));
    expect(again.counts).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
    expect(await packs.deletePair(tenantId, packId, id)).toBe(true);
    expect(await packs.deletePair(tenantId, packId, id)).toBe(false);
    expect(await packs.replacePair(tenantId, packId, id, pairOf('Who?', 'x'))).toBeNull();
    expect(await packs.createPair(stranger, packId, pairOf('Who?', 'x'))).toBeNull();
  });

  test('creates no second pair if the same id is used again', async () => {
    await freshPack();
    const { packs } = fixture;
    const first = await packs.createPair(tenantId, packId, pairOf('Who?', 'Alice.'));
    const again = await packs.createPair(tenantId, packId, pairOf('Who?', 'Bob.'), first?.curatedId);
    expect(again).toMatchObject({ curatedId: first?.curatedId, answer: 'Bob.' });
    expect(await packs.listPairs(tenantId, packId, { after: null, limit: 9 })).toEqual([again]);
  });

  test('limits the documents and pairs of a draft', async () => {
    await freshPack();
    const { packs } = fixture;
    const files = Object.fromEntries(Array.from({ length: 22 }, (_, n) => [`${n}.md`, `Text ${n}.`]));
    const job = await fixture.addText(packId, files);
    expect(job.counts).toEqual({ added: 20, changed: 0, unchanged: 0, failed: 2 });
    expect((await fixture.addText(packId, { '0.md': 'Replaced.' })).counts.changed).toBe(1);
    const pairs = Array.from({ length: 7 }, (_, n) => ({ question: `Question ${n}?`, answer: 'Yes.' }));
    const importing = { fileName: 'p.json', bytes: bytesOf(JSON.stringify(pairs)) };
    const imported = await fixture.ended(await packs.importPairs(tenantId, packId, importing));
    expect(imported.counts).toMatchObject({ added: 5, failed: 1 });
    await expect(packs.createPair(tenantId, packId, pairOf('One more?', 'No.'))).rejects.toMatchObject({
      code: 'invalid_state',
    });
  });

  test('limits the unfinished jobs of a tenant', async () => {
    await freshPack();
    const begin = () => fixture.packs.publish(tenantId, packId, { note: '' });
    const begun = await Promise.allSettled([begin(), begin(), begin(), begin(), begin()]);
    const refused = begun.filter((one) => one.status === 'rejected');
    expect(refused.map(({ reason }) => reason.code)).toEqual(['concurrency_limited', 'concurrency_limited']);
    const jobs = begun.filter((one) => one.status === 'fulfilled').map(({ value }) => value as Job);
    for (const job of jobs)
      expect(await fixture.ended(job)).toMatchObject({ status: 'succeeded', version: 1 });
    expect(await begin()).not.toBeNull();
  });

  test('cancels a job once, at its next step, and keeps its changes to the draft', async () => {
    await freshPack();
    const { packs } = fixture;
    const files = Array.from({ length: 12 }, (_, n) => file(`${n}.csv`, bytesOf(`a,b\n${n},2`)));
    const running = (await packs.addFiles(tenantId, packId, files)) as Job;
    const waiting = (await packs.publish(tenantId, packId, { note: '' })) as Job;
    expect(await packs.cancelJob(tenantId, packId, waiting.jobId)).toMatchObject({ status: 'cancelled' });
    expect(await packs.cancelJob(tenantId, packId, running.jobId)).toMatchObject({ status: 'cancelled' });
    for (const { jobId } of [running, waiting])
      await expect(packs.cancelJob(tenantId, packId, jobId)).rejects.toMatchObject({ code: 'invalid_state' });
    expect(await packs.cancelJob(tenantId, packId, newId('job', 1))).toBeNull();
    expect(await packs.listVersions(tenantId, packId, { before: null, limit: 5 })).toEqual([]);
    const listed = await packs.listJobs(tenantId, packId, { before: null, limit: 5 });
    expect(listed?.map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
    // Adding the same files again completes the draft.
    await fixture.ended(await packs.addFiles(tenantId, packId, files));
    expect(await sources()).toHaveLength(12);
  });

  test('deletes the jobs of a pack with the pack', async () => {
    await freshPack();
    const { packs } = fixture;
    const files = Array.from({ length: 12 }, (_, n) => file(`${n}.csv`, bytesOf(`a,b\n${n},2`)));
    const job = (await packs.addFiles(tenantId, packId, files)) as Job;
    expect(await packs.deletePack(tenantId, packId)).toBe(true);
    expect(await packs.getJob(tenantId, packId, job.jobId)).toBeNull();
    expect(await packs.getPack(tenantId, packId)).toBeNull();
    for (const nothing of [
      packs.publish(tenantId, packId, { note: '' }),
      packs.addFiles(tenantId, packId, files),
      packs.listDocuments(tenantId, packId, { after: null, limit: 1 }),
      packs.listPairs(tenantId, packId, { after: null, limit: 1 }),
      packs.listVersions(tenantId, packId, { before: null, limit: 1 }),
      packs.listJobs(tenantId, packId, { before: null, limit: 1 }),
      packs.report(tenantId, packId),
      packs.rollback(tenantId, packId, 1),
      packs.unpublish(tenantId, packId),
    ])
      expect(await nothing).toBeNull();
    expect(fixture.failures).toEqual([]);
  });

  test('reports pairs that contradict each other', async () => {
    await freshPack();
    for (const answer of ['At nine.', 'At ten.'])
      await fixture.packs.createPair(tenantId, packId, pairOf('When do we open?', answer));
    const report = await fixture.packs.report(tenantId, packId);
    expect(report?.contradictions).toHaveLength(1);
    expect(report?.draftRevision).toBe((await fixture.packs.getPack(tenantId, packId))?.draftRevision);
  });
});
