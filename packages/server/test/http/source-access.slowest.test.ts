import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type FakeConfluence,
  startFakeConfluence,
  startFakeGoogleDrive,
  startFakeGraph,
} from '@avow/connectors/testing';
import type { TenantId } from '@avow/foundation';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ContentClient, contentClient } from '../support/content-client.ts';
import { type SourceClient, sourceClient, sourcePath } from '../support/source-client.ts';
import { problemOf, startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
let tenantId: TenantId;
let client: ContentClient;
let sources: SourceClient;
let folders: string;
const opened: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  folders = await mkdtemp(join(tmpdir(), 'avow-source-access-'));
  service = await startTestService({
    env: { AVOW_FETCH_PRIVATE_ADDRESSES: 'on', AVOW_SOURCE_FOLDERS: folders },
  });
  tenantId = await service.createTenant('access');
  const scopes = ['content:manage', 'query:write'] as const;
  client = contentClient(service, await service.createKey(tenantId, { scopes }));
  sources = sourceClient(client);
});
afterEach(async () => {
  await sources.closeSites();
  for (const one of opened.splice(0)) await one.close();
});
afterAll(async () => {
  await service.close();
  await rm(folders, { recursive: true, force: true });
});

const confluence = (fake: FakeConfluence, settings: object = {}) => ({
  connection: { kind: 'confluence', url: fake.url, space: 'DOCS', ...settings },
  credentials: { username: 'reader@example.com', token: 'secret' },
});

async function openWiki(): Promise<FakeConfluence> {
  const fake = await startFakeConfluence('cloud');
  opened.push(fake);
  await fake.put('Holidays', '<h1>Holidays</h1><p>Every employee has 27 days of paid holiday.</p>');
  await fake.put('Bonus', '<h1>Bonus</h1><p>The yearly bonus of the board is 4711 euros.</p>');
  return fake;
}

/** Whether the answer to this caller has these words anywhere. */
async function answers(
  packId: string,
  prompt: string,
  { groups, words }: { groups: string[]; words: string },
) {
  const key = await service.createKey(tenantId);
  const response = await service.ask(key, { prompt, groups, content_pack_ids: [packId] });
  return JSON.stringify(response).includes(words);
}
const bonus = { prompt: 'How high is the yearly bonus of the board?', words: '4711 euros' };

describe('the permissions of a source', () => {
  it('keep a restricted page from callers without the group, and follow the source', async () => {
    const [packId, fake] = [await sources.newPack(), await openWiki()];
    fake.restrictions.set('Bonus', ['board']);
    const access_map = [
      { principal: 'space:DOCS', group: null },
      { principal: 'group:directors', group: 'board' },
    ];
    const source = await sources.add(packId, { name: 'wiki', ...confluence(fake, { access_map }) });
    expect(source.last_sync).toMatchObject({ outcome: 'published', counts: { added: 2, failed: 0 } });
    const asked = (groups: string[]) => answers(packId, bonus.prompt, { groups, words: bonus.words });
    expect([await asked(['board']), await asked(['staff']), await asked([])]).toEqual([true, false, false]);
    // The restriction changes, and the page does not.
    fake.restrictions.set('Bonus', ['staff']);
    expect((await sources.sync(source)).last_sync).toMatchObject({ counts: { changed: 1, unchanged: 1 } });
    expect([await asked(['board']), await asked(['staff'])]).toEqual([false, true]);
    fake.restrictions.set('Bonus', ['directors']);
    await sources.sync(source);
    expect([await asked(['board']), await asked(['staff']), await asked(['directors'])]).toEqual([
      ...[true, false, false],
    ]);
  });

  it('leave out and list what they cannot be carried over for, even if it was public before', async () => {
    const [packId, fake] = [await sources.newPack(), await openWiki()];
    const everyone = { access_map: [{ principal: 'space:DOCS', group: null }] };
    const source = await sources.add(packId, { name: 'wiki', ...confluence(fake, everyone) });
    expect(await answers(packId, bonus.prompt, { groups: [], words: bonus.words })).toBe(true);
    // Nobody outside the mapping stands for the readers of the space.
    const { connection, credentials } = confluence(fake, {
      access: 'mapped',
      access_map: [{ principal: 'group:hr', group: 'hr' }],
    });
    fake.restrictions.set('Holidays', ['hr']);
    await sources.update(source, { connection, credentials });
    // That is not a mass deletion that somebody must allow first.
    const withheld = await sources.sync(source);
    expect(withheld.last_sync).toMatchObject({ outcome: 'published', counts: { removed: 2, failed: 2 } });
    expect(withheld.last_sync?.errors[0]?.reason).toMatch(/^is left out: no group stands for .*group:staff/);
    expect(await sources.pathsOf(packId)).toEqual([]);
    expect(await answers(packId, bonus.prompt, { groups: ['staff', 'hr'], words: bonus.words })).toBe(false);
    // It is listed by every sync, and read only when that changes.
    fake.takeServed();
    const again = await sources.sync(source);
    expect(again.last_sync).toMatchObject({ outcome: 'unchanged', counts: { failed: 2 } });
    expect(fake.takeServed()).toBe(0);
    await sources.update(source, confluence(fake));
    expect((await sources.ended(source)).last_sync).toMatchObject({ outcome: 'unchanged' });
    expect((await sources.sync(source)).last_sync).toMatchObject({ counts: { added: 1, failed: 1 } });
    expect(await sources.listDocuments(packId)).toMatchObject([
      { source: 'wiki/Bonus.html', groups: ['staff'] },
    ]);
  });

  it('are carried over from drives, whose files keep their ids when they are renamed', async () => {
    const [packId, graph, google] = [
      await sources.newPack(),
      await startFakeGraph(),
      await startFakeGoogleDrive(),
    ];
    opened.push(graph, google);
    graph.permissions.set('plan.md', [{ roles: ['read'], grantedToV2: { group: { id: '6f1d' } } }]);
    const hr = [{ id: 'p1', type: 'group', emailAddress: 'hr@example.com' }];
    for (const name of ['Trips', 'Travel', 'faq.qna.json']) google.permissions.set(name, hr);
    await graph.put('plan.md', '# Plan\n\nThe plan begins in March.');
    await graph.put('all.md', '# All\n\nFor the organization.');
    await google.put('faq.qna.json', '[{"question":"Is there coffee?","answer":"Yes."}]');
    google.putDocument('Trips', '# Trips\n\nTrips are booked by train.');
    const drive = await sources.add(packId, {
      name: 'drive',
      connection: {
        ...{ kind: 'sharepoint', url: 'https://contoso.example/sites/handbook', path: 'docs' },
        ...{ endpoint: graph.url, login_endpoint: graph.url },
      },
      credentials: { directory_id: 'directory', client_id: 'client', client_secret: 'the-secret' },
    });
    expect(drive.last_sync?.errors).toEqual([
      { item: 'drive/all.md', reason: expect.stringContaining('(organization)') },
    ]);
    const { clientEmail, privateKey } = google.credentials as { clientEmail: string; privateKey: string };
    const docs = await sources.add(packId, {
      name: 'docs',
      connection: { kind: 'google_drive', folder_id: 'shared-drive', endpoint: google.url },
      credentials: { client_email: clientEmail, private_key: privateKey },
    });
    expect(docs.credentials).toEqual(['client_email', 'private_key']);
    // Pairs have no readers of their own, and would be public.
    expect(docs.last_sync).toMatchObject({
      outcome: 'published',
      counts: { added: 1, failed: 0, skipped: 1 },
    });
    const before = await sources.listDocuments(packId);
    expect(before.map(({ source, groups }) => [source, groups])).toEqual([
      ['drive/plan.md', ['6f1d']],
      ['docs/inner/Trips.md', ['hr@example.com']],
    ]);
    graph.permissions.set('master plan.md', graph.permissions.get('plan.md') ?? []);
    graph.rename('plan.md', 'master plan.md');
    google.rename('Trips', 'Travel');
    await sources.sync(drive);
    await sources.sync(docs);
    const after = await sources.listDocuments(packId);
    expect(after.map(({ source }) => source)).toEqual(['drive/master plan.md', 'docs/inner/Travel.md']);
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });

  it('are not widened by what a file says of itself, only narrowed', async () => {
    const packId = await sources.newPack();
    const path = await mkdtemp(join(folders, 'handbook-'));
    const put = (name: string, groups: string) =>
      writeFile(join(path, name), `---\ngroups: [${groups}]\n---\n# ${name}\n\nThe plan is secret.\n`);
    const pairsOf = (...groups: string[]) =>
      writeFile(
        join(path, 'faq.qna.json'),
        JSON.stringify([
          { question: 'Is there coffee?', answer: 'Yes.' },
          { question: 'Is there tea?', answer: 'Yes.', groups },
        ]),
      );
    await put('narrow.md', 'hr');
    await put('wide.md', 'hr, everybody');
    await put('elsewhere.md', 'everybody');
    await pairsOf('hr', 'everybody');
    const connection = { kind: 'folder', path };
    const source = await sources.add(packId, { name: 'a', connection, groups: ['hr', 'board'] });
    const reason = expect.stringMatching(/is left out: none of the groups that it names/);
    expect(source.last_sync).toMatchObject({ errors: [{ item: 'a/elsewhere.md', reason }] });
    const groupsOf = async () => [
      ...(await sources.listDocuments(packId)).map(({ source: file, groups }) => [file, groups]).sort(),
      ...(await client.send('GET', `/v1/content-packs/${packId}/qna`))
        .json()
        .data.map((pair: { question: string; groups: string[] }) => [pair.question, pair.groups])
        .sort(),
    ];
    const usual = ['Is there coffee?', ['board', 'hr']];
    expect(await groupsOf()).toEqual([
      ...[
        ['a/narrow.md', ['hr']],
        ['a/wide.md', ['hr']],
      ],
      ...[usual, ['Is there tea?', ['hr']]],
    ]);
    // It is listed by every sync, and what nobody may read any more does not stay.
    expect((await sources.sync(source)).last_sync).toMatchObject({
      ...{ outcome: 'unchanged', errors: [{ item: 'a/elsewhere.md', reason }] },
    });
    await put('wide.md', 'everybody');
    await pairsOf('everybody');
    expect((await sources.sync(source)).last_sync).toMatchObject({
      ...{ outcome: 'published', counts: { removed: 2, failed: 3 } },
    });
    expect(await groupsOf()).toEqual([['a/narrow.md', ['hr']], usual]);
    // For a source that everyone may read, a file says who reads it.
    await sources.update(source, { groups: [] });
    await sources.sync(source);
    expect(await groupsOf()).toEqual([
      ...[
        ['a/elsewhere.md', ['everybody']],
        ['a/narrow.md', ['hr']],
        ['a/wide.md', ['everybody']],
      ],
      ...[
        ['Is there coffee?', []],
        ['Is there tea?', ['everybody']],
      ],
    ]);
  });

  it('do not let credentials be sent to another host', async () => {
    const [packId, fake] = [await sources.newPack(), await openWiki()];
    const source = await sources.add(packId, { name: 'wiki', ...confluence(fake) });
    const other = await openWiki();
    const { connection, credentials } = confluence(other);
    const refused = await client.send('PATCH', sourcePath(source), { body: { connection } });
    expect([refused.statusCode, problemOf(refused).errors?.[0]?.pointer]).toEqual([422, '/credentials']);
    await sources.update(source, { connection, credentials });
  });
});
