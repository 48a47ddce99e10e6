import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentTerms, hasNegation, isGenericTerm, isNumberTerm } from './content-terms.ts';

describe('contentTerms', () => {
  test.each<[string, string[]]>([
    ['How many days of annual leave do I get?', ['many', 'day', 'annual', 'leav', 'get']],
    ['What is the policy?', ['policy']],
    ['Can I carry over 1,000 points?', ['carry', '1000', 'point']],
    ['Version 3.5 or v2 of 401k?', ['version', '3.5', 'v2', '401k']],
    ['the employee’s e-mail and Wi-Fi', ['employee', 'email', 'wifi']],
    ['part-time co-workers', ['part', 'tim', 'coworker']],
    ['a sign-in page', ['sign', 'pag']],
    ["I can't and don't", []],
    ['two weeks', ['2', 'week']],
    ['Who do I ask in IT?', ['ask', 'IT']],
    ['Does it work?', ['work']],
    ['WHAT IS IT', []],
    ['naïve cafés', ['naiv', 'caf']],
    ['有給休暇', ['有給', '給休', '休暇']],
    ['?!', []],
  ])('turns %j into %j', (text, expected) => {
    expect(contentTerms(text)).toEqual(expected);
  });

  test('recognises generic terms and numbers', () => {
    expect(contentTerms('the company policies require').every(isGenericTerm)).toBe(true);
    expect(contentTerms('espresso machine').some(isGenericTerm)).toBe(false);
    expect(['2', 'v2', '3.5'].every(isNumberTerm)).toBe(true);
    expect(isNumberTerm('leav')).toBe(false);
  });

  test('accepts any text and never returns an empty term', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(contentTerms(text)).not.toContain('');
      }),
    );
  });
});

describe('hasNegation', () => {
  test.each([
    'Can I not attend?',
    "I can't attend",
    'I don’t attend',
    'Leave without pay',
    'There is no fee',
    'You cannot go',
    'Never share it',
  ])('finds a negation in %j', (text) => expect(hasNegation(text)).toBe(true));

  test.each(['Can I attend?', 'See form No. 5', 'Take note of the notice', 'nowhere to be found'])(
    '%j does not',
    (text) => expect(hasNegation(text)).toBe(false),
  );
});

test('splits a hundred thousand characters without a space into pairs', () => {
  expect(contentTerms('漢'.repeat(150_000)).length).toBeGreaterThan(100_000);
});
