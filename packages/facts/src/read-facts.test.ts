import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { readFacts } from './read-facts.ts';

const quantitiesOf = (text: string) =>
  readFacts(text).quantities.map(({ values: [value], unit, bound }) =>
    [value, unit, bound].filter((part) => part !== null).join(' '),
  );

describe('quantities', () => {
  test.each<[string, string[]]>([
    ['You get 30 days.', ['30 day']],
    ['You get thirty calendar days.', ['30 calendar day']],
    ['It takes 2 full working days.', ['2 business day']],
    ['It costs €1.500,50.', ['1500.5 eur']],
    ['It costs USD 20 or 25 dollars.', ['20 usd', '25 usd']],
    ['It costs $5 million.', ['5000000 usd']],
    ['It weighs 1 234 567 kg.', ['1234567 kilogram']],
    ['Between 3 and 5 hrs.', ['3 hour', '5 hour']],
    ['It takes 3–5 km.', ['3 kilometre', '5 kilometre']],
    ['It is up 20% or 3 per cent.', ['20 %', '3 %']],
    ['At least 12 characters.', ['12 low']],
    ['12 characters or more.', ['12 low']],
    ['Up to 10GB.', ['10 gigabyte high']],
    ['You may not take more than five days.', ['5 day high']],
    ['mindestens fünfundzwanzig Tage', ['25 day low']],
    ['half a dozen eggs', ['6']],
    ['It fell to -5 °C.', ['-5 celsius']],
    ['One can see that S3 is one of them.', []],
    ['First, open the page.', []],
    ['one day', ['1 day']],
    ['It is 2½ hours.', ['2.5 hour']],
    ['the 3rd and the fourth step', ['3', '4']],
  ])('%s', (text, expected) => {
    expect(quantitiesOf(text)).toEqual(expected);
  });
});

describe('dates and times', () => {
  test.each<[string, string[]]>([
    ['By 15 November 2026.', ['2026-11-15']],
    ['On Nov. 15th, 2026.', ['2026-11-15']],
    ['On 2026-11-15.', ['2026-11-15']],
    ['Am 15.11.2026.', ['2026-11-15']],
    ['On 11/15/2026.', ['2026-11-15']],
    ['le 15 novembre 2026', ['2026-11-15']],
    ['el 15 de noviembre de 2026', ['2026-11-15']],
    ['In May, 3 people came.', ['?-5-?']],
    ['You may go; march on.', []],
    ['since March 2020', ['2020-3-?']],
  ])('%s', (text, expected) => {
    const shown = (part: number | null) => part ?? '?';
    const dates = readFacts(text).dates.map(
      ({ year, month, day }) => `${shown(year)}-${shown(month)}-${shown(day)}`,
    );
    expect(dates).toEqual(expected);
  });

  test.each<[string, number[]]>([
    ['at 5:30 p.m.', [1050]],
    ['at 5pm and 17:00', [1020, 1020]],
    ['um 17 Uhr', [1020]],
    ['at noon', [720]],
    ['12:15 am', [15]],
    ['a ratio of 3:1', []],
  ])('%s', (text, expected) => {
    expect(readFacts(text).times.map(({ minutes }) => minutes)).toEqual(expected);
  });

  it('knows weekdays', () => {
    expect(readFacts('It opens on Monday and Fri.').dates.map(({ weekday }) => weekday)).toEqual([1, 5]);
    expect(readFacts('The sun sat low.').dates).toEqual([]);
  });
});

describe('names', () => {
  test.each<[string, string[]]>([
    ['Employees ask Dr. Okafor in Berlin.', ['Okafor', 'Berlin']],
    ['Ask HR about the NATO plan.', ['HR', 'NATO']],
    ['Angela Merkel spoke.', ['Angela', 'Merkel']],
    ['Note: Employees wait. They go on Monday.', []],
    ['Der Antrag wird von der Abteilung bei SAP geprüft.', ['SAP']],
    ['It is 5 GB or 3 GBs.', []],
  ])('%s', (text, expected) => {
    expect(readFacts(text).names).toEqual(expected);
  });
});

describe('what must stand letter for letter', () => {
  test.each<[string, string[]]>([
    ['He said "I am done." Then he left.', ['quotation: I am done.']],
    ['Sie sagte „Nein, danke“ und ging.', ['quotation: Nein, danke']],
    ['Il dit « oui » et part.', ['quotation: oui']],
    ["The users' rights and 'their words' here.", ['quotation: their words']],
    ['He said "I am done', ['quotation: I am done']],
    ['A 5" pipe is here.', []],
    ['Run `npm test` with --all.', ['code: npm test', 'code: --all']],
    ['Ask at pay.acme.support or acme.com.', ['code: pay.acme.support', 'code: acme.com']],
    ['Set MAX_SIZE in /etc/app.conf.', ['code: MAX_SIZE', 'address: /etc/app.conf']],
    [
      'See https://a.example/b. Write to x@a.example.',
      ['address: https://a.example/b', 'address: x@a.example'],
    ],
    [
      "GitHub's runner uses S3 and config.yaml, e.g. in the U.S. and/or here.",
      ['code: GitHub', 'code: S3', 'code: config.yaml'],
    ],
  ])('%s', (text, expected) => {
    expect(readFacts(text).verbatim.map(({ kind, text: words }) => `${kind}: ${words}`)).toEqual(expected);
  });
});

describe('denials and limits', () => {
  test.each<[string, number]>([
    ['You cannot go.', 1],
    ["You don't pay and never wait.", 2],
    ['See No. 5 and no. 7.', 0],
    ['No more than five may go.', 0],
    ['Not only you.', 0],
    ['Das ist nicht und kein Ding.', 2],
    ['Ce n’est pas ici.', 1],
    ['Yes, you may.', 0],
    ['No, you may not.', 1],
  ])('%s', (text, count) => {
    expect(readFacts(text).negations.length).toBe(count);
  });

  it('knows what only some may do', () => {
    expect(readFacts('Only managers may.').isRestricted).toBe(true);
    expect(readFacts('Not only managers may.').isRestricted).toBe(false);
    expect(readFacts('All but one, unless it rains.').hasException).toBe(true);
  });
});

it('reads any text, and never fails', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
      expect(() => readFacts(text)).not.toThrow();
    }),
  );
});
