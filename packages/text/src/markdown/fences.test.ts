import { expect, test } from 'vitest';
import { createFenceReader, fencedBody, writeFenced } from './fences.ts';
import { headingWords } from './heading-words.ts';

function readAll(text: string) {
  const fences = createFenceReader();
  return text.split('\n').map((line) => fences.read(line));
}

test.each([
  ['closes with as many marks or more', '```\na\n`````\nb', ['opens', 'inside', 'closes', 'outside']],
  [
    'does not close with fewer, or with others',
    '````\n```\n~~~~\n````',
    ['opens', 'inside', 'inside', 'closes'],
  ],
  ['does not close with words behind the marks', '```\n``` a\n```', ['opens', 'inside', 'closes']],
  ['does not close far further in', '```\n    ```\n```', ['opens', 'inside', 'closes']],
  [
    'may be in a list',
    '1. a\n\n    ```\n    b\n    ```\n',
    ['outside', 'outside', 'opens', 'inside', 'closes', 'outside'],
  ],
  ['ends with its quote', '> ```\n> a\nb', ['opens', 'inside', 'outside']],
  ['does not begin with code in a line', '``` a ` b\nc', ['outside', 'outside']],
])('a fenced block %s', (_, text, expected) => {
  expect(readAll(text)).toEqual(expected);
});

test('takes what is between the fences, closed or not', () => {
  expect(fencedBody('```sh\na\nb\n```')).toBe('a\nb');
  expect(fencedBody('~~~\na\n```')).toBe('a\n```');
  expect(fencedBody('```')).toBe('');
});

test('writes fences that nothing in the code closes', () => {
  expect(writeFenced('a')).toBe('```\na\n```');
  expect(fencedBody(writeFenced('````\na\n````'))).toBe('````\na\n````');
});

test.each([
  ['## Fees ##', 'Fees'],
  ['Fees\n===', 'Fees'],
  ['Fees\r\nand costs\r\n--', 'Fees\nand costs'],
  ['# a #b', 'a #b'],
])('%j has the words of a heading', (block, words) => {
  expect(headingWords(block)).toBe(words);
});
