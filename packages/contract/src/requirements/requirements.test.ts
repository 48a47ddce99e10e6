import { expect, test } from 'vitest';
import { requirements } from './requirements.ts';

test('every requirement has a unique id in the form of its source', () => {
  expect(new Set(requirements.map(({ id }) => id)).size).toBe(requirements.length);
  for (const { id, source, text } of requirements) {
    expect(id).toMatch(source === 'interface' ? /^INT-[A-Z]{2}-\d{2}$/ : /^CON-\d{1,2}-\d{2}$/);
    expect(text.length).toBeGreaterThan(4);
  }
});

test('ids count up without gaps within a section', () => {
  const bySection = Map.groupBy(requirements, ({ id }) => id.slice(0, id.lastIndexOf('-')));
  for (const rows of bySection.values()) {
    expect(rows.map(({ id }) => Number(id.slice(-2)))).toEqual(rows.map((_, index) => index + 1));
  }
});
