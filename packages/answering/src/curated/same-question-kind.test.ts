import { describe, expect, it, test } from 'vitest';
import { askedKind, kindsConflict } from './same-question-kind.ts';

describe('askedKind', () => {
  test.each([
    ['How common is it?', 'amount'],
    ['How likely am I to win?', 'amount'],
    ['How do I win?', 'manner'],
    ['How to win?', 'manner'],
    ['Is there a way to win?', 'manner'],
    ['Is there an easy way to win?', 'manner'],
    ['Is there a prize?', 'yes_no'],
    ['What do I do if I lose?', 'manner'],
    ['What do I win?', 'thing'],
    ['When is it?', 'time'],
  ] as const)('%j asks for %s', (question, kind) => {
    expect(askedKind(question)).toBe(kind);
  });
});

describe('kindsConflict', () => {
  it('is symmetric, and lets pass what people use for the same thing', () => {
    const pairs = [
      ['person', 'time', true],
      ['duration', 'manner', true],
      ['yes_no', 'manner', true],
      ['reason', 'manner', true],
      ['duration', 'time', false],
      ['duration', 'amount', false],
      ['place', 'manner', false],
      ['thing', 'reason', false],
      ['none', 'person', false],
      ['person', 'person', false],
    ] as const;
    for (const [one, other, conflicts] of pairs) {
      expect(kindsConflict(one, other), `${one} ${other}`).toBe(conflicts);
      expect(kindsConflict(other, one), `${other} ${one}`).toBe(conflicts);
    }
  });
});
