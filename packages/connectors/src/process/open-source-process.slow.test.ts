import { sourceConnectionSchema } from '@avow/contract/testing/content';
import { afterEach, describe, expect, it } from 'vitest';
import type { Connector, KnownItem, SourceItem } from '../connector.ts';
import type { RemoteConnection } from '../open-connector.ts';
import { readAll, testParts } from '../test-support/connector-suite.ts';
import { startFakeRepository } from '../test-support/fake-repository.ts';
import { type FakeWebsite, startFakeWebsite } from '../test-support/fake-website.ts';
import { elementsBeside, packOfZeros } from '../test-support/hostile-answers.ts';
import { boundItem } from './bound-item.ts';
import { checkMessage } from './check-message.ts';
import { openSourceProcess, type SourceProcessOptions } from './open-source-process.ts';

const sites: FakeWebsite[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

async function openSite(): Promise<FakeWebsite> {
  const site = await startFakeWebsite();
  sites.push(site);
  return site;
}

const connectionOf = (settings: object) => sourceConnectionSchema.parse(settings) as RemoteConnection;
const websiteAt = (url: string) => connectionOf({ kind: 'website', url: `${url}/`, delay_ms: 0 });
const open = (connection: RemoteConnection, options: Partial<SourceProcessOptions> = {}) =>
  openSourceProcess({
    settings: { allowPrivateAddresses: true, timeoutMs: 20_000, fileBytesMax: 3_000_000 },
    ...{ connection, credentials: {}, ...options },
  });
const faultOf = (reading: Promise<unknown>) =>
  reading.then(
    () => null,
    (error: unknown) => error,
  );
const never = new AbortController().signal;

describe('a source that is read in a process of its own', () => {
  it('is read as it is elsewhere, with files larger than one message, and knows what was read', async () => {
    const site = await openSite();
    const large = `<p>${'text '.repeat(500_000)}</p>`;
    await site.put('one.html', '<p>One</p>');
    await site.put('large.html', large);
    const connector = open(websiteAt(site.url));
    const first = await readAll(connector);
    const texts = first.files.map(({ bytes }) => Buffer.from(bytes).toString());
    expect(texts).toEqual(expect.arrayContaining(['<p>One</p>', large]));
    expect(first.end).toEqual({ mode: 'full', cursor: null });
    site.takeServed();
    const again = await readAll(connector, first.memory);
    expect([again.files, site.takeServed()]).toEqual([[], 0]);
  });

  it('hands over its credentials, and reports their refusal', async () => {
    const repository = await startFakeRepository();
    try {
      await repository.put('one.md', '# One');
      const connection = connectionOf({ kind: 'git', url: `${repository.url}/handbook.git`, path: 'docs' });
      const named = open(connection, { credentials: { username: 'me', token: 'secret' } });
      expect((await readAll(named)).files.map(({ key }) => key)).toEqual(['one.md']);
      expect(await faultOf(readAll(open(connection)))).toMatchObject({
        ...{ name: 'SourceFault', code: 'unauthorized' },
      });
      repository.servePack(packOfZeros({ bytes: 110_000_000 }));
      expect(await faultOf(readAll(named))).toMatchObject({ name: 'SourceFault', code: 'too_large' });
    } finally {
      await repository.close();
    }
  });

  it('takes little time of this thread, however long its answers take to read', async () => {
    const site = await openSite();
    // More elements than may be: they are read up to the limit.
    const many = elementsBeside('urlset', 4_000_000);
    site.answerInstead((path) => (path === '/sitemap.xml' ? many : null));
    const usedBy = async (connector: Connector): Promise<number> => {
      const before = process.threadCpuUsage();
      expect(await faultOf(readAll(connector))).toMatchObject({ name: 'SourceFault', code: 'too_large' });
      const { user, system } = process.threadCpuUsage(before);
      return user + system;
    };
    const settings = { allowPrivateAddresses: true, timeoutMs: 20_000, fileBytesMax: 20_000_000 };
    const here = await usedBy(site.open(testParts({ bytesMax: settings.fileBytesMax })));
    // The least of three: garbage of other tests may be collected meanwhile.
    const elsewhere: number[] = [];
    for (let times = 0; times < 3; times += 1)
      elsewhere.push(await usedBy(open(websiteAt(site.url), { settings })));
    expect(Math.min(...elsewhere)).toBeLessThan(here / 2);
  });

  it('ends when it is aborted, and when nobody reads on', async () => {
    const site = await openSite();
    await site.put('one.html', '<p>One</p>');
    await site.put('two.html', '<p>Two</p>');
    site.stalledAt = '/two.html';
    const aborting = new AbortController();
    const reading = open(websiteAt(site.url)).read({
      cursor: null,
      known: new Map(),
      signal: aborting.signal,
    });
    await reading.next();
    await reading.next();
    const stalled = faultOf(reading.next());
    const reason = new Error('stopped by a test');
    aborting.abort(reason);
    expect(await stalled).toBe(reason);
    const left = open(websiteAt(site.url)).read({ cursor: null, known: new Map(), signal: never });
    await left.next();
    await left.return({ mode: 'delta', cursor: null });
  });
});

describe('a process that was taken over by what it reads', () => {
  const misbehaving = new URL('../test-support/misbehaving-process.ts', import.meta.url);
  const misbehave = (fault: string, limits: SourceProcessOptions['limits'] = {}) =>
    faultOf(
      readAll(
        open(websiteAt(`https://${fault}.example`), {
          processUrl: misbehaving,
          limits,
        }),
      ),
    );
  const crashed = (message: RegExp) => ({
    ...{ name: 'SourceFault', code: 'crashed', message: expect.stringMatching(message) },
  });

  it.each([
    ['loop', /busy for more than 0.8 seconds/, { busyMs: 800 }],
    ['buffers', /more than 64 MiB of memory/, { memoryMebibytes: 64 }],
    ['heap', /more than 64 MiB of memory/, { memoryMebibytes: 64 }],
    ['exit', /broke the process/, {}],
    ['throw', /broke the process/, {}],
    ['shapeless', /did not keep to the rules/, {}],
    ['named', /did not keep to the rules/, {}],
    ['larger', /did not keep to the rules/, {}],
    ['huge', /did not keep to the rules/, {}],
    ['flood', /did not keep to the rules/, {}],
    ['noise', /did not keep to the rules/, {}],
    ['endless', /did not keep to the rules/, {}],
    ['values', /did not keep to the rules/, {}],
    ['nothing', /did not keep to the rules/, {}],
  ] as const)('is killed: %s', async (fault, message, limits) => {
    expect(await misbehave(fault, limits)).toMatchObject(crashed(message));
  });

  it('is killed if it goes on without being asked', async () => {
    const connector = open(websiteAt('https://unasked.example'), { processUrl: misbehaving });
    const reading = connector.read({ cursor: null, known: new Map(), signal: never });
    await reading.next();
    // The second message may come when it is asked for, the others do not.
    await expect.poll(() => faultOf(reading.next())).toMatchObject(crashed(/did not keep to the rules/));
  });

  it('is killed when the whole reading takes too long', async () => {
    expect(await misbehave('wait', { readingMs: 500 })).toMatchObject({
      ...{ code: 'too_large', message: expect.stringMatching(/takes longer/) },
    });
  });

  it('has no environment, and reaches no files and no programs', async () => {
    expect(await misbehave('look')).toMatchObject({
      message: '0 ERR_ACCESS_DENIED ERR_ACCESS_DENIED ERR_ACCESS_DENIED',
    });
  });
});

it('an item that is too large to cross becomes a fault of that item', () => {
  const known: KnownItem = { key: 'a', path: 'a.md', version: '1', notes: '' };
  const file = {
    kind: 'file' as const,
    ...known,
    bytes: Buffer.from('text'),
    title: null,
    url: null,
    readers: null,
  };
  expect(boundItem(file, 4)).toBe(file);
  const crowd = Array.from({ length: 6_000 }, (_, number) => `user:${number}`);
  for (const [change, reason] of [
    [{ readers: [crowd] }, /readers/],
    [{ title: 'a'.repeat(10_000) }, /title/],
    [{ notes: 'a'.repeat(100_000) }, /version/],
    [{ bytes: Buffer.alloc(5) }, /more than 4 bytes/],
    [{ key: 'a'.repeat(5_000) }, /name/],
  ] as const) {
    const item: SourceItem = boundItem({ ...file, ...change }, 4);
    expect(item).toMatchObject({ kind: 'fault', path: 'a.md', reason: expect.stringMatching(reason) });
    expect(checkMessage({ kind: 'item', item })).not.toBeNull();
  }
});
