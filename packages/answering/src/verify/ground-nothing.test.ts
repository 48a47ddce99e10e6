import { readFacts } from '@avow/facts';
import { expect, test } from 'vitest';
import { claimsNothing } from './ground-nothing.ts';

const question = 'How do I reset my password?';

test.each([
  'Hello!',
  'Thank you for your question.',
  'According to the sources:',
  'Based on the provided information:',
  'Here is a summary:',
  'Here are the steps to reset your password:',
  'In short:',
  'I hope this helps!',
  'Certainly!',
  "Sure, I'd be happy to help.",
  '🎉',
  'Let me know if you have any further questions.',
  '---',
  '',
])('%j claims nothing', (text) => {
  expect(claimsNothing(text, readFacts(text), question)).toBe(true);
});

test.each([
  'Yes.',
  'No.',
  'It is.',
  'Here are the 5 steps to reset your password:',
  'Here are the steps to reset your printer:',
  'According to the sources, passwords expire.',
  'You reset it as follows:',
  'You must reset your password:',
  'Not according to the sources.',
  'According to the sources of IBM:',
  'Here is what "the rule" says:',
  'It is free.',
])('%j claims something', (text) => {
  expect(claimsNothing(text, readFacts(text), question)).toBe(false);
});

test.each(['Certainly!', 'Of course.', 'absolutely', 'Sure!', '✅', '👎'])(
  '%j answers what asks for a yes or no',
  (text) => {
    for (const asked of ['Is the fee waived?', 'What is the fee, and is it waived?', 'Ist sie frei?'])
      expect(claimsNothing(text, readFacts(text), asked)).toBe(false);
  },
);
