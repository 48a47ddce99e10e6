import { expect, it } from 'vitest';
import { fieldName } from './field-name.ts';

it.each([
  ['/expires_in_days', 'Expires in days'],
  ['/guardrails/2/settings/words', 'Guardrails 3, settings, words'],
  ['/0/url', '1, url'],
  ['/a~1b', 'A/b'],
  ['', ''],
])('names %s in words', (pointer, name) => {
  expect(fieldName(pointer)).toBe(name);
});
