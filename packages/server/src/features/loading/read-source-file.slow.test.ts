import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  docxParts,
  openDocumentParser,
  pack,
  pptxParts,
  slideShape,
  wordParagraph,
  writePdf,
  xlsxParts,
} from '@avow/documents/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { folderLimits } from '../../limits/pack-limits.ts';
import { openSharedParser } from '../content/test-support/shared-parser.ts';
import { archiveTimeReason } from './archive-time.ts';
import { type ReadItem, readSourceFile } from './read-source-file.ts';
import { readWholeFolder } from './test-support/read-whole-folder.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'avow-formats-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function put(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
}

async function itemsOf(reading: AsyncIterable<ReadItem>): Promise<ReadItem[]> {
  const items: ReadItem[] = [];
  for await (const item of reading) items.push(item);
  return items;
}

const pdf = writePdf([[{ text: 'Parking is free.' }]]);
const docx = pack(docxParts(wordParagraph('Lunch is at noon.')));

describe('readSourceFile', () => {
  test('reads every file type, with the same result each time', async () => {
    await put('a.html', '<title>Doors</title><p>Open at nine.</p>');
    await put('b.HTM', '<h1>Gates</h1><p>Open at ten.</p>');
    await put('c.csv', 'Room,Seats\nOak,12\n');
    await put('d.tsv', 'Room\tSeats\nElm\t8\n');
    await put('e.pdf', pdf);
    await put('f.docx', docx);
    await put('g.pptx', pack(pptxParts([slideShape(['Welcome'], '<p:ph type="title"/>')])));
    await put(
      'h.xlsx',
      pack(xlsxParts([{ name: 'Prices', rows: '<row r="1"><c r="A1"><v>7</v></c></row>' }])),
    );
    const first = await readWholeFolder(folder);
    expect(first.faults).toEqual([]);
    expect(first.documents.map(({ source, title, text }) => [source, title, text])).toEqual([
      ['a.html', 'Doors', 'Open at nine.'],
      ['b.HTM', 'Gates', '# Gates\n\nOpen at ten.'],
      ['c.csv', 'c', '| Room | Seats |\n| --- | --- |\n| Oak | 12 |'],
      ['d.tsv', 'd', '| Room | Seats |\n| --- | --- |\n| Elm | 8 |'],
      ['e.pdf', 'e', '[page 1]\n\nParking is free.'],
      ['f.docx', 'f', 'Lunch is at noon.'],
      ['g.pptx', 'Welcome', '## Slide 1: Welcome'],
      ['h.xlsx', 'h', '# Prices\n\n| 7 |\n| --- |'],
    ]);
    expect(first.documents.every(({ format }) => format === 'markdown')).toBe(true);
    expect(await readWholeFolder(folder)).toEqual(first);
  });

  test('reads the files of an archive and of one archive within it', async () => {
    const inner = pack({ 'deep.pdf': pdf, 'third.zip': pack({ 'x.md': 'x' }) });
    await put(
      'all.zip',
      pack({
        'z.txt': 'Plain.',
        'in/side.md': '---\ntitle: Side door\n---\nOpen.',
        'more.qna.json': '[{"question": "Why?", "answer": "So."}]',
        'pack.json': '{"name": "other"}',
        'inner.zip': inner,
        '../out.md': 'x',
        'broken.docx': 'no',
      }),
    );
    const { name, documents, pairFiles, faults } = await readWholeFolder(folder);
    expect(documents.map(({ source, title, format }) => [source, title, format])).toEqual([
      ['all.zip/in/side.md', 'Side door', 'markdown'],
      ['all.zip/inner.zip/deep.pdf', 'deep', 'markdown'],
      ['all.zip/z.txt', 'z', 'text'],
    ]);
    expect(pairFiles).toEqual(['all.zip/more.qna.json']);
    expect(name).not.toBe('other');
    expect(faults).toEqual([
      { file: 'all.zip/../out.md', reason: 'the name leads out of the archive (..)' },
      { file: 'all.zip/broken.docx', reason: 'is not a Word document, whatever its name says' },
      { file: 'all.zip/inner.zip/third.zip', reason: 'is an archive within an archive within an archive' },
    ]);
  });

  test('reports files that hang or crash the parser, and reads the rest', async () => {
    for (const name of ['crash.pdf', 'hang.csv', 'a.csv', 'n.csv', 'z.csv']) await put(name, 'a,b\n1,2');
    await put('empty.pdf', '');
    await put('text.pdf', 'Only words.');
    const parser = openDocumentParser({
      processUrl: new URL(
        '../../../../documents/src/parsing/test-support/faulty-parser-process.ts',
        import.meta.url,
      ),
      limits: { timeMs: 1_000 },
    });
    const { documents, faults } = await readWholeFolder(folder, folderLimits, parser);
    expect(documents.map(({ source }) => source)).toEqual(['a.csv', 'n.csv', 'z.csv']);
    expect(faults).toEqual([
      { file: 'crash.pdf', reason: 'broke the process that reads it' },
      { file: 'empty.pdf', reason: 'is empty' },
      { file: 'hang.csv', reason: 'took longer than 1 s to read' },
      { file: 'text.pdf', reason: 'is not a PDF, whatever its name says' },
    ]);
  });

  test('counts the files of archives towards the limits of the folder', async () => {
    await put('a.zip', pack({ 'a.txt': 'x'.repeat(3_000), 'b.txt': 'y', 'c.txt': 'z' }));
    const faultsWith = async (limits: Partial<typeof folderLimits>) =>
      (await readWholeFolder(folder, { ...folderLimits, ...limits })).faults;
    expect(await faultsWith({ filesMax: 2 })).toEqual([
      { file: 'a.zip', reason: 'contains more files than may be read' },
    ]);
    expect(await faultsWith({ totalBytesMax: 3_000 })).toEqual([
      { file: 'a.zip/a.txt', reason: 'exceeds the total size that may be read' },
    ]);
  });

  test('prefers given metadata to that of the file; only groups apply to the files of an archive', async () => {
    const parser = openSharedParser();
    const read = async (source: string, bytes: Uint8Array) => {
      const metadata = {
        title: 'Given',
        url: 'https://example.org/given',
        groups: ['given'],
        defaultGroups: ['x'],
      };
      const file = { source, bytes, metadata, budget: { filesLeft: 10, bytesLeft: 10_000 } };
      return await itemsOf(readSourceFile({ parser, knownHash: () => undefined }, file));
    };
    const own = new TextEncoder().encode(
      '---\ntitle: Own\nurl: https://example.org/own\ngroups: own\n---\nWords.',
    );
    const given = { title: 'Given', url: 'https://example.org/given', groups: ['given'] };
    expect(await read('a.md', own)).toMatchObject([{ kind: 'document', document: given }]);
    expect(await read('b.csv', new TextEncoder().encode('a,b\n1,2'))).toMatchObject([{ document: given }]);
    const inArchive = { title: 'Own', url: 'https://example.org/own', groups: ['given'] };
    expect(await read('c.zip', pack({ 'a.md': own }))).toMatchObject([{ document: inArchive }]);
  });

  test('reads an archive for as long as it may take, and others in between', async () => {
    const parser = openDocumentParser({
      processUrl: new URL(
        '../../../../documents/src/parsing/test-support/faulty-parser-process.ts',
        import.meta.url,
      ),
      limits: { timeMs: 400 },
    });
    const slow = Array.from({ length: 190 }, (_, index) => `hang-${String(index).padStart(3, '0')}.csv`);
    const file = {
      source: 'a.zip',
      bytes: pack({ ...Object.fromEntries(slow.map((name) => [name, 'a,b'])), 'known.csv': 'a,b\n1,2' }),
      metadata: { title: null, url: null, groups: [], defaultGroups: [] },
      budget: { filesLeft: 1_000, bytesLeft: 10_000 },
      timeBudget: { msLeft: 2_000 },
    };
    const known = new Map<string, string>();
    const parts = { parser, knownHash: (source: string) => known.get(source) };
    const ends: string[] = [];
    const archive = itemsOf(readSourceFile(parts, file)).then((items) => {
      ends.push('archive');
      return items;
    });
    // Of somebody else, after the archive has begun.
    await parser.splitDocument({ format: 'text', text: 'Words.' });
    await parser.parseDocument({ fileName: 'other.csv', bytes: Buffer.from('a,b\n1,2') });
    ends.push('other');
    const faults = (await archive).flatMap((item) => (item.kind === 'fault' ? [item] : []));
    expect(ends).toEqual(['other', 'archive']);
    expect(faults).toHaveLength(191);
    expect(faults[0]).toMatchObject({ file: 'a.zip/hang-000.csv', reason: 'took longer than 0.4 s to read' });
    const unread = faults.filter(({ reason }) => reason === archiveTimeReason);
    expect(unread.length).toBeGreaterThan(180);
    expect(unread.at(-1)).toMatchObject({ file: 'a.zip/known.csv' });
    // What the draft has already costs nothing, so that loading it again goes on where it ended.
    const [again] = await itemsOf(
      readSourceFile(parts, {
        ...file,
        bytes: pack({ 'known.csv': 'a,b\n1,2' }),
        timeBudget: { msLeft: 20_000 },
      }),
    );
    if (again?.kind === 'document') known.set(again.document.source, again.document.contentHash);
    const rest = await itemsOf(readSourceFile(parts, { ...file, timeBudget: { msLeft: 2_000 } }));
    expect(rest.at(-1)).toEqual({ kind: 'unchanged', source: 'a.zip/known.csv' });
    await parser.close();
  });

  test('writes the HTML tables of Markdown as rows, below its front matter', async () => {
    const table = '<table>\n<tr><th>City<th>Limit\n<tr><td>Oslo<td>200\n</table>';
    await put('a.md', `---\ntitle: Hotels\narchived: true\n---\n${table}\n\nAsk first.\n`);
    await put('b.txt', table);
    const { documents } = await readWholeFolder(folder);
    expect(documents.map(({ title, format, text }) => [title, format, text])).toEqual([
      ['Hotels', 'markdown', '[archived]\n\n| City | Limit |\n| --- | --- |\n| Oslo | 200 |\n\nAsk first.\n'],
      ['b', 'text', table],
    ]);
  });

  test('reports Markdown whose tables are too large', async () => {
    await put('a.md', '<table><tr><td>City<td>Limit</table>');
    await put('b.md', 'Ask first.');
    const parser = openDocumentParser({
      processUrl: new URL(
        '../../../../documents/src/parsing/test-support/faulty-parser-process.ts',
        import.meta.url,
      ),
      limits: { textBytesMax: 10 },
    });
    const { documents, faults } = await readWholeFolder(folder, folderLimits, parser);
    expect(documents.map(({ source }) => source)).toEqual(['b.md']);
    expect(faults).toEqual([{ file: 'a.md', reason: 'holds more than 10 bytes of text' }]);
  });

  test('names a page without a title of its own after its file, or after its folder', async () => {
    await put(
      'yubikey-faq.md',
      '### Why two keys?\n\nOne may get lost.\n\n### Where to keep it?\n\nAt home.',
    );
    await put('docs/travel/README.md', '## Flights\n\nBook early.\n\n## Trains\n\nBook late.');
    await put('index.md', 'Welcome.');
    const { documents } = await readWholeFolder(folder);
    expect(documents.map(({ source, title }) => [source, title])).toEqual([
      ['docs/travel/README.md', 'travel'],
      ['index.md', 'index'],
      ['yubikey-faq.md', 'yubikey-faq'],
    ]);
  });

  test('does not read a file again unless its content or metadata changed', async () => {
    const parser = openSharedParser();
    const hashes = new Map<string, string>();
    const read = async (source: string, text: string, title: string | null = null, groups: string[] = []) => {
      const metadata = { title, url: null, groups, defaultGroups: [] };
      const bytes = new TextEncoder().encode(text);
      const file = { source, bytes, metadata, budget: { filesLeft: 10, bytesLeft: 10_000 } };
      const parts = { parser, knownHash: (known: string) => hashes.get(known) };
      const [item] = await itemsOf(readSourceFile(parts, file));
      if (item?.kind === 'document') hashes.set(source, item.document.contentHash);
      return item?.kind;
    };
    expect(await read('a.md', 'one')).toBe('document');
    expect(await read('a.md', 'one')).toBe('unchanged');
    expect(await read('b.md', 'one')).toBe('document');
    expect(await read('a.md', 'two')).toBe('document');
    expect(await read('a.md', 'two', 'Title')).toBe('document');
    expect(await read('a.md', 'two', 'Title', ['hr'])).toBe('document');
    expect(await read('a.md', 'two', 'Title', ['hr'])).toBe('unchanged');
    expect(await read('a.png', 'two')).toBe('fault');
    expect(await read('blank.md', ' \n')).toBe('empty');
  });
});
