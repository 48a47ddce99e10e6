import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { curatedSimilarity, curatedSimilarityMin } from './match-curated.ts';

describe('curatedSimilarity', () => {
  test.each([
    ['How do I reset my password?', 'how to reset the password'],
    ['How do I reset my password?', 'password reset'],
    ['How do I reset my password?', 'Can you please tell me how I can reset passwords?'],
    ['How do I reset my password?', 'What is the process for resetting a password?'],
    ['How many days of annual leave do I get?', 'How many annual leave days do employees get?'],
    ['When is payday?', 'When’s pay-day?'.replace('pay-day', 'payday')],
    ['Who approves my expenses?', 'Who is approving expenses'],
    ['Is lunch paid?', 'Is lunch paid'],
    ['How do I turn off the alarm?', 'how do i turn the alarm off'],
    ['How do I get from Oslo to Rome?', 'How can I get to Rome from Oslo?'],
    ['Can I take leave in 2 weeks?', 'Can I take leave in two weeks?'],
    ['Do I need a form for e-mail?', 'Do I need a form for email?'],
  ])('%j asks the same as %j', (one, other) => {
    expect(curatedSimilarity(one, other)).toBeGreaterThanOrEqual(curatedSimilarityMin);
  });

  test.each([
    ['How do I enable two-factor sign-in?', 'How do I disable two-factor sign-in?'],
    ['Can I travel with a visa?', 'Can I travel without a visa?'],
    ['What must I do before the interview?', 'What must I do after the interview?'],
    ['How do I turn on the alarm?', 'How do I turn off the alarm?'],
    ['How do I log in to the portal?', 'How do I log out of the portal?'],
    ['How do I opt in?', 'How do I opt out?'],
    ['Is overtime paid?', 'Is overtime unpaid?'],
    ['How do I lock my account?', 'How do I unlock my account?'],
    ['Can I work on Sunday?', "Can't I work on Sunday?"],
    ['Who is eligible for a bonus?', 'Who is not eligible for a bonus?'],
    ['Is 5 days of notice enough?', 'Is 15 days of notice enough?'],
    ['Do I get leave after 2 years?', 'Do I get leave after years?'],
    ['What is covered by plan A1?', 'What is covered by plan A2?'],
    ['How many days of leave do interns get?', 'How many days of leave do I get?'],
    ['How many days of sick leave do I get?', 'How many days of annual leave do I get?'],
    ['How do I reset my password?', 'How do I reset my badge?'],
    ['When do I get paid?', 'How do I get paid?'],
    ['Who approves expenses?', 'When are expenses approved?'],
    ['What is overtime?', 'How much is overtime?'],
    ['How do I move from Oslo to Rome?', 'How do I move from Rome to Oslo?'],
    ['Do I tell HR before my manager?', 'Do I tell my manager before HR?'],
    ['What is the minimum notice period?', 'What is the maximum notice period?'],
    ['What is maternity leave?', 'What is paternity leave?'],
    ['Can I carry over leave?', 'Can I carry over leave to the next calendar year?'],
    ['How do I hire a contractor?', 'How do I fire a contractor?'],
    ['Do I need a business travel visa card?', 'Can I get a business travel visa card?'],
    ['Must I work on public holidays?', 'May I work on public holidays?'],
    ['What is it?', 'Who are you?'],
    ['', 'What is it?'],
    ['?', '?'],
  ])('%j is another question than %j', (one, other) => {
    expect(curatedSimilarity(one, other)).toBeLessThan(curatedSimilarityMin);
  });

  test.each([
    ['How do I enable it in the app?', 'How do I disable it in the app?'],
    ['Can I travel?', "Can't I travel?"],
    ['Version 2 of the form', 'Version 3 of the form'],
    ['leave', 'parking'],
  ])('%j and %j have nothing in common', (one, other) => {
    expect(curatedSimilarity(one, other)).toBe(0);
  });

  test('is 1 for equal words in any order', () => {
    expect(curatedSimilarity('reset password laptop', 'laptop password reset')).toBe(1);
    expect(curatedSimilarity('What is it?', 'what is it')).toBe(1);
  });

  test('is symmetric, between 0 and 1, and 1 for a question and itself', () => {
    const word = fc.constantFrom(
      'how',
      'when',
      'can',
      'I',
      'not',
      'leave',
      'paid',
      'unpaid',
      'turn',
      'on',
      'off',
      '5',
      'from',
      'to',
      'reset',
      'before',
      'password',
      '漢字',
      '?',
    );
    const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(text, text, (one, other) => {
        const similarity = curatedSimilarity(one, other);
        expect(similarity).toBe(curatedSimilarity(other, one));
        expect(similarity).toBeGreaterThanOrEqual(0);
        expect(similarity).toBeLessThanOrEqual(1);
        if (/[a-z5]/i.test(one)) expect(curatedSimilarity(one, one)).toBe(1);
      }),
    );
  });

  test('is 0 for a very long prompt', () => {
    expect(curatedSimilarity('leave '.repeat(5_000), 'leave')).toBe(0);
  });
});
