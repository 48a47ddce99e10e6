import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { folderLimits } from './pack-folder.ts';
import { readPackFolder } from './read-pack-folder.ts';

let folder: string;

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'avow-pack-')), 'handbook');
  await mkdir(folder);
});

afterEach(async () => {
  await rm(dirname(folder), { recursive: true, force: true });
});

async function put(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
}

const pairs = (...questions: string[]) =>
  JSON.stringify(questions.map((question) => ({ question, answer: 'Yes.' })));

describe('readPackFolder', () => {
  test('reads documents, pairs and the description, in the order of their paths', async () => {
    await put('pack.json', '{"name": "Staff handbook", "description": "For everyone."}');
    await put('b.txt', 'Plain words.');
    await put('a/leave.md', '# Leave\n\nTwenty days.');
    await put('a/Notes.MARKDOWN', 'No heading here.');
    await put('front.md', '---\ntitle: "Front door"\nurl: https://example.org/front\n---\n\nOpen at nine.');
    await put(
      'qna.json',
      '[{"question": " Is it? ", "alternatives": ["Is it so?"], "answer": "It is.", "url": "https://example.org"}]',
    );
    await put('a/more.qna.json', '[{"question": "Why?", "answer": "So.", "source": "The board"}]');
    await put('picture.png', 'ignored');

    const { content, faults } = await readPackFolder(folder);
    expect(faults).toEqual([]);
    expect(content).toEqual({
      name: 'Staff handbook',
      description: 'For everyone.',
      documents: [
        {
          source: 'a/Notes.MARKDOWN',
          title: 'Notes',
          url: null,
          text: 'No heading here.',
          format: 'markdown',
        },
        {
          source: 'a/leave.md',
          title: 'Leave',
          url: null,
          text: '# Leave\n\nTwenty days.',
          format: 'markdown',
        },
        { source: 'b.txt', title: 'b', url: null, text: 'Plain words.', format: 'text' },
        {
          source: 'front.md',
          title: 'Front door',
          url: 'https://example.org/front',
          text: 'Open at nine.',
          format: 'markdown',
        },
      ],
      curated: [
        { question: 'Why?', alternatives: [], answer: 'So.', source: 'The board', url: null },
        {
          question: 'Is it?',
          alternatives: ['Is it so?'],
          answer: 'It is.',
          source: 'qna.json',
          url: 'https://example.org',
        },
      ],
    });
  });

  test('without pack.json the folder names the pack', async () => {
    await put('a.md', 'x');
    expect((await readPackFolder(folder)).content).toMatchObject({ name: 'handbook', description: '' });
  });

  test('drops the byte order mark and writes line ends one way', async () => {
    await put('a.md', '\ufeffone\r\ntwo\rthree');
    expect((await readPackFolder(folder)).content.documents[0]?.text).toBe('one\ntwo\nthree');
  });

  test('a rule at the top of a text is not front matter', async () => {
    await put('a.md', '---\nJust a rule above.\n---\nAnd below.');
    expect((await readPackFolder(folder)).content.documents[0]?.text).toMatch(/^---\nJust a rule/);
  });

  test('passes over hidden files, node_modules and symbolic links', async () => {
    await put('.hidden/a.md', 'x');
    await put('.b.md', 'x');
    await put('node_modules/c.md', 'x');
    await put('../outside/secret.md', 'x');
    await symlink(join(folder, '../outside'), join(folder, 'link'));
    await symlink(join(folder, '../outside/secret.md'), join(folder, 'd.md'));
    await symlink('.', join(folder, 'loop'));
    const { content, faults } = await readPackFolder(folder);
    expect(content.documents).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('names every fault at once and still reads the rest', async () => {
    await put('pack.json', '{"name": "x", "colour": "red"}');
    await put('bad.md', new Uint8Array([0x61, 0xff, 0x62]));
    await put('nul.txt', 'a\0b');
    await put('good.md', 'Good.');
    await put('url.md', '---\nurl: javascript:alert(1)\n---\nx');
    await put('broken.qna.json', '[{');
    await put('qna.json', '[{"question": "", "answer": 5}, {"question": "a", "answer": "b", "extra": 1}]');
    await put('odd.qna.json', '[{"question": "half \\ud800", "answer": "b"}]');
    await put('z.qna.json', pairs('Same?', 'Same?'));
    const { content, faults } = await readPackFolder(folder);
    expect(content.documents.map((document) => document.source)).toEqual(['good.md']);
    expect(content.curated.map((pair) => pair.question)).toEqual(['Same?']);
    expect(new Set(faults.map((fault) => fault.file))).toEqual(
      new Set([
        'bad.md',
        'broken.qna.json',
        'nul.txt',
        'odd.qna.json',
        'pack.json',
        'qna.json',
        'url.md',
        'z.qna.json',
      ]),
    );
    expect(faults).toContainEqual({ file: 'bad.md', reason: 'is not valid UTF-8' });
    expect(faults).toContainEqual({ file: 'z.qna.json', reason: '1.question: is already in z.qna.json' });
    expect(faults.filter((fault) => fault.file === 'qna.json').length).toBe(3);
  });

  test('a file that may not be read is a fault', async () => {
    // The superuser may read everything.
    if (process.getuid?.() === 0) return;
    await put('a.md', 'x');
    await chmod(join(folder, 'a.md'), 0);
    expect((await readPackFolder(folder)).faults).toEqual([
      { file: 'a.md', reason: 'cannot be read (EACCES)' },
    ]);
  });

  test('everything has a limit', async () => {
    await put('a.md', 'x'.repeat(100));
    await put('b.md', 'y'.repeat(40));
    await put('c/d/e.md', 'z');
    await put('q.qna.json', pairs('1?', '2?', '3?'));
    const reasonsWith = async (limits: Partial<typeof folderLimits>) =>
      (await readPackFolder(folder, { ...folderLimits, ...limits })).faults.map(
        (fault) => `${fault.file} ${fault.reason}`,
      );
    expect(await reasonsWith({ filesMax: 3 })).toEqual(['. more than 3 files']);
    expect(await reasonsWith({ fileBytesMax: 99 })).toContain('a.md is larger than 99 bytes');
    expect(await reasonsWith({ totalBytesMax: 120 })).toContain(
      'b.md the folder is larger than 120 bytes in all',
    );
    expect(await reasonsWith({ pairsMax: 2 })).toEqual([
      'q.qna.json more than 2 curated pairs in the folder',
    ]);
    expect(await reasonsWith({ depthMax: 1 })).toEqual(['c/d folders are nested deeper than 1']);
    expect(await reasonsWith({})).toEqual([]);
  });

  test('questions and answers have limits in code points', async () => {
    await put('qna.json', JSON.stringify([{ question: '😀'.repeat(1_000), answer: '😀'.repeat(32_000) }]));
    expect((await readPackFolder(folder)).faults).toEqual([]);
    await put('qna.json', JSON.stringify([{ question: 'x'.repeat(1_001), answer: 'x'.repeat(32_001) }]));
    expect((await readPackFolder(folder)).faults).toEqual([
      { file: 'qna.json', reason: '0.question: must be at most 1000 characters' },
      { file: 'qna.json', reason: '0.answer: must be at most 32000 characters' },
    ]);
  });

  test('a folder that is not there is an error', async () => {
    await expect(readPackFolder(join(folder, 'missing'))).rejects.toThrow('ENOENT');
  });
});
