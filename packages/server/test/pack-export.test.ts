import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { TenantId } from '@avow/foundation';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCli } from '../src/cli/run-cli.ts';
import { writePackFolder } from '../src/content/export/write-pack-folder.ts';
import { recordTerminal } from './support/record-terminal.ts';
import { startTestService, type TestService } from './support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const files = {
  'pack.json': JSON.stringify({ name: 'handbook', description: 'What to know.' }),
  'plain.txt': 'Just text.\n\n- not a list in Markdown\n',
  'travel.md': '# Travel\n\nManagers approve travel.\n',
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
  const exported = await writePackFolder(content, { tenantId: first, pack: await packOf(first), folder });
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
  expect(after.pairs).toEqual(before.pairs);
  expect({ ...after, documents: after.documents.length }).toEqual({ ...before, documents: 5 });

  // From then on the names are the same as well.
  const again = join(service.directory, 'exported again');
  const repeated = await writePackFolder(content, {
    tenantId: second,
    pack: await packOf(second),
    folder: again,
  });
  expect(repeated).toEqual({ documents: 5, pairs: 2, renamed: [], inexact: [] });
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
