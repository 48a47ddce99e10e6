import { expect, it } from 'vitest';
import { markSection } from './mark-section.ts';

const section =
  'You can carry over [up to ten days](leave.md) into the next year. Ask your manager before March.';
const expected = { sources: ['leave.md'], sections: [section] };
const answer = (text: string, sources = ['leave.md']) => ({ kind: 'answered', text, sources }) as const;

it('accepts what is quoted from the section, behind a verdict and with other marks', () => {
  expect(
    markSection(expected, answer('Yes. You can carry over **up to ten days** into the next year.')),
  ).toBe('right');
  expect(markSection(expected, answer('ten days'))).toBe('right');
});

it('does not accept another section of the page, another page, or words that are mostly from elsewhere', () => {
  const other = 'Sick leave is not limited, and a note is due on the third day.';
  expect(markSection(expected, answer(other))).toBe('partly');
  expect(markSection(expected, answer(`${other} ${other} Ask your manager before March.`))).toBe('partly');
  expect(markSection(expected, answer(section, ['pay.md']))).toBe('wrong');
});

it('keeps refusals and failures apart', () => {
  expect(markSection(expected, { kind: 'refused' })).toBe('refused');
  expect(markSection(expected, { kind: 'failed' })).toBe('failed');
});
