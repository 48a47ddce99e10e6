import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerShape } from './answer-shape.ts';

describe('answerShape', () => {
  test.each([
    ['How do I reset my password?', 'steps'],
    ['how to book a room', 'steps'],
    ['What is the process for requesting leave?', 'steps'],
    ['What should I do if I lose my laptop?', 'steps'],
    ['Could you tell me how I can claim expenses?', 'fact'],
    ['How is overtime paid?', 'fact'],
    ['How does the matching work?', 'fact'],
    ['Can I work from abroad?', 'yes_no'],
    ['Is a receipt needed?', 'yes_no'],
    ['I flagged it by mistake. Can I flip it back?', 'yes_no'],
    ['If a holiday falls on a working day, am I paid for it?', 'yes_no'],
    ['What does "use or lose" mean next to my balance?', 'definition'],
    ['headless service - what is it?', 'definition'],
    ['I work from home: do I need the VPN?', 'yes_no'],
    ['meetup money - does it carry over?', 'yes_no'],
    ['Should I take tea or coffee?', 'fact'],
    ['Is it allowed or not?', 'yes_no'],
    ['What is the difference between audit and enforce?', 'comparison'],
    ['audit mode vs enforce mode?', 'comparison'],
    ['Move an item that I pinned: how?', 'steps'],
    ['Ways to stop a container from running as root?', 'list'],
    ['What is a guild?', 'definition'],
    ['What does OKR stand for?', 'definition'],
    ['Define tour of duty', 'definition'],
    ['What is the deadline for submitting the timesheet of the month?', 'fact'],
    ['What are the core hours?', 'list'],
    ['Which documents do I need?', 'list'],
    ['Which package registries are supported', 'list'],
    ['What built-in security roles can I assign?', 'list'],
    ['What happens if claims are late?', 'fact'],
    ['Which manager decides when shifts are swapped?', 'fact'],
    ['List the kinds of leave', 'list'],
    ['Which vehicle goes to the harbour?', 'fact'],
    ['Who approves travel?', 'fact'],
    ['When does the shift begin?', 'fact'],
    ['holiday', 'fact'],
    ['', 'fact'],
  ] as const)('%j asks for %s', (question, shape) => {
    expect(answerShape(question)).toBe(shape);
  });

  test('comes to an end on any question', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (question) => void answerShape(question)));
    answerShape(`what is ${'a '.repeat(50_000)}`);
    answerShape('which types of '.repeat(10_000));
    answerShape(`explain ${'x'.repeat(50_000)}`);
  });
});
