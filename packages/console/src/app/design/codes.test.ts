import { expect, it } from 'vitest';
import { isCode, visitorName } from './codes.ts';

const visitor = `visitor_${'_x'.repeat(21)}y`;

it('tells what programs read from what people read', () => {
  for (const code of [`msg_${'0'.repeat(26)}`, 'ab'.repeat(32), `sha256:${'0'.repeat(64)}`, visitor])
    expect(isCode(code), code).toBe(true);
  expect(isCode(`${'0'.repeat(64)} ${'1'.repeat(64)}`)).toBe(true);
  for (const words of ['', 'revision-3', 'ada@example.org', 'person-2', 'Handbook', 'period'])
    expect(isCode(words), words).toBe(false);
});

it('gives visitors a number, and leaves the names that applications give alone', () => {
  expect(visitorName(visitor)).toMatch(/^Visitor \d{4}$/);
  expect(visitorName(visitor)).toBe(visitorName(visitor));
  expect(visitorName(visitor)).not.toBe(visitorName(`${visitor.slice(0, -1)}z`));
  expect(visitorName('visitor_of_mine')).toBeNull();
});
