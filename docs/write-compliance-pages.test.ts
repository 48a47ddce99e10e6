import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { compliancePage, compliancePagePath, frameworkNames } from './write-compliance-pages.ts';

it.each(frameworkNames)(
  'the page of %s matches its data file (regenerate it with node docs/write-compliance-pages.ts)',
  (name) => {
    expect(readFileSync(compliancePagePath(name), 'utf8')).toBe(compliancePage(name));
  },
);

it('there is a page for each framework, and a README that links to all of them', () => {
  const folder = new URL('./compliance/', import.meta.url);
  const pages = frameworkNames.map((name) => `${name}.md`);
  expect(readdirSync(folder).toSorted()).toEqual(['README.md', ...pages].toSorted());
  const readme = readFileSync(new URL('README.md', folder), 'utf8');
  for (const page of pages) expect(readme).toContain(`(${page})`);
});

it('no page says that a law or a standard is satisfied', () => {
  for (const name of ['README', ...frameworkNames]) {
    const text = readFileSync(new URL(`./compliance/${name}.md`, import.meta.url), 'utf8');
    expect(text.replace(/do(es)? not say that a law or a standard is satisfied/gi, '')).not.toMatch(
      /\b(is|are|fully|makes? you) (compliant|conformant|certified)|complies with|satisfies|is satisfied/i,
    );
  }
});
