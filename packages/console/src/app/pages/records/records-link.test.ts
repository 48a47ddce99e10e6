import { expect, it } from 'vitest';
import { searchOfDay, searchOfWeek } from './records-link.ts';

it('selects a day up to the next one', () => {
  expect(searchOfDay('2026-12-31')).toEqual({ from: '2026-12-31', before: '2027-01-01' });
});

it.each([
  ['2026-W01', '2025-12-29', '2026-01-05'],
  ['2026-W47', '2026-11-16', '2026-11-23'],
  ['2026-W53', '2026-12-28', '2027-01-04'],
  ['2024-W09', '2024-02-26', '2024-03-04'],
])('selects the week %s from Monday to Monday', (week, from, before) => {
  expect(searchOfWeek(week)).toEqual({ from, before });
});
