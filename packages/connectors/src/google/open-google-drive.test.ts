import { afterEach, describe, expect, it } from 'vitest';
import { readAll, testParts } from '../test-support/connector-suite.ts';
import { type FakeGoogleDrive, startFakeGoogleDrive } from '../test-support/fake-google-drive.ts';
import { openGoogleDrive } from './open-google-drive.ts';

const opened: FakeGoogleDrive[] = [];
afterEach(async () => {
  for (const fake of opened.splice(0)) await fake.close();
});

async function open() {
  const fake = await startFakeGoogleDrive();
  opened.push(fake);
  for (const name of ['one.md', 'two.md', 'three.md']) await fake.put(name, `Text of ${name}`);
  return { fake, connector: fake.open(testParts()) };
}

const finance = { id: 'p-1', type: 'group', emailAddress: 'Finance@example.com' };

describe('a folder of Google Drive', () => {
  it('exports documents of Google, and skips what has no text', async () => {
    const { fake, connector } = await open();
    fake.putDocument('Travel', '# Travel\n\nBy train.');
    const { files } = await readAll(connector);
    expect(files.find(({ title }) => title === 'Travel')).toMatchObject({
      ...{ path: 'inner/Travel.md', url: expect.stringContaining('https://drive.example/') },
    });
  });

  it('reports groups, people and domains, with few requests for permissions', async () => {
    const { fake, connector } = await open();
    const ann = { id: 'p-2', type: 'user', emailAddress: 'ann@example.com' };
    fake.permissions.set('one.md', [finance, ann]);
    fake.permissions.set('three.md', [finance, { id: 'anyoneWithLink', type: 'anyone' }]);
    const { files } = await readAll(connector);
    expect(files.map(({ readers }) => readers)).toEqual([
      [['group:finance@example.com', 'user:ann@example.com']],
      [['domain:example.com']],
      [['group:finance@example.com', 'anyone']],
    ]);
    expect(fake.permissionRequests).toBe(3);
    await fake.put('two.md', 'Other text');
    fake.permissionRequests = 0;
    await readAll(fake.open(testParts()));
    expect(fake.permissionRequests).toBe(3);
  });

  it('asks for one permission once, whatever the number of files', async () => {
    const { fake, connector } = await open();
    await readAll(connector);
    expect(fake.permissionRequests).toBe(1);
  });

  it('lists nothing if there was no change, and everything if the token is not known', async () => {
    const { fake, connector } = await open();
    const { memory } = await readAll(connector);
    expect((await readAll(connector, memory)).end).toEqual({ mode: 'delta', cursor: memory.cursor });
    const lost = await readAll(connector, { ...memory, cursor: '999' });
    expect([lost.end.mode, lost.files]).toEqual(['full', []]);
    fake.rename('one.md', 'first.md');
    expect((await readAll(connector, memory)).files.map(({ path }) => path)).toEqual(['inner/first.md']);
  });

  it('waits if it was refused because of too many requests', async () => {
    const { fake, connector } = await open();
    fake.throttled = 2;
    expect((await readAll(connector)).files).toHaveLength(3);
    fake.throttled = 3;
    await expect(readAll(connector)).rejects.toMatchObject({ code: 'unreachable' });
  });

  it('rejects a key that cannot be used, without showing it', async () => {
    const { fake } = await open();
    const credentials = { clientEmail: 'reader@project.example', privateKey: 'not-a-key' };
    const wrong = openGoogleDrive(testParts(), {
      ...{ endpoint: fake.url, subject: null, credentials, folderId: 'shared-drive', readsAccess: true },
    });
    const fault = await readAll(wrong).catch((error: unknown) => error);
    expect(fault).toMatchObject({ code: 'unauthorized' });
    expect(String(fault)).not.toContain('not-a-key');
  });
});
