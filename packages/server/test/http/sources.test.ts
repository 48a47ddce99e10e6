import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contentSourceSchema } from '@avow/contract/testing/content';
import type { TenantId } from '@avow/foundation';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ContentClient, contentClient } from '../support/content-client.ts';
import { type SourceClient, sourceClient, sourcePath, websiteAt } from '../support/source-client.ts';
import { locationPathOf, problemOf, startTestService, type TestService } from '../support/test-service.ts';
import { openReceiver } from '../support/webhook-receiver.ts';

let service: TestService;
let tenantId: TenantId;
let client: ContentClient;
let folders: string;
let sources: SourceClient;

beforeAll(async () => {
  folders = await mkdtemp(join(tmpdir(), 'avow-sources-'));
  service = await startTestService({
    env: {
      AVOW_FETCH_PRIVATE_ADDRESSES: 'on',
      AVOW_WEBHOOK_PRIVATE_ADDRESSES: 'on',
      AVOW_SOURCE_FOLDERS: folders,
    },
  });
  tenantId = await service.createTenant('sources');
  client = contentClient(
    service,
    await service.createKey(tenantId, { scopes: ['content:manage', 'query:write', 'webhooks:manage'] }),
  );
  sources = sourceClient(client);
});
afterEach(async () => {
  await sources.closeSites();
});
afterAll(async () => {
  await service.close();
  await rm(folders, { recursive: true, force: true });
});

const pages = {
  'returns.html': '<h1>Returns</h1><p>A lamp can be returned within 30 days of delivery.</p>',
  'repairs.html': '<h1>Repairs</h1><p>Repairs take 12 working days.</p>',
  'travel.html': '<h1>Travel</h1><p>Trips are booked by the travel desk.</p>',
};

describe('a source', () => {
  it('is read, published and answered from, and read again', async () => {
    const [packId, site] = [await sources.newPack(), await sources.openSite(pages)];
    const source = await sources.add(packId, { name: 'site', connection: websiteAt(site) });
    expect(source.last_sync).toMatchObject({
      ...{ trigger: 'request', outcome: 'published', version: 1, reason: null, errors: [] },
      counts: { added: 3, changed: 0, removed: 0, unchanged: 0, failed: 0 },
    });
    expect(await sources.pathsOf(packId)).toEqual([
      'site/repairs.html',
      'site/returns.html',
      'site/travel.html',
    ]);
    const key = await service.createKey(tenantId);
    const answer = await service.ask(key, {
      prompt: 'How long do repairs take?',
      content_pack_ids: [packId],
    });
    expect(JSON.stringify(answer)).toContain('12 working days');
    expect((await sources.sync(source)).last_sync).toMatchObject({
      outcome: 'unchanged',
      counts: { unchanged: 3 },
    });
    await site.put('repairs.html', pages['repairs.html'].replace('12', '9'));
    const changed = await sources.sync(source);
    expect(changed.last_sync).toMatchObject({
      ...{ outcome: 'published', version: 2, counts: { added: 0, changed: 1, unchanged: 2 } },
      plan: [{ action: 'change', document: 'site/repairs.html', keeps: [], replaces: [] }],
    });
    expect((await sources.readPack(packId)).published_version).toBe(2);
  });

  it('keeps what cannot be read for now, and lists why', async () => {
    const [packId, site] = [await sources.newPack(), await sources.openSite(pages)];
    const source = await sources.add(packId, { name: 'site', connection: websiteAt(site) });
    site.breakItem('travel.html');
    const broken = await sources.sync(source);
    expect(broken.last_sync).toMatchObject({ outcome: 'unchanged', counts: { failed: 1, removed: 0 } });
    expect(broken.last_sync?.errors).toEqual([
      { item: 'site/travel.html', reason: expect.stringContaining('503') },
    ]);
    expect(await sources.pathsOf(packId)).toHaveLength(3);
    site.breakItem(null);
    site.breakAll(true);
    const failed = await sources.sync(source);
    expect(failed.last_sync).toMatchObject({ outcome: 'failed', reason: expect.stringContaining('503') });
    expect(failed.failing_since).not.toBeNull();
    expect(await sources.pathsOf(packId)).toHaveLength(3);
    site.breakAll(false);
    expect((await sources.sync(source)).failing_since).toBeNull();
  });

  it('asks before it removes much, and removes little without asking', async () => {
    const [packId, site] = [await sources.newPack(), await sources.openSite(pages)];
    for (const name of ['a', 'b', 'c', 'd', 'e']) await site.put(`${name}.html`, `<p>Text of ${name}</p>`);
    const source = await sources.add(packId, { name: 'site', connection: websiteAt(site) });
    await site.remove('a.html');
    expect((await sources.sync(source)).last_sync).toMatchObject({
      outcome: 'published',
      counts: { removed: 1 },
    });
    for (const name of ['b', 'c', 'd', 'e']) await site.remove(`${name}.html`);
    const asks = await sources.sync(source);
    expect(asks.last_sync).toMatchObject({ outcome: 'too_many_removals', counts: { removed: 4 } });
    expect(await sources.pathsOf(packId)).toHaveLength(7);
    const allowed = await sources.sync(source, { allow_removals: true });
    expect(allowed.last_sync).toMatchObject({ outcome: 'published', counts: { removed: 4 } });
    expect(await sources.pathsOf(packId)).toHaveLength(3);
  });

  it('reports what a sync would do without doing it', async () => {
    const [packId, site] = [await sources.newPack(), await sources.openSite(pages)];
    const source = await sources.add(packId, { name: 'site', connection: websiteAt(site) });
    await site.put('new.html', '<p>New text</p>');
    await site.remove('travel.html');
    const planned = await sources.sync(source, { dry_run: true });
    expect(planned.last_sync).toMatchObject({ outcome: 'planned', counts: { added: 1, removed: 1 } });
    expect(planned.last_sync?.plan.map(({ action, document }) => `${action} ${document}`).sort()).toEqual([
      'add site/new.html',
      'remove site/travel.html',
    ]);
    expect(await sources.pathsOf(packId)).toContain('site/travel.html');
    expect((await sources.readPack(packId)).published_version).toBe(1);
  });

  it('leaves what people changed to them, and waits for them to publish it', async () => {
    const [packId, site] = [await sources.newPack(), await sources.openSite(pages)];
    const source = await sources.add(packId, {
      name: 'site',
      connection: websiteAt(site),
      groups: ['staff'],
    });
    const documents = await sources.listDocuments(packId);
    expect(documents.every(({ groups }) => groups.join() === 'staff')).toBe(true);
    const travel = documents.find(({ source: path }) => path === 'site/travel.html');
    const path = `/v1/content-packs/${packId}/documents/${travel?.id}`;
    await client.send('PATCH', path, { body: { groups: ['board'] } });
    await site.put('travel.html', '<h1>Travel</h1><p>Trips are booked by yourself.</p>');
    const synced = await sources.sync(source);
    expect(synced.last_sync).toMatchObject({
      ...{ outcome: 'draft', reason: expect.stringContaining('not published') },
      plan: [{ action: 'change', document: 'site/travel.html', keeps: ['groups'] }],
    });
    expect((await sources.readPack(packId)).published_version).toBe(1);
    const kept = (await sources.listDocuments(packId)).find(({ id }) => id === travel?.id);
    expect(kept?.groups).toEqual(['board']);
    // Once a person has published, syncs publish again.
    await client.publish(packId);
    await site.put('repairs.html', '<p>Repairs take 3 working days.</p>');
    expect((await sources.sync(source)).last_sync).toMatchObject({ outcome: 'published' });
    // A document that a person removed stays out.
    await client.send('DELETE', path);
    await client.publish(packId);
    await site.put('travel.html', '<p>Trips again.</p>');
    await sources.sync(source);
    expect(await sources.pathsOf(packId)).not.toContain('site/travel.html');
  });

  it('does not publish over a version that a person has rolled back to', async () => {
    const [packId, site] = [await sources.newPack(), await sources.openSite(pages)];
    const source = await sources.add(packId, { name: 'site', connection: websiteAt(site) });
    await site.put('travel.html', '<p>Second.</p>');
    await sources.sync(source);
    await client.send('POST', `/v1/content-packs/${packId}/rollback`, { body: { version: 1 } });
    await site.put('travel.html', '<p>Third.</p>');
    expect((await sources.sync(source)).last_sync).toMatchObject({ outcome: 'draft' });
    expect((await sources.readPack(packId)).published_version).toBe(1);
  });

  it('leaves in the draft what the gate refuses, and reports that and failures by webhook', async () => {
    const [packId, site, receiver] = [
      await sources.newPack(),
      await sources.openSite(pages),
      await openReceiver(),
    ];
    try {
      const event_types = ['content_source.waiting', 'content_source.failing'];
      const body = { url: receiver.url, event_types };
      expect((await client.send('POST', '/v1/webhook-endpoints', { body })).statusCode).toBe(201);
      const source = await sources.add(packId, { name: 'site', connection: websiteAt(site) });
      const question = {
        question: 'How long do repairs take?',
        expects: { kind: 'answer', sources: ['site/repairs.html'], facts: [['12 working days']] },
      };
      const path = `/v1/content-packs/${packId}`;
      await client.send('POST', `${path}/golden-questions`, { body: { questions: [question] } });
      expect((await client.send('PUT', `${path}/gate`, { body: { tolerance_share: 0 } })).statusCode).toBe(
        200,
      );
      await site.put('repairs.html', '<h1>Repairs</h1><p>The workshop is closed.</p>');
      const refused = await sources.sync(source);
      expect(refused.last_sync).toMatchObject({
        outcome: 'gate_closed',
        version: null,
        counts: { changed: 1 },
      });
      expect(await sources.readPack(packId)).toMatchObject({
        published_version: 1,
        draft: { changed: true },
      });
      site.revoke();
      expect((await sources.sync(source)).last_sync).toMatchObject({ outcome: 'failed' });
      const data = { pack_id: packId, source_id: source.id };
      expect((await receiver.waitFor(2)).map(({ event }) => [event.type, event.data])).toEqual([
        ['content_source.waiting', { ...data, reason: 'gate_closed' }],
        ['content_source.failing', data],
      ]);
    } finally {
      await receiver.close();
    }
  });

  it('reads a folder that the operator allows, and no other', async () => {
    const packId = await sources.newPack();
    const path = join(folders, 'handbook');
    await mkdir(path, { recursive: true });
    await writeFile(join(path, 'returns.md'), '# Returns\n\nWithin 30 days.\n');
    await writeFile(join(path, 'faq.qna.json'), '[{"question":"Is there coffee?","answer":"Yes."}]');
    const source = await sources.add(packId, { name: 'folder', connection: { kind: 'folder', path } });
    expect(source.last_sync).toMatchObject({ outcome: 'published', counts: { added: 2 } });
    expect((await sources.sync(source)).last_sync).toMatchObject({ outcome: 'unchanged' });
    await writeFile(join(path, 'more.md'), '# More\n\nText.\n');
    expect((await sources.sync(source)).last_sync).toMatchObject({
      counts: { added: 1, removed: 0, unchanged: 2 },
    });
    await rm(path, { recursive: true });
    expect((await sources.sync(source)).last_sync).toMatchObject({ outcome: 'failed' });
    for (const outside of ['/etc', `${folders}-other`]) {
      const response = await client.send('POST', `/v1/content-packs/${packId}/sources`, {
        body: { name: 'outside', connection: { kind: 'folder', path: outside } },
      });
      expect(response.statusCode).toBe(422);
      expect(problemOf(response).errors?.[0]?.pointer).toBe('/connection');
    }
  });

  it('never shows its credentials, and is changed, paused and resumed', async () => {
    const [packId, site] = [await sources.newPack(), await sources.openSite(pages)];
    const token = 'do-not-show-this-token';
    const path = `/v1/content-packs/${packId}/sources`;
    const body = {
      name: 'site',
      connection: websiteAt(site),
      credentials: { token },
      sync_every_minutes: 60,
    };
    const response = await client.send('POST', path, { body });
    const source = await sources.ended(contentSourceSchema.parse(response.json()));
    expect(locationPathOf(response)).toBe(sourcePath(source));
    expect([response.body, JSON.stringify(source), service.logText()].join()).not.toContain(token);
    expect(source).toMatchObject({ credentials: ['token'], next_sync_at: expect.any(String) });
    const paused = await sources.update(source, { status: 'paused' });
    expect(paused).toMatchObject({ status: 'paused', next_sync_at: null });
    const refused = await client.send('POST', `${sourcePath(source)}/sync`, { body: {} });
    expect([refused.statusCode, problemOf(refused).code]).toEqual([409, 'invalid_state']);
    await sources.update(source, { status: 'active' });
    // Resuming it makes it due, and so do new credentials.
    expect((await sources.endedAs(source, 'unchanged')).last_sync?.trigger).toBe('schedule');
    site.revoke();
    await sources.update(source, { credentials: { token: 'another' } });
    const failed = await sources.endedAs(source, 'failed');
    expect(failed.last_sync?.reason).toContain('Check the credentials');
    expect(Date.parse(failed.next_sync_at ?? '')).toBeLessThan(Date.now() + 10 * 60_000);
  });

  it('is removed with or without its documents', async () => {
    const [packId, site] = [await sources.newPack(), await sources.openSite(pages)];
    const [kept, removed] = [
      await sources.add(packId, { name: 'kept', connection: websiteAt(site) }),
      await sources.add(packId, { name: 'removed', connection: websiteAt(site) }),
    ];
    expect(await sources.pathsOf(packId)).toHaveLength(6);
    expect((await client.send('DELETE', sourcePath(kept))).statusCode).toBe(204);
    expect((await client.send('DELETE', `${sourcePath(removed)}?documents=remove`)).statusCode).toBe(204);
    expect(await sources.pathsOf(packId)).toEqual([
      'kept/repairs.html',
      'kept/returns.html',
      'kept/travel.html',
    ]);
    for (const source of [kept, removed])
      expect((await client.send('GET', sourcePath(source))).statusCode).toBe(404);
  });

  it('refuses wrong settings and changes nothing', async () => {
    const packId = await sources.newPack();
    const path = `/v1/content-packs/${packId}/sources`;
    const git = { kind: 'git', url: 'https://git.example/a.git' };
    for (const [body, pointer] of [
      [{ name: 'Big Name', connection: git }, '/name'],
      [{ name: 'a', connection: { kind: 'ftp' } }, '/connection/kind'],
      [{ name: 'a', connection: { ...git, colour: 1 } }, '/connection/colour'],
      [{ name: 'a', connection: { kind: 'git', url: 'file:///etc' } }, '/connection/url'],
      [{ name: 'a', connection: git, credentials: { access_key_id: 'x' } }, '/credentials'],
      [{ name: 'a', connection: { kind: 's3', bucket: 'a' }, credentials: { token: 'x' } }, '/credentials'],
      [{ name: 'a', connection: git, sync_every_minutes: 1 }, '/sync_every_minutes'],
    ] as const) {
      const response = await client.send('POST', path, { body });
      expect([response.statusCode, problemOf(response).errors?.[0]?.pointer], JSON.stringify(body)).toEqual([
        422,
        pointer,
      ]);
    }
    const listed = await client.send('GET', path);
    expect(listed.json().data).toEqual([]);
    const unknown = `${path}/src_01jd8n4w6zfk3v5q7r9s2t4x6y`;
    expect((await client.send('GET', unknown)).statusCode).toBe(404);
    expect((await client.send('PATCH', unknown, { body: { status: 'paused' } })).statusCode).toBe(404);
    expect((await client.send('DELETE', unknown)).statusCode).toBe(404);
    expect((await client.send('POST', `${unknown}/sync`)).statusCode).toBe(404);
  });
});
