import { contentTerms } from '@avow/text/terms';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Turn } from '../question.ts';
import { refineByRules } from './refine-by-rules.ts';

const turn = (prompt: string, question = prompt): Turn => ({ prompt, question, wasAnswered: true });
const refine = (before: string, text: string) => refineByRules({ text, language: null }, [turn(before)]);
function converse(asked: readonly string[]) {
  const history: Turn[] = [];
  for (const text of asked) history.unshift(turn(text, refineByRules({ text, language: null }, history)));
  return history[0]?.question;
}

describe('refineByRules', () => {
  it.each([
    [
      'How many vacation days do employees get?',
      'and for contractors?',
      'How many vacation days do contractors get?',
    ],
    ['How many vacation days do I get?', 'and for interns?', 'How many vacation days do interns get?'],
    ['When does the office in Munich open?', 'what about Berlin?', 'When does the office in Berlin open?'],
    [
      'Is the canteen open on Saturdays?',
      'and on public holidays?',
      'Is the canteen open on public holidays?',
    ],
    ['What does the status delivered mean?', 'and blocked?', 'What does the status blocked mean?'],
    ['What does AVOW_PORT do?', 'And AVOW_HOST?', 'What does AVOW_HOST do?'],
    ['Can I carry over unused vacation days?', 'and sick days?', 'Can I carry over sick days?'],
    ['What does the standard plan cost?', 'the premium one?', 'What does the premium plan cost?'],
    ['What is the quote of a citation?', 'and its start?', 'What is the start of a citation?'],
    ['Is breakfast included in the fare?', 'and dinner?', 'Is dinner included in the fare?'],
    ['Do you deliver chairs to Austria?', 'and lamps?', 'Do you deliver lamps to Austria?'],
    [
      'What is the notice period during probation?',
      'and after?',
      'What is the notice period after probation?',
    ],
    [
      'How many queries are allowed per minute?',
      'per key?',
      'How many queries are allowed per minute per key?',
    ],
  ])('puts in parallel: %s + %s', (before, asked, expected) => {
    expect(refine(before, asked)).toBe(expected);
  });

  it.each([
    ['How long is parental leave?', 'is it paid?', 'Is parental leave paid?'],
    ['How many vacation days do employees get?', 'when do they expire?', 'When do vacation days expire?'],
    ['How many vacation days do employees get?', 'is that paid?', 'Are vacation days paid?'],
    ['What discount do students get?', 'must they show a card?', 'Must students show a card?'],
    ['How many pages can a pack have?', 'who can read it?', 'Who can read a pack?'],
    ['How do I create an API key?', 'How do I revoke it?', 'How do I revoke an API key?'],
    ['How do I apply for a sabbatical?', 'who approves that?', 'Who approves a sabbatical?'],
    ['How do I create a tenant?', 'how do I list them?', 'How do I list tenants?'],
    ['What is a content pack?', 'how do I publish one?', 'How do I publish a content pack?'],
    ['Who is the safety officer?', 'what is her number?', 'What is the number of the safety officer?'],
    [
      'Who leads the design team?',
      'where is his office?',
      'Where is the office of the one who leads the design team?',
    ],
    ['How do I back up the folder?', 'and restore it?', 'How do I restore the folder?'],
    ['How do I register a trademark?', 'what does it cost?', 'What does it cost to register a trademark?'],
    ['What is the default policy?', 'How do I write my own?', 'How do I write my own default policy?'],
  ])('puts in what is pointed to: %s + %s', (before, asked, expected) => {
    expect(refine(before, asked)).toBe(expected);
  });

  it.each([
    ['Are dogs allowed in the office?', 'why?', 'Are dogs allowed in the office, and why?'],
    ['Where do I hand in my timesheet?', 'until when?', 'Until when do I hand in my timesheet?'],
    ['Can I carry over unused days?', 'how many?', 'How many unused days can I carry over?'],
    ['Are there lockers in the basement?', 'How many?', 'How many lockers are there in the basement?'],
    ['Does it work without a network?', 'why not?', 'Why does it not work without a network?'],
    ['Who repairs the heating?', 'when?', 'Who repairs the heating, and when?'],
    ['How many days do employees get?', 'why?', 'How many days do employees get, and why?'],
    ['Can I work from home?', "and if I'm part-time?", "Can I work from home if I'm part-time?"],
    ['Can I cancel if I am ill?', 'what if I already paid?', 'Can I cancel if I already paid?'],
  ])('carries what was asked to what is left out: %s + %s', (before, asked, expected) => {
    expect(refine(before, asked)).toBe(expected);
  });

  it.each([
    'What is the dress code?',
    'And what is the dress code?',
    'dress code policy Berlin',
    'Is it possible to bring a dog to the office?',
    'How long does it take to get a refund?',
    'How do I reset the printer so that it prints again?',
    'What happens to the documents that I delete?',
    'Do employees need a badge before they start?',
    'If I lose my badge, what should I do?',
    'Is there a nursery on site?',
    'Can I keep one day of vacation?',
    'What is new in this version?',
    'Tell me about the refund policy',
    'thanks!',
    'How many lockers are there?',
    'What time is it in Berlin?',
    'May users sign up with their email address?',
    'I flagged a file by mistake. Can I flip it back?',
    'What can you do?',
    '',
  ])('leaves alone what names its own subject: %s', (asked) => {
    expect(refine('How many vacation days do I get?', asked)).toBe(asked);
  });

  it.each([
    [
      'de',
      'Wie hoch ist die Miete für den Saal?',
      'und für den Garten?',
      'Wie hoch ist die Miete für den Garten?',
    ],
    [
      'fr',
      'Quel est le tarif pour les adultes ?',
      'et pour les enfants ?',
      'Quel est le tarif pour les enfants ?',
    ],
    [
      'es',
      '¿Cuánto cuesta el billete para adultos?',
      '¿y para niños?',
      '¿Cuánto cuesta el billete para niños?',
    ],
    [
      'de',
      'Wie viele Tage haben Angestellte?',
      'und für Gäste?',
      'Wie viele Tage haben Angestellte? und für Gäste?',
    ],
    ['de', 'Was kostet der Parkplatz?', 'wer bezahlt ihn?', 'Was kostet der Parkplatz? wer bezahlt ihn?'],
    ['de', 'Was kostet der Parkplatz?', 'Wo kann ich mein Rad abstellen?', 'Wo kann ich mein Rad abstellen?'],
    ['de', 'Was kostet der Parkplatz?', 'Wie erreiche ich Sie am Abend?', 'Wie erreiche ich Sie am Abend?'],
    ['fr', 'Quel est le tarif ?', 'Comment changer mon mot de passe ?', 'Comment changer mon mot de passe ?'],
  ])('in %s puts like phrases in parallel, else joins: %s + %s', (language, before, text, expected) => {
    expect(refineByRules({ text, language }, [turn(before)])).toBe(expected);
    expect(refineByRules({ text, language: null }, [turn(before)])).toBe(expected);
  });

  it('uses the language of the prompt, not the one of the answer', () => {
    const history = [turn('How long is parental leave?')];
    expect(refineByRules({ text: 'is it paid?', language: 'de' }, history)).toBe('Is parental leave paid?');
  });

  it('in languages that it knows nothing of joins a word or two, and no more', () => {
    expect(refine('如何修改密码？', '费用呢？')).toBe('如何修改密码？ 费用呢？');
    expect(refine('如何修改密码？', '会议室可以预订多长时间？')).toBe('会议室可以预订多长时间？');
    expect(refine('Как сменить пароль?', 'А почему?')).toBe('Как сменить пароль? А почему?');
    expect(refine('Как сменить пароль?', 'Где находится столовая?')).toBe('Где находится столовая?');
    expect(refine('How do I change my password?', '会议室可以预订多长时间？')).toBe(
      '会议室可以预订多长时间？',
    );
  });

  it('asks why not after a no', () => {
    const history = [{ ...turn('Can I fly business class?'), wasDenied: true }];
    expect(refineByRules({ text: 'why?', language: null }, history)).toBe(
      'Why can I not fly business class?',
    );
  });

  it.each([
    ['How long are DMs kept?', 'public channels?', 'How long are public channels kept?'],
    ['Can I use the gym?', 'and my partner?', 'Can my partner use the gym?'],
    ['Is lunch reimbursed?', 'what about dinner then', 'Is dinner reimbursed?'],
  ])('recognises what is left out: %s + %s', (before, asked, expected) => {
    expect(refine(before, asked)).toBe(expected);
  });

  it('joins where no parallel is plain, and loses nothing', () => {
    expect(refine('How does overtime work?', 'and the union agreement?')).toContain('union agreement');
  });

  it('goes back through follow-ups to a standalone question, past empty ones', () => {
    const history = [
      turn('ok thanks'),
      turn('and for contractors?', 'How many days do contractors get?'),
      turn('How many days do employees get?'),
    ];
    expect(refineByRules({ text: 'what about interns?', language: null }, history)).toBe(
      'How many days do interns get?',
    );
  });

  it.each([
    {
      asked: [
        'What types of access are there?',
        'who can get the second one?',
        'how long does it take to get it?',
      ],
      expected: 'How long does it take to get types of access?',
    },
    {
      asked: ['How does overtime work?', 'and the union agreement?', 'and on Sundays?'],
      expected: 'How does overtime work on Sundays?',
    },
    {
      asked: ['how do i delete a package', 'windows', 'mac', 'and undo it'],
      expected: 'How do i undo deleting a package?',
    },
    {
      asked: ['Can I delete a package?', 'and why?', 'how do I do that?'],
      expected: 'How do I delete a package?',
    },
    {
      asked: ['How do I open a console in production?', 'in staging?', 'who can do that?'],
      expected: 'Who can open a console in staging?',
    },
  ])('goes back to the question before what was only joined to it: $asked', ({ asked, expected }) => {
    expect(converse(asked)).toBe(expected);
  });

  it.each([
    [['How does overtime work?', 'and the union agreement?', 'when does it end?']],
    [['How does overtime work?', 'and the union agreement?', 'why?']],
  ])('joins all if what was joined may be what is pointed to: %s', (asked) => {
    expect(converse(asked)).toBe(asked.join(' '));
  });

  it.each([
    ['What types of access are there?', 'the first one?'],
    ['What types of access are there?', 'what about the first?'],
    ['What types of access are there?', 'who can get the second one?'],
    ['What merge methods are there?', 'what is the difference between the first two?'],
    ['What is the standard plan?', 'how much is the latter?'],
  ])('joins what points into the list of an answer: %s + %s', (before, asked) => {
    expect(refine(before, asked)).toBe(`${before} ${asked}`);
  });

  it('puts the next in order in the place of another', () => {
    expect(refine('How long is the first break?', 'and the second one?')).toBe(
      'How long is the second break?',
    );
  });

  it('does not grow without end', () => {
    let history: Turn[] = [turn('How does the plan for retired people and their families work?')];
    for (let asked = 0; asked < 60; asked += 1) {
      const text = `and what about that other thing number ${asked} then?`;
      history = [turn(text, refineByRules({ text, language: null }, history)), ...history].slice(0, 4);
      expect(history[0]?.question.length).toBeLessThan(600);
    }
  });

  it('takes no pattern to what is long: it is as asked', () => {
    const hostile = [
      `and ${' '.repeat(30_000)}x`,
      'ok '.repeat(10_000),
      `what is ${'of the '.repeat(5_000)}?`,
    ];
    for (const text of hostile) {
      expect(refine('What is the fee?', text)).toBe(text);
      expect(refine(text, 'and for contractors?').length).toBeLessThan(600);
    }
  });

  it('is as asked where nothing came before', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => {
        expect(refineByRules({ text, language: null }, [])).toBe(text);
      }),
    );
  });

  it('loses no content word of the prompt, with any history', () => {
    const words = fc.array(
      fc.constantFrom(
        ...'the for in Berlin contractors sick days plan it is paid per week premium'.split(' '),
      ),
      {
        ...{ minLength: 1, maxLength: 6 },
      },
    );
    const openings = fc.constantFrom('', 'and ', 'what about ', 'And how long ', 'is ', 'who ');
    const befores = fc.constantFrom(
      ...[
        'How many days do employees get?',
        'What is the fee for trips to France?',
        'Can I bring my dog to the office?',
      ],
      ...['Is the big hall open on Fridays?', 'Who repairs the heating?', 'printer', 'a? b? c?'],
    );
    fc.assert(
      fc.property(openings, words, befores, (opening, rest, before) => {
        const asked = `${opening}${rest.join(' ')}?`;
        const refined = new Set(contentTerms(refine(before, asked)));
        expect(contentTerms(asked).filter((term) => !refined.has(term))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});
