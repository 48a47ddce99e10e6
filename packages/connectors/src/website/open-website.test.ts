import { afterEach, describe, expect, it } from 'vitest';
import { readAll, testParts, textsOf } from '../test-support/connector-suite.ts';
import { type FakeWebsite, startFakeWebsite, websiteOptions } from '../test-support/fake-website.ts';
import { openWebsite, type WebsiteOptions } from './open-website.ts';

const sites: FakeWebsite[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

async function open(pages: Readonly<Record<string, string>>, options: Partial<WebsiteOptions> = {}) {
  const site = await startFakeWebsite();
  sites.push(site);
  for (const [path, body] of Object.entries(pages))
    site.pages.set(path, { body: body.replaceAll('SITE', site.url) });
  const parts = testParts();
  const read = (changes: Partial<WebsiteOptions> = {}) =>
    openWebsite(parts, { ...websiteOptions(`${site.url}/`), ...options, ...changes });
  return { site, read };
}

const urlset = (...paths: string[]) =>
  `<urlset>${paths.map((path) => `<url><loc>SITE${path}</loc></url>`).join('')}</urlset>`;

describe('openWebsite', () => {
  it('obeys robots.txt', async () => {
    const { site, read } = await open({
      '/robots.txt': 'User-agent: *\nDisallow: /private/\n\nUser-agent: Avow\nDisallow: /secret/\n',
      '/private/a.html': '<p>Private</p>',
      '/secret/b.html': '<p>Secret</p>',
    });
    const texts = textsOf(await readAll(read()));
    expect(texts.join()).toContain('Private');
    expect(texts.join()).not.toContain('Secret');
    expect(site.requested).not.toContain('/secret/b.html');
    site.pages.set('/robots.txt', { body: '', status: 503, headers: { 'retry-after': '0' } });
    await expect(readAll(read())).rejects.toMatchObject({ code: 'unreachable' });
  });

  it('reads the pages that sitemaps list, those of indexes too, and no others', async () => {
    const { site, read } = await open({
      '/robots.txt': 'Sitemap: /nowhere\n',
      '/sitemap.xml': '<sitemapindex><sitemap><loc>SITE/part.xml</loc></sitemap></sitemapindex>',
      '/part.xml': urlset('/a.html', '/gone.html', '/docs/b.html'),
      '/a.html': '<p>Page a</p><a href="/c.html">c</a>',
      '/docs/b.html': '<p>Page b</p>',
      '/c.html': '<p>Page c</p>',
    });
    const first = await readAll(read());
    expect(first.files.map(({ path }) => path).sort()).toEqual(['a.html', 'docs/b.html']);
    expect(first.faults).toEqual([]);
    const inDocs = await readAll(read({ include: ['/docs/'] }));
    expect(inDocs.files.map(({ path }) => path)).toEqual(['docs/b.html']);
    site.pages.set('/part.xml', { body: '', status: 500 });
    await expect(readAll(read(), first.memory)).rejects.toMatchObject({ code: 'unreachable' });
    await expect(readAll(read({ url: `${site.url}/`, discovery: 'sitemap' }))).rejects.toThrow('sitemap');
  });

  it('reads a page once under its canonical address, even if two pages name each other', async () => {
    const { read } = await open({
      '/a.html?utm_source=x': '<p>Page a</p>',
      '/a.html': '<p>Page a</p>',
      '/copy.html': '<link rel="canonical" href="/a.html"><p>Page a</p>',
      '/x.html': '<link rel="canonical" href="/y.html"><p>Page x</p>',
      '/y.html': '<link rel="canonical" href="/x.html"><p>Page y</p>',
    });
    const { files } = await readAll(read());
    const paths = files.map(({ path }) => path);
    expect(paths.filter((path) => path === 'a.html')).toHaveLength(1);
    expect(paths).not.toContain('copy.html');
    expect(paths.filter((path) => /^[xy]\.html$/.test(path))).toHaveLength(1);
  });

  it('does not read what asks not to be indexed, nor follow what asks not to be followed', async () => {
    const { site, read } = await open({});
    site.pages.set('/', {
      body: '<p>Start</p><a href="/a.html">a</a><a rel="nofollow" href="/b.html">b</a>',
    });
    site.pages.set('/a.html', { body: '<meta name="robots" content="noindex"><a href="/c.html">c</a>' });
    site.pages.set('/b.html', { body: '<p>Page b</p>' });
    site.pages.set('/c.html', { body: '<p>Page c</p>', headers: { 'x-robots-tag': 'none' } });
    expect((await readAll(read())).files.map(({ path }) => path)).toEqual(['index.html']);
  });

  it('stays within its bounds, and says that it does not know the rest', async () => {
    const pages = Object.fromEntries([1, 2, 3, 4].map((n) => [`/${n}.html`, `<p>Page ${n}</p>`]));
    const { read } = await open(pages);
    const whole = await readAll(read());
    expect(whole.files).toHaveLength(5);
    for (const [changes, reason] of [
      [{ pagesMax: 2 }, 'more than the 2 pages'],
      [{ timeMaxMs: 0 }, 'longer than 0 minutes'],
    ] as const) {
      const cut = await readAll(read(changes), whole.memory);
      expect(cut.faults).toEqual([
        { kind: 'fault', key: null, path: '.', reason: expect.stringContaining(reason) },
      ]);
    }
    expect((await readAll(read({ depthMax: 0 }))).files).toHaveLength(1);
    expect((await readAll(read({ exclude: ['/1', '/2'] }))).files).toHaveLength(3);
  });

  it('takes a page that moved elsewhere for good as gone, and one that is elsewhere for now as a fault', async () => {
    const { site, read } = await open({ '/a.html': '<p>Page a</p>', '/b.html': '<p>Page b</p>' });
    const before = await readAll(read());
    const other = await startFakeWebsite();
    sites.push(other);
    const location = `${other.url}/login`;
    other.pages.set('/login', { body: '<p>Sign in</p>' });
    site.pages.set('/a.html', { body: 'moved', status: 301, headers: { location } });
    site.pages.set('/b.html', { body: 'for now', status: 302, headers: { location } });
    const after = await readAll(read(), before.memory);
    expect(after.faults.map(({ path }) => path)).toEqual(['b.html']);
    expect([...after.memory.known.keys()]).toEqual([`${site.url}/`, `${site.url}/b.html`]);
    // Credentials are for the site alone.
    expect(other.requested).toContain('/login');
  });

  it('keeps a page that nothing links to any more, until it is gone', async () => {
    const { site, read } = await open({ '/a.html': '<p>Page a</p>' });
    const { memory } = await readAll(read());
    site.pages.set('/', { body: '<p>No links</p>' });
    const unlinked = await readAll(read(), memory);
    expect([...unlinked.memory.known.keys()]).toContain(`${site.url}/a.html`);
    site.pages.delete('/a.html');
    const gone = await readAll(read(), unlinked.memory);
    expect([...gone.memory.known.keys()]).toEqual([`${site.url}/`]);
  });
});
