import { contentSourceSchema } from '@avow/contract/testing/content';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContentClient, contentClient } from '../support/content-client.ts';
import { type SourceClient, sourceClient, sourcePath } from '../support/source-client.ts';
import { problemOf, startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
let client: ContentClient;
let sources: SourceClient;

beforeAll(async () => {
  service = await startTestService({ env: { AVOW_FETCH_PRIVATE_ADDRESSES: 'on' } });
  const tenantId = await service.createTenant('credentials');
  client = contentClient(service, await service.createKey(tenantId, { scopes: ['content:manage'] }));
  sources = sourceClient(client);
});
afterAll(() => service.close());

/** Nothing answers there, so that each sync ends at once. */
const nowhere = 'https://127.0.0.1:9';
const application = { directory_id: 'd', client_id: 'c', client_secret: 's' };
const graph = { endpoint: nowhere, login_endpoint: nowhere };

/** Of each kind: a connection, and values of settings that need the credentials again, or do not. */
const kinds = [
  {
    connection: { kind: 'website', url: `${nowhere}/a/` },
    credentials: { token: 't' },
    scope: {
      url: `${nowhere}/b/`,
      discovery: 'links',
      include: ['/'],
      exclude: ['/a/b/'],
    },
    other: { pages_max: 5, depth_max: 1, delay_ms: 1, minutes_max: 1 },
  },
  {
    connection: { kind: 'git', url: `${nowhere}/a.git` },
    credentials: { token: 't' },
    scope: { url: `${nowhere}/b.git`, branch: 'secret', path: 'secret' },
    other: {},
  },
  {
    connection: { kind: 's3', bucket: 'a', endpoint: nowhere },
    credentials: { access_key_id: 'i', secret_access_key: 's' },
    scope: { bucket: 'b', endpoint: 'https://127.0.0.1:19', region: 'eu-central-1', prefix: 'secret/' },
    other: {},
  },
  {
    connection: { kind: 'feed', url: `${nowhere}/feed` },
    credentials: { token: 't' },
    scope: { url: `${nowhere}/other`, content: 'page' },
    other: { entries_max: 5 },
  },
  {
    connection: { kind: 'confluence', url: nowhere, space: 'HR' },
    credentials: { token: 't' },
    scope: { url: `${nowhere}/wiki`, edition: 'data_center', space: 'BOARD', access: 'ignore' },
    other: { access_map: [{ principal: 'group:hr', group: 'hr' }] },
  },
  {
    connection: { kind: 'sharepoint', url: `${nowhere}/sites/hr`, ...graph },
    credentials: application,
    scope: {
      ...{ url: `${nowhere}/sites/board`, library: 'Secret', path: 'Secret', access: 'mapped' },
      ...{ endpoint: null, login_endpoint: null },
    },
    other: { access_map: [{ principal: 'group:hr', group: 'hr' }] },
  },
  {
    connection: { kind: 'onedrive', user: 'ann@contoso.com', ...graph },
    credentials: application,
    scope: { user: 'boss@contoso.com', path: 'Secret', access: 'ignore', endpoint: null },
    other: { access_map: [{ principal: 'group:hr', group: 'hr' }] },
  },
  {
    connection: { kind: 'google_drive', folder_id: 'a', endpoint: nowhere },
    credentials: { token: 't' },
    scope: { folder_id: 'b', subject: 'boss@example.com', endpoint: null, access: 'ignore' },
    other: { access_map: [{ principal: 'group:hr@example.com', group: 'hr' }] },
  },
];

async function read(source: Parameters<typeof sourcePath>[0]) {
  const { connection, credentials, updated_at } = contentSourceSchema.parse(
    (await client.send('GET', sourcePath(source))).json(),
  );
  return { connection, credentials, updated_at };
}

describe('credentials of a source', () => {
  it.each(kinds)(
    'are used for nothing else than they were given for: $connection.kind',
    async ({ connection, credentials, scope, other }) => {
      const packId = await sources.newPack();
      const body = { name: 'a', connection, credentials, sync_every_minutes: null };
      const added = await client.send('POST', `/v1/content-packs/${packId}/sources`, { body });
      expect(added.statusCode, added.body).toBe(201);
      const source = contentSourceSchema.parse(added.json());
      const before = await read(source);
      for (const [name, value] of Object.entries(scope)) {
        const change = { connection: { ...connection, [name]: value } };
        const refused = await client.send('PATCH', sourcePath(source), { body: change });
        const [error] = problemOf(refused).errors ?? [];
        expect([refused.statusCode, error?.pointer], name).toEqual([422, '/credentials']);
        expect(error?.message).toContain(`: ${name} of the connection would change`);
      }
      expect(await read(source)).toEqual(before);
      for (const [name, value] of Object.entries(other)) {
        const changed = await sources.update(source, { connection: { ...connection, [name]: value } });
        expect(changed.connection).toMatchObject({ [name]: value });
      }
      const [[name, value] = ['', '']] = Object.entries(scope);
      const changed = await sources.update(source, {
        connection: { ...connection, [name]: value },
        credentials,
      });
      expect(changed.connection).toMatchObject({ [name]: value });
    },
  );

  it('are not needed again by a source that has none, or loses them', async () => {
    const packId = await sources.newPack();
    const git = { kind: 'git', url: `${nowhere}/a.git` };
    const post = async (name: string, credentials: object | null) =>
      contentSourceSchema.parse(
        (
          await client.send('POST', `/v1/content-packs/${packId}/sources`, {
            body: { name, connection: git, credentials, sync_every_minutes: null },
          })
        ).json(),
      );
    const connection = { ...git, path: 'docs' };
    expect((await sources.update(await post('open', null), { connection })).connection).toMatchObject({
      path: 'docs',
    });
    const closed = await post('closed', { token: 't' });
    const changed = await sources.update(closed, { connection, credentials: null });
    expect([changed.connection['path'], changed.credentials]).toEqual(['docs', []]);
  });

  it.each(['x.evil.example/', 'evil.example#', 'evil.example', 'a@evil', 'a:1', 'a?', 'a/b', ''])(
    'cannot be sent elsewhere by a region such as %j',
    async (region) => {
      const path = `/v1/content-packs/${await sources.newPack()}/sources`;
      const connection = { kind: 's3', bucket: 'a', region };
      const refused = await client.send('POST', path, { body: { name: 'a', connection } });
      expect([refused.statusCode, problemOf(refused).errors?.[0]?.pointer]).toEqual([
        422,
        '/connection/region',
      ]);
    },
  );
});
