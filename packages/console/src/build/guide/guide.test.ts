import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { guideContents } from './guide-contents.ts';
import { readGuidePage } from './read-guide-page.ts';

const guide = fileURLToPath(new URL('../../../../../docs/guide/', import.meta.url));
const listed = guideContents.flatMap(({ pages }) => pages);

it('lists every page of the guide once', () => {
  const files = globSync('*.md', { cwd: guide }).map((path) => basename(path, '.md'));
  expect(listed.toSorted()).toEqual(files.toSorted());
});

it('draws pages with anchors, and finds each of their sections at one', () => {
  for (const name of listed) {
    const page = readGuidePage(name, readFileSync(`${guide}${name}.md`, 'utf8'));
    expect(page.title, name).not.toBe(name);
    expect(page.html, name).not.toMatch(/href="[^"]*\.md|<script|style=/);
    for (const { anchor, heading } of page.sections)
      if (anchor !== '') expect(page.html.includes(`id="${anchor}"`), `${name} ${heading}`).toBe(true);
  }
});

it('keeps links between pages and to other sites, and drops those to what is not served', () => {
  const { html, sections } = readGuidePage(
    'one',
    '# One\n\nSee [two](two.md#a-b), [us](https://example.com) and [paths](../paths.md).\n\n```sh\n# no heading <b>\n```\n\n## A & `b`\n\nText.',
  );
  expect(html).toContain('<a href="./../guide/two#a-b">two</a>');
  expect(html).toContain('<a href="https://example.com">us</a>');
  expect(html).toContain('and paths.');
  expect(html).toContain('# no heading &lt;b&gt;');
  expect(sections.map(({ heading, anchor }) => [heading, anchor])).toEqual([
    ['One', ''],
    ['A & b', 'a--b'],
  ]);
  expect(() => readGuidePage('one', '![x](elsewhere.png)')).toThrow('not served');
});
