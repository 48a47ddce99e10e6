import { describe, expect, it } from 'vitest';
import { splitDescription } from './split-description.ts';

describe('what a description of a topic lists', () => {
  it.each([
    [
      'Questions about symptoms, illnesses, medicines and treatment.',
      ['symptoms', 'illnesses', 'medicines', 'treatment'],
    ],
    ['Accounts at a bank: balances, PINs, and fraud', ['Accounts at a bank', 'balances', 'PINs', 'fraud']],
    ['medical advice', []],
    ['Anything about the weather', ['the weather']],
    ['', []],
    ['tea, tea, of, tea', ['tea']],
  ])('of %j', (description, listed) => {
    expect(splitDescription(description)).toEqual(listed);
  });

  it('has a limit', () => {
    const words = Array.from({ length: 100 }, (_, index) => `thing ${index}`);
    expect(splitDescription(words.join(', '))).toEqual(words.slice(0, 16));
  });
});
