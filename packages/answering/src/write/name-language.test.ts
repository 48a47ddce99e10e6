import { expect, it } from 'vitest';
import { nameLanguage } from './name-language.ts';

it.each([
  ['de', 'German'],
  ['de-AT', 'Austrian German'],
  ['fr', 'French'],
  ['xqq', 'the language with the tag xqq'],
  ['not a tag', 'the language with the tag not a tag'],
])('names the language of %j', (tag, name) => {
  expect(nameLanguage(tag)).toBe(name);
});
