import { describe, expect, it } from 'vitest';
import { offeredBy, writeClarifyingQuestion } from './clarifying-question.ts';

describe('a clarifying question', () => {
  it('names all that may be meant', () => {
    expect(writeClarifyingQuestion([])).toBeNull();
    expect(writeClarifyingQuestion(['Bakers', 'Drivers'])).toBe('Is this about “Bakers” or “Drivers”?');
    expect(writeClarifyingQuestion(['A', 'B', 'C'])).toBe('Is this about “A”, “B” or “C”?');
  });

  it('offers a question that can be read back', () => {
    expect(writeClarifyingQuestion(['How is it paid?'])).toBe('Did you mean: “How is it paid?”');
  });

  it.each([
    [['How is it paid?']],
    [['What is “net”?']],
    [['Bakers', 'Drivers']],
    [['Tea or coffee', 'What is “net”?', 'A, B and C']],
  ])('offers what can be read back: %j', (choices) => {
    expect(offeredBy(writeClarifyingQuestion(choices))).toEqual(choices);
  });

  it.each([null, '', 'Is this about “A”?', 'Did you mean: “', 'Is this about “?'])(
    'offers nothing otherwise: %j',
    (text) => {
      expect(offeredBy(text)).toEqual([]);
    },
  );
});
