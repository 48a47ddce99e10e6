import { describe, expect, it } from 'vitest';
import { carry } from './carry-question.ts';

const asking = (asks: string, question: string, wasDenied: boolean | null = null) =>
  carry(asks, { question, wasDenied });

describe('carry', () => {
  it.each([
    ['Can I fly business class?', 'Why can I not fly business class?'],
    ['Is overtime paid?', 'Why is overtime not paid?'],
    ['Are there vegan options?', 'Why are there no vegan options?'],
    ["Why can't I fly business class?", "Why can't I fly business class?"],
  ])('asks why not if the answer was no: %s', (question, expected) => {
    expect(asking('why', question, true)).toBe(expected);
  });

  it('asks why if the answer was yes, and presumes neither if it is not known', () => {
    const question = 'Are dogs allowed in the office?';
    expect(asking('why', question, false)).toBe('Why are dogs allowed in the office?');
    expect(asking('why', question)).toBe('Are dogs allowed in the office, and why?');
    expect(asking('why not', question)).toBe('Why are dogs not allowed in the office?');
  });

  it.each([
    ['Do we get a phone allowance?', 'how much', 'How much phone allowance do we get?'],
    ['Can I take a day off?', 'how many', 'How many days can I take off?'],
    ['Do we get a policy?', 'how many', 'How many policies do we get?'],
    ['Can I keep my options?', 'how many', 'How many of my options can I keep?'],
    ['Can I get reimbursed for internet?', 'how much', 'Can I get reimbursed for internet, and how much?'],
  ])('counts what there is to count: %s + %s', (question, asks, expected) => {
    expect(asking(asks, question)).toBe(expected);
  });

  it.each([
    ['How do I request a laptop?', 'how long', 'How long does it take to request a laptop?'],
    ['Do you pay for courses?', 'how many per year', 'Do you pay for courses, and how many per year?'],
    ['Which holidays are observed?', 'why', 'Which holidays are observed, and why?'],
    [
      'When do options vest and over what period?',
      'where',
      'When do options vest and over what period, and where?',
    ],
  ])('asks both if one does not take the place of the other: %s + %s', (question, asks, expected) => {
    expect(asking(asks, question)).toBe(expected);
  });
});
