import { describe, expect, test } from 'vitest';
import { needsComparison } from './needs-comparison.ts';

const said = (quote: string) => ({ pointed: quote, quotes: [quote] });

describe('needsComparison', () => {
  test.each([
    ['Can I swap my shift an hour before?', 'Shifts may be swapped until 24 hours before they begin.'],
    ['Do I need a note if I am ill for two days?', 'A note is required from the third day of illness.'],
    ['Can I work from Turkey for a month?', 'Employees may work abroad for up to 20 days.'],
    ['Can I bring my dog on Wednesday?', 'Dogs are welcome on Mondays and Fridays.'],
    ['Can I bring my dog on Sunday?', 'Dogs are welcome on weekdays.'],
    ['Can a visitor come at 7pm?', 'The reception is staffed from 07:30 to 18:30.'],
    ['May I spend 90 euros on a hotel?', 'A hotel may cost up to 120 euros a night.'],
  ])('%s %s', (question, quote) => {
    expect(needsComparison(question, said(quote))).toBe(true);
  });

  test.each([
    ['Do we get 26 days of leave?', 'Every employee has 26 days of leave.'],
    ['Is Friday a working day?', 'The office is closed on Fridays.'],
    ['Can I bring my dog on Wednesday?', 'Dogs are welcome from Monday to Friday.'],
    ['Can I bring my dog on Sunday?', 'Dogs are welcome on weekdays, but not at weekends.'],
    ['May I bring my dog?', 'Dogs are welcome on Mondays and Fridays.'],
    ['Must passwords be changed every 90 days?', 'Do not require regular changes of passwords.'],
    ['I drive for 20 hours a week. Must I say so?', 'Tell Legal about any work beside your job.'],
  ])('not: %s %s', (question, quote) => {
    expect(needsComparison(question, said(quote))).toBe(false);
  });

  test('looks at the sentence that decides, not at what is said around it', () => {
    const quotes = ['Cats may come along on Friday. Leave is 26 days, of which five must be taken by May.'];
    expect(
      needsComparison('Can my cat come along on Friday for 3 days?', {
        pointed: 'Cats may come along on Friday.',
        quotes,
      }),
    ).toBe(false);
  });
});
