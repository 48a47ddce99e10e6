import { afterEach, describe, expect, it } from 'vitest';
import { checkPack } from './git/check-pack.ts';
import { readAll, testParts } from './test-support/connector-suite.ts';
import { startFakeBucket } from './test-support/fake-bucket.ts';
import { startFakeConfluence } from './test-support/fake-confluence.ts';
import { startFakeFeed } from './test-support/fake-feed.ts';
import { startFakeGoogleDrive } from './test-support/fake-google-drive.ts';
import { startFakeGraph } from './test-support/fake-graph.ts';
import { startFakeRepository } from './test-support/fake-repository.ts';
import type { FakeSource } from './test-support/fake-source.ts';
import { startFakeWebsite } from './test-support/fake-website.ts';
import {
  deepArrays,
  deepPage,
  elementsBeside,
  elementsWithin,
  hostileSitemaps,
  manyArrays,
  packOfCopies,
  packOfZeros,
  slowFeed,
} from './test-support/hostile-answers.ts';
import { readPage } from './web-page.ts';

const opened: FakeSource[] = [];
afterEach(async () => {
  for (const fake of opened.splice(0)) await fake.close();
});

async function started<Fake extends FakeSource>(starting: Promise<Fake>): Promise<Fake> {
  const fake = await starting;
  opened.push(fake);
  await fake.put('one.html', '<p>One</p>');
  return fake;
}

const faultOf = (fake: FakeSource) =>
  readAll(fake.open(testParts({ bytesMax: 20_000_000 }))).then(
    () => null,
    (error: unknown) => error,
  );

const tooLarge = (message: RegExp) => ({
  ...{ name: 'SourceFault', code: 'too_large', message: expect.stringMatching(message) },
});

describe('a website', () => {
  it('fails with sitemaps of many elements, in one another or side by side', async () => {
    const site = await started(startFakeWebsite());
    site.answerInstead(hostileSitemaps(site.url, { files: 3, bytes: 49_000_000 }));
    expect(await faultOf(site)).toMatchObject(tooLarge(/nested deeper than 256/));
    const beside = elementsBeside('urlset', 4_000_000);
    site.answerInstead((path) => (path === '/sitemap.xml' ? beside : null));
    expect(await faultOf(site)).toMatchObject(tooLarge(/600000 elements/));
  });

  it('is not read if its rules are more than can be kept', async () => {
    const site = await started(startFakeWebsite());
    for (const rules of ['Disallow: /a\n'.repeat(30_000), `Disallow: /${'*a'.repeat(100_000)}`]) {
      const body = Buffer.from(`User-agent: *\n${rules}`);
      site.answerInstead((path) => (path === '/robots.txt' ? { body } : null));
      expect(await faultOf(site)).toMatchObject(tooLarge(/robots\.txt/));
    }
  });

  it('has its pages searched for links as far as they are nested like pages', () => {
    const { body, headers = {} } = deepPage(400_000);
    const page = readPage({
      ...{ bytes: body, headers, status: 200, url: 'https://site.example/', redirect: null },
    });
    expect(page.links).toEqual(['https://site.example/other.html']);
  });
});

it('a feed fails whose tags are looked for among all open ones', async () => {
  const feed = await started(startFakeFeed('entry'));
  for (const [answer, message] of [
    [slowFeed(20_000), /nested deeper than 256/],
    [elementsWithin('rss', 3_000_000), /nested deeper than 256/],
    [elementsBeside('rss', 4_000_000), /600000 elements/],
  ] as const) {
    feed.answerInstead(() => answer);
    expect(await faultOf(feed)).toMatchObject(tooLarge(message));
  }
});

it('a bucket fails whose list has too many elements', async () => {
  const bucket = await started(startFakeBucket());
  const list = elementsBeside('ListBucketResult', 4_000_000);
  bucket.answerInstead(() => list);
  expect(await faultOf(bucket)).toMatchObject(tooLarge(/600000 elements/));
});

describe.each([
  ['Confluence Cloud', () => startFakeConfluence('cloud')],
  ['Confluence Data Center', () => startFakeConfluence('data_center')],
  ['a drive of Microsoft', () => startFakeGraph({ credentials: { token: 'secret' } })],
  ['a drive of Google', () => startFakeGoogleDrive()],
] as const)('%s', (_name, start) => {
  it('fails with JSON of many values, or of values deep in one another', async () => {
    const fake: FakeSource = await started<FakeSource>(start());
    const isAsked = (path: string) => !path.includes('token');
    const [many, deep] = [manyArrays(3_000_000), deepArrays(10_000)];
    fake.answerInstead((path) => (isAsked(path) ? many : null));
    expect(await faultOf(fake)).toMatchObject(tooLarge(/500000 values/));
    fake.answerInstead((path) => (isAsked(path) ? deep : null));
    expect(await faultOf(fake)).toMatchObject(tooLarge(/nested deeper than 100/));
  });
});

describe('a repository', () => {
  it('fails with a file that is larger when inflated than may be, whatever its header declares', async () => {
    const repository = await started(startFakeRepository());
    repository.servePack(packOfZeros({ bytes: 110_000_000 }));
    expect(await faultOf(repository)).toMatchObject(tooLarge(/an object of 110000000 bytes/));
    repository.servePack(packOfZeros({ bytes: 5_000_000, declared: 1_000 }));
    expect(await faultOf(repository)).toMatchObject({
      code: 'invalid',
      message: expect.stringMatching(/declares/),
    });
  });

  it('fails with a file that copies another more often than may be', async () => {
    const repository = await started(startFakeRepository());
    repository.servePack(packOfCopies({ copies: 10_000 }));
    expect(await faultOf(repository)).toMatchObject(tooLarge(/an object of 655350000 bytes/));
  });

  it('is read if it is as it says', async () => {
    const repository = await started(startFakeRepository());
    repository.servePack(packOfZeros({ bytes: 1_000 }));
    expect((await readAll(repository.open(testParts()))).files.map(({ bytes }) => bytes.length)).toEqual([
      1_000,
    ]);
  });

  it('has a limit on its objects, on all of them together and on deltas of deltas', async () => {
    const usual = { packBytesMax: 1e9, referencesBytesMax: 1e9, objectsMax: 9, objectBytesMax: 1e6 };
    const limits = { ...usual, inflatedBytesMax: 1e6, deltaDepthMax: 1 };
    const { pack } = packOfZeros({ bytes: 10_000 });
    await checkPack(pack, limits);
    for (const [limit, message] of [
      [{ objectsMax: 3 }, /has 4 objects/],
      [{ objectBytesMax: 9_999 }, /an object of 10000 bytes/],
      [{ inflatedBytesMax: 10_050 }, /inflates to more than 10050/],
    ] as const)
      await expect(checkPack(pack, { ...limits, ...limit })).rejects.toMatchObject(tooLarge(message));
    const copies = packOfCopies({ copies: 2 }).pack;
    await checkPack(copies, limits);
    await expect(checkPack(copies, { ...limits, deltaDepthMax: 0 })).rejects.toMatchObject(
      tooLarge(/deltas/),
    );
    for (const cut of [pack.subarray(0, 20), pack.subarray(0, pack.length - 40), Buffer.alloc(100)])
      await expect(checkPack(cut, limits)).rejects.toMatchObject({ code: 'invalid' });
  });
});
