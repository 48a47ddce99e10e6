import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinAnswer, type ShownQuote } from './join-answer.ts';

describe('joinAnswer', () => {
  it.each([
    ['', ['A.', 'B.'], 'A.\n\nB.'],
    ['Yes.', ['A.'], 'Yes. A.'],
    ['No.', ['- a\n- b'], 'No.\n\n- a\n- b'],
    ['No.', ['1. a\n2. b'], 'No.\n\n1. a\n2. b'],
    ['The sources disagree:', ['A.', 'B.'], 'The sources disagree:\n\nA.\n\nB.'],
    ['', [], ''],
  ])('%j and %j', (lead, shown, expected) => {
    const quotes = shown.map((one): ShownQuote => ({ shown: one, follows: 'as_paragraph' }));
    expect(joinAnswer(lead, quotes).text).toBe(expected);
  });

  it('names the page of a quote above it, outside its range', () => {
    const quotes = ['A.', 'B.'].map(
      (shown): ShownQuote => ({ shown, follows: 'as_paragraph', page: `“${shown}”` }),
    );
    const { text, ranges } = joinAnswer('Two:', quotes);
    expect(text).toBe('Two:\n\n“A.”:\n\nA.\n\n“B.”:\n\nB.');
    expect(ranges.map(({ start, end }) => text.slice(start, end))).toEqual(['A.', 'B.']);
  });

  it('returns the range of each quote, and adds only white space', () => {
    const quotes = fc.array(
      fc.record({ shown: fc.string(), follows: fc.constantFrom('as_paragraph' as const, 'as_row' as const) }),
    );
    fc.assert(
      fc.property(fc.constantFrom('', 'Yes.', 'No.'), quotes, (lead, given) => {
        const { text, ranges } = joinAnswer(lead, given);
        let rest = text.slice(0, ranges[0]?.start ?? text.length);
        ranges.forEach(({ start, end }, index) => {
          expect(text.slice(start, end)).toBe(given[index]?.shown);
          rest += text.slice(end, ranges[index + 1]?.start ?? text.length);
        });
        expect(rest.trim()).toBe(lead);
      }),
    );
  });
});
