import { expect, it } from 'vitest';
import { findOldPictures, guidePictures, hashOfPage } from './support/guide-pictures.ts';

it('finds a picture old as soon as anything changed that its page is drawn from', () => {
  const drawn = Object.fromEntries(
    Object.entries(guidePictures).map(([name, page]) => [name, hashOfPage(page)]),
  );
  expect(findOldPictures(drawn)).toEqual([]);
  expect(findOldPictures({ ...drawn, 'home-light-1440': 'another' })).toEqual(['home-light-1440']);
  const pages = new Set(Object.values(guidePictures));
  expect(new Set([...pages].map(hashOfPage)).size).toBe(pages.size);
});
