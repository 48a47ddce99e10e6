import { expect, test } from 'vitest';
import { plainText } from './plain-text.ts';

test('a text loses its marks and its lines, and keeps its words', () => {
  expect(plainText('From the **eighth day** on. See [the policy](https://a.example/b).')).toBe(
    'From the eighth day on. See the policy.',
  );
  expect(plainText('# Leave\n\n- `27` days\n- 2 * 3 = 6, a_b\n\n> so it is')).toBe(
    'Leave 27 days 2 * 3 = 6, a_b so it is',
  );
});
