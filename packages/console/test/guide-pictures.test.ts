import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import {
  findOldPictures,
  guidePictures,
  hashOfPage,
  picturesFolder,
  readDrawn,
} from './support/guide-pictures.ts';

it('finds a picture old as soon as anything changed that its page is drawn from', () => {
  const drawn = Object.fromEntries(
    Object.entries(guidePictures).map(([name, page]) => [name, hashOfPage(page)]),
  );
  expect(findOldPictures(drawn)).toEqual([]);
  expect(findOldPictures({ ...drawn, 'home-light-1440': 'another' })).toEqual(['home-light-1440']);
  const pages = new Set(Object.values(guidePictures));
  expect(new Set([...pages].map(hashOfPage)).size).toBe(pages.size);
});

it('has a picture of every page as it is now', () => {
  const old = findOldPictures(readDrawn());
  expect(old, `Draw them again: npm run build -- screenshots --guide ${old.join(' ')}`).toEqual([]);
  for (const name of Object.keys(guidePictures))
    expect([name, existsSync(`${picturesFolder}/${name}.webp`)]).toEqual([name, true]);
});

it('shows each picture to readers, and no other', () => {
  const pages = ['README.md', 'docs/guide/console.md', 'docs/guide/evaluation.md'];
  const shown = pages
    .map((page) => readFileSync(fileURLToPath(new URL(`../../../${page}`, import.meta.url)), 'utf8'))
    .flatMap((text) => [...text.matchAll(/images\/console\/([\w-]+)\.webp/g)].map(([, name]) => name));
  expect([...new Set(shown)].toSorted()).toEqual(Object.keys(guidePictures).toSorted());
});
