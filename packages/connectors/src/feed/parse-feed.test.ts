import { expect, it } from 'vitest';
import { parseFeed } from './parse-feed.ts';

const base = 'https://news.example/feed';

it('reads RSS and Atom, and nothing else', () => {
  const rss = `<rss><channel><item><title>One &amp; two</title><link>/one</link><guid>1</guid>
    <description>&lt;p&gt;Short&lt;/p&gt;</description><content:encoded><![CDATA[<p>Long</p>]]></content:encoded></item>
    <item><title>No id</title></item></channel></rss>`;
  expect(parseFeed(rss, base)).toEqual([
    { id: '1', title: 'One & two', url: 'https://news.example/one', html: '<p>Long</p>' },
  ]);
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>a</id><title>A</title>
    <link rel="self" href="/self"/><link href="/a"/><content type="xhtml"><div>Some <b>bold</b> text</div></content></entry>
    <entry><id>b</id><summary>Plain &lt; text</summary><link href="javascript:alert(1)"/></entry></feed>`;
  expect(parseFeed(atom, base)).toEqual([
    { id: 'a', title: 'A', url: 'https://news.example/a', html: '<div>Some <b>bold</b> text</div>' },
    { id: 'b', title: null, url: null, html: 'Plain &lt; text' },
  ]);
  const rdf =
    '<rdf:RDF><channel><title>T</title></channel><item><link>https://x.example/</link></item></rdf:RDF>';
  expect(parseFeed(rdf, base)).toMatchObject([{ id: 'https://x.example/', html: null }]);
  for (const text of ['', '<html><body>Hello</body></html>', 'hello'])
    expect(parseFeed(text, base)).toBeNull();
});

it('expands no entities, and refuses what is nested deeply', () => {
  const bomb =
    '<!DOCTYPE x [<!ENTITY a "aaaa">]><rss><channel><item><guid>1</guid><title>&a;</title></item></channel></rss>';
  expect(parseFeed(bomb, base)?.[0]?.title).toBe('&a;');
  const deep = `<rss><channel><item><guid>1</guid><description>${'<a>'.repeat(50_000)}</description></item></channel></rss>`;
  expect(() => parseFeed(deep, base)).toThrow(/nested deeper than/);
});
