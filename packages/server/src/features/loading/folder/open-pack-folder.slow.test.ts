import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { folderLimits } from '../../../limits/pack-limits.ts';
import { readWholeFolder } from '../test-support/read-whole-folder.ts';

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

describe('openPackFolder', () => {
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

    const everyone: readonly string[] = [];
    expect(await readWholeFolder(folder)).toEqual({
      name: 'Staff handbook',
      description: 'For everyone.',
      groups: everyone,
      faults: [],
      documents: [
        {
          source: 'a/Notes.MARKDOWN',
          title: 'Notes',
          url: null,
          groups: everyone,
          text: 'No heading here.',
          format: 'markdown',
        },
        {
          source: 'a/leave.md',
          title: 'Leave',
          url: null,
          groups: everyone,
          text: '# Leave\n\nTwenty days.',
          format: 'markdown',
        },
        { source: 'b.txt', title: 'b', url: null, groups: everyone, text: 'Plain words.', format: 'text' },
        {
          source: 'front.md',
          title: 'Front door',
          url: 'https://example.org/front',
          groups: everyone,
          text: 'Open at nine.',
          format: 'markdown',
        },
      ],
      pairFiles: ['a/more.qna.json', 'qna.json'],
    });
  });

  test('recognises tables of pairs by their names', async () => {
    for (const name of ['a.qna.csv', 'b.qna.TSV', 'qna.xlsx', 'plain.csv', 'notqna.csv'])
      await put(name, 'x,y');
    const { pairFiles, documents } = await readWholeFolder(folder);
    expect(pairFiles).toEqual(['a.qna.csv', 'b.qna.TSV', 'qna.xlsx']);
    expect(documents.map(({ source }) => source)).toEqual(['notqna.csv', 'plain.csv']);
  });

  test('takes groups from the file or else from pack.json, in every front matter syntax', async () => {
    await put('pack.json', '{"groups": ["staff", "board", "staff"]}');
    await put('a.md', 'For the default.');
    await put('b.md', '---\ngroups: hr, "board room"\n---\nFor some.');
    await put('c.md', "---\ntitle: C\ngroups: ['hr', board]\n---\nFor some.");
    await put('d.md', '---\ngroups:\n  - hr\n  - board\ntitle: D\n---\nFor some.');
    const { documents, faults } = await readWholeFolder(folder);
    expect(faults).toEqual([]);
    expect(documents.map(({ groups }) => groups)).toEqual([
      ['board', 'staff'],
      ['board room', 'hr'],
      ['board', 'hr'],
      ['board', 'hr'],
    ]);
  });

  test('reports unreadable groups as a fault instead of ignoring the restriction', async () => {
    await put('a.md', '---\ngroups:\n---\nSecret.');
    await put('b.md', '---\ngroups: []\n---\nSecret.');
    await put('c.md', '---\ngroups: hr,, board\n---\nSecret.');
    await put('d.md', `---\ngroups: ${'x'.repeat(129)}\n---\nSecret.`);
    await put(
      'e.md',
      `---\ngroups: ${Array.from({ length: 65 }, (_, n) => `g${n}`).join(', ')}\n---\nSecret.`,
    );
    await put('f.md', '---\ngroups:\n  hr: true\n---\nSecret.');
    const { documents, faults } = await readWholeFolder(folder);
    expect(documents).toEqual([]);
    expect(faults.map(({ file }) => file)).toEqual(['a.md', 'b.md', 'c.md', 'd.md', 'e.md', 'f.md']);
    for (const { reason } of faults) expect(reason).toMatch(/^groups: /);
  });

  test('keeps marks of the front matter that a page is past at the start of its text', async () => {
    await put('a.md', '---\nsuperseded_by: "b.md"\n---\n# A\n\nOld.');
    await put('b.md', '---\narchived: false\nstatus: published\n---\n# B\n\nNew.');
    await put('c.md', '---\ntitle: C\nstatus: Archived\n---\nOld.');
    await put('d.md', '---\ndeprecated: yes\n---\n\n');
    await put('e.md', '---\nvalid_until: 2023-12-31\n---\nOld.');
    const { documents } = await readWholeFolder(folder);
    expect(documents.map(({ title, text }) => [title, text])).toEqual([
      ['A', '[superseded by b.md]\n\n# A\n\nOld.'],
      ['B', '# B\n\nNew.'],
      ['C', '[archived]\n\nOld.'],
      ['e', '[valid until 2023-12-31]\n\nOld.'],
    ]);
  });

  test('names the pack after the folder if there is no pack.json', async () => {
    await put('a.md', 'x');
    expect(await readWholeFolder(folder)).toMatchObject({ name: 'handbook', description: null });
  });

  test('drops the byte order mark and normalises line endings', async () => {
    await put('a.md', '\ufeffone\r\ntwo\rthree');
    expect((await readWholeFolder(folder)).documents[0]?.text).toBe('one\ntwo\nthree');
  });

  test('does not take a horizontal rule at the top of a text for front matter', async () => {
    await put('a.md', '---\nJust a rule above.\n---\nAnd below.');
    expect((await readWholeFolder(folder)).documents[0]?.text).toMatch(/^---\nJust a rule/);
  });

  test('skips hidden files, node_modules and symbolic links', async () => {
    await put('.hidden/a.md', 'x');
    await put('.b.md', 'x');
    await put('node_modules/c.md', 'x');
    await put('../outside/secret.md', 'x');
    await symlink(join(folder, '../outside'), join(folder, 'link'));
    await symlink(join(folder, '../outside/secret.md'), join(folder, 'd.md'));
    await symlink('.', join(folder, 'loop'));
    const { documents, faults } = await readWholeFolder(folder);
    expect(documents).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('reports every fault and still reads the rest', async () => {
    await put('pack.json', '{"name": "x", "colour": "red"}');
    await put('bad.md', new Uint8Array([0x61, 0xff, 0x62]));
    await put('nul.txt', 'a\0b');
    await put('good.md', 'Good.');
    await put('url.md', '---\nurl: javascript:alert(1)\n---\nx');
    const { documents, faults } = await readWholeFolder(folder);
    expect(documents.map((document) => document.source)).toEqual(['good.md']);
    expect(new Set(faults.map((fault) => fault.file))).toEqual(
      new Set(['bad.md', 'nul.txt', 'pack.json', 'url.md']),
    );
    expect(faults).toContainEqual({ file: 'bad.md', reason: 'is not valid UTF-8' });
  });

  test('reports a file without read permission as a fault', async () => {
    // The superuser may read everything.
    if (process.getuid?.() === 0) return;
    await put('a.md', 'x');
    await chmod(join(folder, 'a.md'), 0);
    expect((await readWholeFolder(folder)).faults).toEqual([
      { file: 'a.md', reason: 'cannot be read (EACCES)' },
    ]);
  });

  test('limits files, sizes and depth', async () => {
    await put('a.md', 'x'.repeat(100));
    await put('b.md', 'y'.repeat(40));
    await put('c/d/e.md', 'z');
    await put('q.qna.json', '[]');
    const reasonsWith = async (limits: Partial<typeof folderLimits>) =>
      (await readWholeFolder(folder, { ...folderLimits, ...limits })).faults.map(
        (fault) => `${fault.file} ${fault.reason}`,
      );
    expect(await reasonsWith({ filesMax: 3 })).toEqual(['. more than 3 files']);
    expect(await reasonsWith({ fileBytesMax: 99 })).toContain('a.md is larger than 99 bytes');
    expect(await reasonsWith({ totalBytesMax: 120 })).toContain(
      'b.md the folder is larger than 120 bytes in all',
    );
    expect(await reasonsWith({ depthMax: 1 })).toEqual(['c/d folders are nested deeper than 1']);
    expect(await reasonsWith({})).toEqual([]);
  });

  test('rejects a folder that does not exist', async () => {
    await expect(readWholeFolder(join(folder, 'missing'))).rejects.toThrow('ENOENT');
  });
});
