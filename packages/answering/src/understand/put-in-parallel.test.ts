import { describe, expect, it } from 'vitest';
import { putEllipsis, putInParallel } from './put-in-parallel.ts';

describe('putInParallel', () => {
  it.each([
    ['How long is medical leave paid?', 'unpaid', 'How long is medical leave unpaid?'],
    ['What is the price of yearly plans?', 'monthly', 'What is the price of monthly plans?'],
    ['Is the gym open on Sundays?', 'closed', 'Is the gym closed on Sundays?'],
    ['Which changes are reversible?', 'irreversible', 'Which changes are irreversible?'],
  ])('puts what describes in the place of what describes: %s + %s', (question, phrase, expected) => {
    expect(putInParallel(question, phrase)).toBe(expected);
  });

  it.each([
    ['How long is sick leave paid?', 'part-time'],
    ['How do I report a case?', 'reimbursable'],
    ['How many days is everyone encouraged to take?', 'unpaid'],
  ])('never puts what describes in the place of a noun: %s + %s', (question, phrase) => {
    expect(putInParallel(question, phrase)).toBeNull();
  });

  it.each([
    ['Who approves expenses over 500 euros?', '1000 euros', 'Who approves expenses over 1000 euros?'],
    ['What is the fee for 2 people?', '5', 'What is the fee for 5 people?'],
    ['Who approves expenses over 500 euros?', '30 days', null],
    ['Is smoking allowed inside the building?', 'outside', 'Is smoking allowed outside the building?'],
    ['Is smoking allowed in the building?', 'outside', null],
  ])(
    'puts quantities and opposites in the place of their like alone: %s + %s',
    (question, phrase, expected) => {
      expect(putInParallel(question, phrase)).toBe(expected);
    },
  );

  it.each([
    ['Which countries can I work from?', 'Mexico', 'Can I work from Mexico?'],
    ['Which countries can I not work from?', 'Mexico', 'Can I not work from Mexico?'],
    ['Which countries can I work from in summer?', 'mexico', 'Can I work from mexico in summer?'],
    ['What documents do I need to bring?', 'a passport', 'Do I need to bring a passport?'],
    ['Which holidays are observed?', 'Juneteenth', 'Is Juneteenth observed?'],
    ['Which expenses are not reimbursed?', 'parking fines', 'Are parking fines not reimbursed?'],
    ['Which plans include SSO?', 'Starter', 'Does Starter include SSO?'],
    ['Which plan has a trial?', 'Starter', 'Does Starter have a trial?'],
    ['What languages does the app support?', 'Dutch', 'Does the app support Dutch?'],
  ])('asks whether something is one of what was asked for: %s + %s', (question, phrase, expected) => {
    expect(putInParallel(question, phrase)).toBe(expected);
  });

  it.each([
    ['Can contractors join the offsite?', 'interns', 'Can interns join the offsite?'],
    ['Do I need approval for flights over 500?', 'hotels', 'Do I need approval for hotels over 500?'],
    ['Do interns also get a laptop?', 'students', 'Do students also get a laptop?'],
    ['Is lunch not reimbursed?', 'dinner', 'Is dinner not reimbursed?'],
    ['Is parking free for employees?', 'visitors', 'Is parking free for visitors?'],
    ['How many vacation days do I get?', 'interns', 'How many vacation days do interns get?'],
    ['How many vacation days do I get?', 'laptops', 'How many laptops do I get?'],
    ['Am I eligible for the bonus?', 'contractors', 'Are contractors eligible for the bonus?'],
    ['Does the warranty cover water damage?', 'theft', 'Does the warranty cover theft?'],
    ['What is the cost of parking?', 'lunch', 'What is the cost of lunch?'],
    ['Can I use the gym?', 'my partner', 'Can my partner use the gym?'],
    ['Can I bring my dog to the office?', 'my cat', 'Can I bring my cat to the office?'],
    ['What happens to my laptop when I leave?', 'my phone', 'What happens to my phone when I leave?'],
    ['Will I lose my data if I downgrade?', 'my settings', 'Will I lose my settings if I downgrade?'],
    ['Can I expense hotel rooms?', 'conference rooms', 'Can I expense conference rooms?'],
    ['Who can see my salary?', 'my reviews', 'Who can see my reviews?'],
    ['How many people can join a call?', 'a webinar', 'How many people can join a webinar?'],
    ['Who do I contact about payroll?', 'benefits', 'Who do I contact about benefits?'],
    ['What time does the kitchen close?', 'reception', 'What time does the reception close?'],
    ["Why isn't my card accepted?", 'my voucher', "Why isn't my voucher accepted?"],
  ])('puts a noun in the place of the one that is most like it: %s + %s', (question, phrase, expected) => {
    expect(putInParallel(question, phrase)).toBe(expected);
  });

  it.each([
    ['Is lunch reimbursed?', 'drinks', 'Are drinks reimbursed?'],
    ['Are drinks reimbursed?', 'lunch', 'Is lunch reimbursed?'],
    ['Do I get a bonus?', 'my partner', 'Does my partner get a bonus?'],
    ['How do I reset my password?', 'username', 'How do I reset my username?'],
  ])('lets verbs and articles agree: %s + %s', (question, phrase, expected) => {
    expect(putInParallel(question, phrase)).toBe(expected);
  });

  it.each([
    ['What is the price of the standard plan?', 'the premium one', 'What is the price of the premium plan?'],
    ['When does the office open?', 'for visitors', 'When does the office open for visitors?'],
    ['How many days do I get?', 'for emergencies', 'How many days do I get for emergencies?'],
    ['How many days can I take without a note?', 'with one', 'How many days can I take with a note?'],
    ['Who approves orders over 500?', 'under 500', 'Who approves orders under 500?'],
    ['Do I need approval to travel?', 'to Mexico', 'Do I need approval to travel to Mexico?'],
  ])('puts a phrase where it belongs: %s + %s', (question, phrase, expected) => {
    expect(putInParallel(question, phrase)).toBe(expected);
  });

  it.each([
    // Two nouns are equally like it.
    ['Do I need approval for travel?', 'overtime'],
    ['Do benefits cover glasses?', 'lenses'],
    ['Do you offer discounts for students?', 'nonprofits'],
    // Nothing is like it.
    ['Is lunch free?', 'visitors'],
    ['When is payday?', 'Germany'],
    ['How many seats are included?', 'storage'],
    ['What percentage does the firm match in the Savings Plan?', 'Mexico'],
    // What it would leave belongs to somebody else.
    ['How long do I have to keep my badge?', 'contractors'],
    ['How do I work on a draft?', 'with it'],
    // They are taken together.
    ['What is the difference between PTO and sick leave?', 'parental leave'],
    ['Should I use Slack or email for this?', 'phones'],
    // They are not plain nouns.
    ['What are the ways a container can get values?', 'lunch'],
    ['Until when do certificates made by hand stay valid?', 'lunch'],
    // There are two questions.
    ['How soon must I file expenses, and from what age do they need approval?', 'invoices'],
    ['I lost my badge. Who do I tell?', 'Berlin'],
  ])('puts it nowhere if that is not certain: %s + %s', (question, phrase) => {
    expect(putInParallel(question, phrase)).toBeNull();
  });
});

describe('putEllipsis', () => {
  it.each([
    ['How long are Slack DMs kept?', 'public channels?', 'How long are public channels kept?'],
    ['how long are invoices stored', 'audit logs', 'How long are audit logs stored?'],
    ['How many vacation days do I get?', 'sick days?', 'How many sick days do I get?'],
  ])('takes a few words for a question like the last: %s + %s', (question, prompt, expected) => {
    expect(putEllipsis(prompt, question)).toBe(expected);
  });

  it.each([
    ['How many vacation days do I get?', 'dress code?'],
    ['how many vacation days do i get', 'parental leave'],
    ['How long are invoices stored?', 'audit logs'],
    ['vacation days', 'sick days?'],
    ['How long are invoices stored?', 'dress code policy Berlin?'],
    ['How long are invoices stored?', 'thanks for everything?'],
  ])('leaves alone what may be searched for by itself: %s + %s', (question, prompt) => {
    expect(putEllipsis(prompt, question)).toBeNull();
  });
});
