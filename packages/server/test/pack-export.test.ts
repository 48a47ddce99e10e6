import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { TenantId } from '@avow/foundation';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCli } from '../src/cli/run-cli.ts';
import { openSharedParser } from '../src/features/content/test-support/shared-parser.ts';
import { writePackFolder } from '../src/features/loading/folder/write-pack-folder.ts';
import { recordTerminal } from './support/record-terminal.ts';
import { startTestService, type TestService } from './support/test-service.ts';

const parser = openSharedParser();
let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const files = {
  'pack.json': JSON.stringify({ name: 'handbook', description: 'What to know.' }),
  'plain.txt': 'Just text.\n\n- not a list in Markdown\n',
  'travel.md':
    '# Travel\n\nManagers approve travel.\n\n<table><tr><td>City<td>Limit<tr><td>Oslo<td>200</table>\n\n`<table>` is a tag.\n',
  'rules/quoted.md':
    '---\ntitle: "Say "hello""\nurl: https://intranet.example/rules?a=1\ngroups:\n  - board\n  - a, b\n---\n\n---\n\nA rule first.\n',
  'rules/old.md': '---\narchived: true\n---\n# Old rules\n\nNobody travels.\n',
  'table.csv': 'name,days\nAda,28\nBen,30\n',
  'faq.qna.json': JSON.stringify([
    {
      ...{ question: 'Who leads?', alternatives: ['Who is the boss?'], answer: 'The **board** leads.' },
      ...{ tags: ['board'], groups: ['board'], url: 'https://intranet.example/board', source: 'Charter' },
      ...{ valid_from: '2026-01-01T00:00:00Z', valid_until: '2027-01-01T00:00:00Z' },
    },
    { question: 'Is there a canteen?', answer: 'Yes.' },
  ]),
};

async function packOf(tenantId: TenantId) {
  const [pack] = await service.data.store.content.listPacks(tenantId, { after: null, limit: 1 });
  if (pack === undefined) throw new Error('it was loaded');
  return pack;
}

/** Everything that answers are made of, in an order of its own. */
async function contentOf(tenantId: TenantId) {
  const { content } = service.data.store;
  const { packId, name, description } = await packOf(tenantId);
  const page = { after: null, limit: 100 };
  const documents = await Promise.all(
    (await content.listDraftDocuments(tenantId, packId, page)).map(async ({ documentId }) => {
      const document = await content.getDraftDocument(tenantId, packId, documentId);
      if (document === null) throw new Error('it was listed');
      const { source, title, url, groups, format, text } = document;
      return [source, title, url, groups, format, text];
    }),
  );
  const pairs = (await content.listDraftPairs(tenantId, packId, page)).map(
    ({ curatedId: _, revision: __, updatedAtMs: ___, ...pair }) => pair,
  );
  const sorted = <Item>(items: readonly Item[]) => items.map((item) => JSON.stringify(item)).sort();
  return { name, description, documents: sorted(documents), pairs: sorted(pairs) };
}

/** What is answered, with whom it is shown to and the exact places that it is cited from. */
async function answersOf(tenantId: TenantId) {
  const key = await service.createKey(tenantId);
  const questions = [
    { prompt: 'Who approves travel?' },
    { prompt: 'How many days has Ada?' },
    { prompt: 'Who leads?', groups: ['board'] },
    { prompt: 'Who is the boss?', groups: ['board'] },
    { prompt: 'Who leads?' },
    { prompt: 'Is there a canteen?' },
  ];
  const answers = [];
  for (const question of questions) {
    const { answer, source_type, citations } = await service.ask(key, question);
    answers.push({
      ...{ answer, source_type },
      cited: citations.map(({ title, source, url, quote, start, end }) => [
        ...[title, source, url],
        ...[quote, start, end],
      ]),
    });
  }
  expect(answers.filter(({ cited }) => cited.length > 0).length).toBeGreaterThan(3);
  return answers;
}

const hashOf = (content: unknown) => createHash('sha256').update(JSON.stringify(content)).digest('hex');

function readFolder(root: string): Record<string, string> {
  const found = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    found.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [relative(root, path), readFileSync(path, 'utf8')];
    }),
  );
}

it('writes a folder that loads again as the same content', async () => {
  const first = await service.createTenant('first');
  await service.loadPack(first, files);
  const folder = join(service.directory, 'exported');
  const { content } = service.data.store;
  const exported = await writePackFolder(content, {
    tenantId: first,
    pack: await packOf(first),
    folder,
    parser,
  });
  expect(exported).toEqual({
    ...{ documents: 5, pairs: 2, inexact: [] },
    renamed: ['table.csv → table.csv.md'],
  });
  const written = readFolder(folder);
  expect(Object.keys(written).toSorted()).toEqual([
    'pack.json',
    'pairs.qna.json',
    'plain.txt',
    'rules/old.md',
    'rules/quoted.md',
    'table.csv.md',
    'travel.md',
  ]);

  const second = await service.createTenant('second');
  await service.loadPack(second, written);
  const [before, after] = [await contentOf(first), await contentOf(second)];
  expect(before.documents.some((document) => document.startsWith('["table.csv"'))).toBe(true);
  expect(after).toEqual(before);
  expect(await answersOf(second)).toEqual(await answersOf(first));

  const again = join(service.directory, 'exported again');
  const repeated = await writePackFolder(content, {
    tenantId: second,
    pack: await packOf(second),
    folder: again,
    parser,
  });
  expect(repeated).toEqual(exported);
  const third = await service.createTenant('third');
  await service.loadPack(third, readFolder(again));
  expect(hashOf(await contentOf(third))).toBe(hashOf(after));
  expect(readFolder(again)).toEqual(written);
});

it('exports from the command line, and never into a folder that exists', async () => {
  const { terminal, said } = recordTerminal();
  const folder = join(service.directory, 'by command');
  const run = () =>
    runCli(
      ['packs', 'export', 'handbook', folder, '--tenant', 'first'],
      { AVOW_DATA_DIR: service.directory },
      terminal,
    );
  expect([await run(), said().err]).toEqual([0, '']);
  expect(said().out).toContain('5 documents and 2 curated pairs');
  expect(readFolder(folder)).toEqual(readFolder(join(service.directory, 'exported')));
  expect(await run()).not.toBe(0);
  expect(said().err).toContain('already exists');
});

it('keeps documents apart whose paths differ in case alone, and gives each its path back', async () => {
  const tenantId = await service.createTenant('cased');
  const text = (name: string) => `# ${name}\n\nThis is the text of ${name}.\n`;
  await service.loadPack(tenantId, {
    'pack.json': JSON.stringify({
      name: 'pack',
      paths: { '1.md': 'Rules.md', '2.md': 'rules.md', '3.md': 'golden.json' },
    }),
    ...{ '1.md': text('one'), '2.md': text('two'), '3.md': text('three') },
  });
  const folder = join(service.directory, 'cased');
  const { content } = service.data.store;
  const { renamed } = await writePackFolder(content, {
    tenantId,
    pack: await packOf(tenantId),
    folder,
    parser,
  });
  expect(renamed).toHaveLength(2);
  const other = await service.createTenant('cased again');
  await service.loadPack(other, readFolder(folder));
  const { documents } = await contentOf(other);
  expect(documents).toEqual((await contentOf(tenantId)).documents);
  expect(documents.map((document) => JSON.parse(document)[0])).toEqual([
    'Rules.md',
    'golden.json',
    'rules.md',
  ]);
});

it.each([
  [{ 'none.md': 'a.pdf' }, 'none.md is not a text of the folder'],
  [{ 'table.csv': 'a.csv' }, 'table.csv is not a text of the folder'],
  [{ 'a.md': 'b.md' }, 'a.md has the path of another file'],
  [{ 'a.md': 'c.md', 'b.md': 'c.md' }, 'b.md has the path of another file'],
  [{ 'a.md': '../c.md' }, 'paths.a.md'],
])('refuses a pack.json with the paths %j', async (paths, reason) => {
  const tenantId = await service.createTenant(`paths ${Math.random()}`);
  const loading = service.loadPack(tenantId, {
    ...{ 'pack.json': JSON.stringify({ paths }), 'a.md': 'One.', 'b.md': 'Two.', 'table.csv': 'a,b\n1,2\n' },
  });
  await expect(loading).rejects.toThrow(reason);
});
