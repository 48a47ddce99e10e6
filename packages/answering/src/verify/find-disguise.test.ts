import { expect, test } from 'vitest';
import { findDisguise } from './find-disguise.ts';

const sources = ['Coils have 5 kΩ. Write `<b>` or AT&copy;T, and 2*3*4 is 24.'];

test.each([
  'Days can n**o**t be kept.',
  'Days can n&shy;ot be kept.',
  'Days can n&#111;t be kept.',
  'Days can n\u00adot be kept.',
  'Days can n\u200bot be kept.',
  'Days can n<!---->ot be kept.',
  'Days can n<b></b>ot be kept.',
  'Days can n<br>ot be kept.',
  'Days can be kept <img src="https://a.example/b.png">.',
  'Days can n\u043et be kept.',
  'Days can n\u03bft be kept.',
  'Days ~~can~~ be kept.',
  'There are 27**0** days.',
  'There are 7\u202e2 days.',
  'There are 27&percnt; of them.',
])('%j reads otherwise than it is written', (text) => {
  expect(findDisguise(text, sources)).not.toBeNull();
});

test.each([
  'Days can **not** be kept, *ever*.',
  'Coils have 5 kΩ.',
  'Write `<b>` or `&shy;`, R&amp;D or AT&copy;T.',
  '2*3*4 is 24.',
  'Set AVOW_PORT, snake_case and a < b > c.',
  'One<br>\nTwo <br/> three.',
  '每年**27**天。',
  'می\u200cخواهم',
  '👩\u200d🚀 flies.',
  'Дни и days.',
])('%j does not', (text) => {
  expect(findDisguise(text, sources)).toBeNull();
});
