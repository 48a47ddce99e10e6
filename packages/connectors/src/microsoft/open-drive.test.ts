import { afterEach, describe, expect, it } from 'vitest';
import { readAll, testParts } from '../test-support/connector-suite.ts';
import { type FakeGraph, startFakeGraph } from '../test-support/fake-graph.ts';
import { openDrive } from './open-drive.ts';

const opened: FakeGraph[] = [];
afterEach(async () => {
  for (const fake of opened.splice(0)) await fake.close();
});

async function open() {
  const fake = await startFakeGraph();
  opened.push(fake);
  for (const name of ['one.md', 'two.md']) await fake.put(name, `Text of ${name}`);
  return { fake, connector: fake.open(testParts()) };
}

describe('a drive of SharePoint or OneDrive', () => {
  it('reports groups by their ids, people, and links', async () => {
    const { fake, connector } = await open();
    fake.permissions.set('one.md', [
      { roles: ['write'], grantedToV2: { group: { id: '6f1d', displayName: 'Finance' } } },
      { roles: ['read'], grantedToV2: { user: { id: 'u1', email: 'ann@contoso.example' } } },
      { roles: ['owner'], grantedToV2: { siteGroup: { id: '3', displayName: 'Owners' } } },
      { roles: ['read'], link: { scope: 'users' }, grantedToIdentitiesV2: [{ group: { id: '77aa' } }] },
      { roles: ['read'], link: { scope: 'anonymous' } },
    ]);
    const { files } = await readAll(connector);
    expect(files.map(({ path, readers }) => [path, readers])).toEqual([
      ['one.md', [['group:6f1d', 'user:ann@contoso.example', 'site-group:Owners', 'group:77aa', 'anyone']]],
      ['two.md', [['organization']]],
    ]);
  });

  it('reads a file again if only its permissions have changed', async () => {
    const { fake, connector } = await open();
    const { memory } = await readAll(connector);
    fake.permissions.set('two.md', [{ grantedToV2: { group: { id: '6f1d' } } }]);
    const again = await readAll(connector, memory);
    expect(again.files.map(({ path, readers }) => [path, readers])).toEqual([['two.md', [['group:6f1d']]]]);
    expect(again.end.mode).toBe('delta');
  });

  it('follows a file that is renamed, and removes one whose folder leaves the place that is read', async () => {
    const { fake, connector } = await open();
    const { memory, files } = await readAll(connector);
    fake.rename('one.md', 'first.md');
    const renamed = await readAll(connector, memory);
    expect(renamed.files.map(({ key, path }) => [key, path])).toEqual([[files[0]?.key, 'first.md']]);
    fake.rename('docs', 'archive');
    const gone = await readAll(connector, renamed.memory);
    expect(gone.items.map(({ kind }) => kind)).toEqual(['removed', 'removed']);
    expect(gone.memory.known.size).toBe(0);
  });

  it('begins anew if its delta link is not known any more, and finds what was removed meanwhile', async () => {
    const { fake, connector } = await open();
    const { memory } = await readAll(connector);
    await fake.remove('one.md');
    fake.forget();
    fake.takeServed();
    const again = await readAll(connector, memory);
    expect([again.end.mode, again.memory.known.size, fake.takeServed()]).toEqual(['full', 1, 0]);
  });

  it('waits if there were too many requests, and uses one token', async () => {
    const { fake, connector } = await open();
    fake.throttled = 2;
    expect((await readAll(connector)).files).toHaveLength(2);
    expect(fake.issued).toBe(1);
  });

  it('rejects a secret that is refused, without naming it', async () => {
    const { fake } = await open();
    const credentials = { directoryId: 'directory', clientId: 'client', clientSecret: 'wrong-one' };
    const wrong = openDrive(testParts(), {
      ...{ endpoint: fake.url, loginEndpoint: fake.url, credentials, path: '', readsAccess: true },
      place: { site: 'https://contoso.example/sites/handbook', library: null },
    });
    const fault = await readAll(wrong).catch((error: unknown) => error);
    expect(fault).toMatchObject({ code: 'unauthorized' });
    expect(String(fault)).not.toContain('wrong-one');
  });

  it('rejects a site, a library and a person that are not there', async () => {
    const site = 'https://contoso.example/sites/handbook';
    for (const place of [
      { site: 'https://contoso.example/sites/none', library: null },
      { site, library: 'None' },
      { user: 'nobody@contoso.example' },
    ]) {
      const fake = await startFakeGraph({ place });
      opened.push(fake);
      await expect(readAll(fake.open(testParts()))).rejects.toMatchObject({
        ...{ name: 'SourceFault', code: 'not_found' },
      });
    }
  });

  it('does not follow a link to another host', async () => {
    const { fake, connector } = await open();
    const { memory } = await readAll(connector);
    const cursor = memory.cursor?.replace(fake.url, 'http://127.0.0.1:9') ?? null;
    await expect(readAll(connector, { ...memory, cursor })).rejects.toMatchObject({ code: 'invalid' });
  });
});
