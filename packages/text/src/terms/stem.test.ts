import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stem } from './stem.ts';

describe('stem', () => {
  test.each([
    ['leave', 'leaves', 'leaving'],
    ['policy', 'policies'],
    ['box', 'boxes'],
    ['class', 'classes'],
    ['approve', 'approves', 'approved', 'approving'],
    ['plan', 'plans', 'planned', 'planning'],
    ['call', 'calls', 'called', 'calling'],
    ['apply', 'applies', 'applied', 'applying'],
    ['month', 'months', 'monthly'],
    ['pay', 'pays', 'paid', 'paying', 'payment', 'payments'],
    ['reimburse', 'reimbursed', 'reimbursement'],
    ['take', 'took', 'taken', 'taking'],
    ['child', 'children'],
    ['expense', 'expenses'],
    ['use', 'used', 'uses', 'using'],
    ['agree', 'agreed', 'agrees'],
    ['submit', 'submitted', 'submitting'],
    ['easy', 'easily'],
    ['tie', 'ties', 'tied'],
    ['go', 'goes', 'going', 'went'],
    ['shoe', 'shoes'],
  ])('gives %s and its forms one stem', (word, ...forms) => {
    for (const form of forms) expect(stem(form), form).toBe(stem(word));
  });

  test.each([
    ['bus', 'but'],
    ['department', 'depart'],
    ['string', 'str'],
    ['thing', 'th'],
    ['bed', 'b'],
    ['need', 'ne'],
    ['news', 'new'],
    ['comment', 'com'],
    ['status', 'statu'],
    ['analysis', 'analysi'],
  ])('gives %s and %s different stems', (one, other) => {
    expect(stem(one)).not.toBe(stem(other));
  });

  test('never empties a word, and leaves words of other scripts alone', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'abdegilmnrstuy'), minLength: 1, maxLength: 12 }),
        (word) => {
          expect(stem(word).length).toBeGreaterThan(0);
          expect(stem(word).length).toBeLessThanOrEqual(word.length + 1);
        },
      ),
    );
    expect(stem('überstunden')).toBe('überstunden');
    expect(stem('2024')).toBe('2024');
  });
});
