import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pack as packZip, xlsxParts } from '@avow/documents/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type ContentFixture,
  openContentFixture,
  pairOf,
} from '../content/test-support/open-content-fixture.ts';
import { openPackFolder } from './folder/open-pack-folder.ts';
import type { LoadPlan, TextSpool } from './load-plan.ts';
import { isDestructive, removesMost } from './load-refusal.ts';
import { countActions, openTextSpool } from './loading.ts';
import { planPackFolder } from './plan-pack-folder.ts';

let fixture: ContentFixture;
let spool: TextSpool;
let folder: string;

beforeEach(async () => {
  fixture = await openContentFixture();
  spool = await openTextSpool(fixture.directory);
  folder = join(await mkdtemp(join(tmpdir(), 'avow-plan-')), 'handbook');
  await mkdir(folder);
});

afterEach(async () => {
  await spool.close();
  await fixture.close();
  await rm(join(folder, '..'), { recursive: true, force: true });
});

const put = (file: string, content: string | Uint8Array) => writeFile(join(folder, file), content);

async function plan(limits = { documentsMax: 100, pairsMax: 100 }): Promise<LoadPlan> {
  const { content } = fixture.store;
  const parts = { content, parser: fixture.parser, spool, limits, nowMs: Date.now };
  return await planPackFolder(parts, fixture.tenantId, {
    folder: await openPackFolder(folder),
    pack: await content.findPackByName(fixture.tenantId, 'handbook'),
    ...{ restore: false, prune: false, signal: new AbortController().signal, onProgress: () => undefined },
  });
}

describe('planPackFolder', () => {
  test('reports faults for content beyond the limits of a pack', async () => {
    for (const name of ['a', 'b', 'c']) await put(`${name}.md`, name);
    const pairs = ['x?', 'y?'].map((question) => ({ question, answer: 'Yes.' }));
    await put('qna.json', JSON.stringify(pairs));
    const made = await plan({ documentsMax: 2, pairsMax: 1 });
    expect(made.faults).toEqual([
      { file: 'c.md', reason: 'a content pack has at most 2 documents' },
      { file: 'qna.json', reason: 'a content pack has at most 1 pairs' },
    ]);
    expect(countActions(made)).toEqual({ added: 3, changed: 0, removed: 0 });
  });

  test('lists skipped files, also those in archives, up to a limit', async () => {
    await put('a.zip', packZip({ 'a.md': 'Words.', 'b.png': 'x', 'c.md': ' ' }));
    expect((await plan()).skipped).toEqual([
      { file: 'a.zip/b.png', reason: 'is not a supported file type' },
      { file: 'a.zip/c.md', reason: 'contains no text' },
    ]);
    for (let file = 0; file < 1_003; file += 1) await put(`${file}.png`, '');
    const { skipped } = await plan();
    expect(skipped).toContainEqual({ file: '.', reason: '5 more files are not listed here' });
    expect(skipped).toHaveLength(1_001);
  });

  test('says what a file hides', async () => {
    const rows = '<row r="1"><c r="A1"><v>1</v></c></row>';
    const sheets = [
      { name: 'Fees', rows },
      { name: 'Internal', rows, state: 'hidden' },
    ];
    await put('fees.xlsx', packZip(xlsxParts(sheets)));
    const { skipped, items } = await plan();
    expect(items).toHaveLength(1);
    expect(skipped).toEqual([
      { file: 'fees.xlsx', reason: 'was read without what it hides: 1 hidden sheet' },
    ]);
  });

  test('names added and changed documents that rank below current ones, and why', async () => {
    await put('old-travel.md', 'Hotels cost 100.');
    await put('pay.md', '---\nvalid_until: 2001-01-01\n---\nPay day is the 25th.');
    await put('travel.md', 'Hotels cost 150.');
    expect((await plan()).historical).toEqual([
      { file: 'old-travel.md', reason: 'The file name contains "old".' },
      { file: 'pay.md', reason: 'It was valid until 2001-01-01.' },
    ]);
  });

  test('spools texts unchanged and leaves pairs for other audiences alone', async () => {
    const packId = await fixture.createPack('handbook');
    await fixture.packs.createPair(
      fixture.tenantId,
      packId,
      pairOf('x?', 'Not for all.', { groups: ['hr'] }),
    );
    const text = `Ä “quoted” 🏔️\n${'long '.repeat(100_000)}`;
    await put('a.md', text);
    await put('b.md', 'Short.');
    await put('qna.json', JSON.stringify([{ question: 'x?', answer: 'For all.' }]));
    const made = await plan();
    const texts = await Promise.all(made.change.putDocuments.map((document) => spool.read(document.text)));
    expect(texts).toEqual([text, 'Short.']);
    expect(made.items).toContainEqual(expect.objectContaining({ action: 'add', question: 'x?' }));
    expect(made.leftAlone).toMatchObject([{ question: 'x?', reason: 'not_from_the_folder' }]);
    expect([isDestructive(made), removesMost(made)]).toEqual([false, false]);
  });
});
