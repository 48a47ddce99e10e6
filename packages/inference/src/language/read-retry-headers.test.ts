import { expect, it } from 'vitest';
import { readRetryHeaders } from './read-retry-headers.ts';

const nowMs = Date.parse('Sun, 15 Nov 2026 12:00:00 GMT');

it.each([
  [{}, null],
  [{ 'retry-after': '7' }, 7000],
  [{ 'retry-after': '0.5' }, 500],
  [{ 'retry-after': '9', 'retry-after-ms': '250' }, 250],
  [{ 'retry-after': 'Sun, 15 Nov 2026 12:00:30 GMT' }, 30_000],
  [{ 'retry-after': 'Sun, 15 Nov 2026 11:00:00 GMT' }, 0],
  [{ 'retry-after': 'soon' }, null],
  [{ 'retry-after': '-1e9x' }, null],
])('%j is %j', (headers, expected) => {
  expect(readRetryHeaders(headers, nowMs)).toBe(expected);
});
