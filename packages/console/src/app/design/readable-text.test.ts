import { expect, test } from 'vitest';
import { readableText } from './readable-text.ts';

test('a text loses its marks and its lines, and keeps its words', () => {
  expect(readableText('From the **eighth day** on. See [the policy](https://a.example/b).')).toBe(
    'From the eighth day on. See the policy.',
  );
  expect(
    readableText('# Leave\n\n- `27` days\n- and a_b\n\n> so it is\n\n| a | b |\n| - | - |\n| c | d |'),
  ).toBe('Leave 27 days and a_b so it is a: c; b: d.');
});
