import { expect, test } from 'vitest';
import { superscriptMark } from './superscript.ts';

test.each(['6', '-3', '−3', '+', '(n+1)', 'n', 'n+1', ' 2'])('marks %j as raised', (text) => {
  expect(superscriptMark(text)).toBe('^');
});

test.each(['st', 'th', 'TM', '™', '[1]', '*', ''])('lets %j follow without a mark', (text) => {
  expect(superscriptMark(text)).toBe('');
});
