import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparableText } from '../golden/mark-answer.ts';
import { askSentence } from './suggest-from-sentence.ts';

const ask = (sentence: string, text = sentence) => {
  const asked = askSentence(sentence, text);
  return asked === null ? null : [asked.question, asked.fact];
};

describe('askSentence', () => {
  it('asks about what a sentence defines', () => {
    expect(
      ask('A content pack is a collection of documents and curated pairs that Avow answers from.'),
    ).toEqual(['What is a content pack?', 'a collection of documents and curated pairs']);
    expect(
      ask('Tally is the system for claims, as everybody knows.', 'Open Tally, and see Tally is fine.'),
    ).toEqual(['What is Tally?', 'the system for claims']);
  });

  it('asks about counts, limits and dates', () => {
    for (const [sentence, question, fact] of [
      [
        'Every employee has 27 days of paid holiday in a calendar year.',
        'How many days of paid holiday does every employee have?',
        '27 days',
      ],
      ['A tenant may have 100 jobs that have not ended.', 'How many jobs may a tenant have?', '100 jobs'],
      ['At most 64 files can be sent at once.', 'How many files can be sent at once?', '64 files'],
      ['A phased return lasts up to six weeks.', 'How long does a phased return last?', 'six weeks'],
      ['An answer is remembered for ten minutes.', 'How long is an answer remembered?', 'ten minutes'],
      ['A visitor badge costs £15, paid at reception.', 'How much does a visitor badge cost?', '£15'],
      ['The alarm is tested on Mondays at 10:30.', 'When is the alarm tested?', 'Mondays at 10:30'],
      [
        'The holiday year runs from 1 April to 31 March.',
        'When does the holiday year run?',
        '1 April to 31 March',
      ],
      [
        'Your passphrase has at least 16 characters.',
        'How many characters does my passphrase have?',
        '16 characters',
      ],
    ] as const)
      expect(ask(sentence)).toEqual([question, fact]);
  });

  it('asks nothing if a sentence refers to previous text or says too little', () => {
    for (const sentence of [
      'It is a collection of documents and curated pairs.',
      'This is the place where everything is kept for a while.',
      'The value is a number between zero and one, inclusive.',
      'Each of them has 27 days of paid holiday in a year.',
      'They have 27 days of paid holiday in a calendar year.',
      'There are 27 days of paid holiday in a calendar year.',
      'The first six months are a probation period for everybody.',
      'Is a content pack a collection of documents and pairs?',
      'A pack is a thing.',
    ])
      expect([sentence, ask(sentence)]).toEqual([sentence, null]);
  });

  it('expects words that the sentence contains', () => {
    const word = fc.constantFrom(
      ...'A The Every Your Badges Larkfield is are has lasts costs may have at most up to 27 six days weeks £15 of paid holiday a an on Mondays , and pack'.split(
        ' ',
      ),
    );
    fc.assert(
      fc.property(fc.array(word, { minLength: 3, maxLength: 14 }), (words) => {
        const sentence = `${words.join(' ')}.`;
        const asked = askSentence(sentence, sentence);
        if (asked === null) return;
        expect(comparableText(sentence)).toContain(comparableText(asked.fact));
        expect(asked.question).toMatch(/^(?:What|How|When) .+\?$/);
      }),
      { numRuns: 2_000 },
    );
  });

  it('runs in time linear in the sentence', () => {
    const long = `${'a '.repeat(105)}has.`;
    expect(askSentence(long, long.repeat(500))).toBeNull();
  });
});
