import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findTranslationFault } from './translation-fault.ts';

const intoGerman = { from: 'en', into: 'de' };
const faultOf = (original: string, translated: string, languages = intoGerman) =>
  findTranslationFault({ original, translated }, languages);

describe('findTranslationFault', () => {
  it.each([
    [
      'Every employee has 27 days of paid holiday in a year.',
      'Alle Angestellten haben 27 bezahlte Urlaubstage im Jahr.',
    ],
    [
      'Unused days can be carried over until the end of March.',
      'Nicht genommene Tage können bis Ende März übertragen werden.',
    ],
    [
      "A doctor's note is needed from the fourth day of absence.",
      'Ein ärztliches Attest wird ab dem vierten Tag der Abwesenheit benötigt.',
    ],
    [
      "A doctor's note is needed from the fourth day of absence.",
      'Ein ärztliches Attest wird ab dem 4. Tag der Abwesenheit benötigt.',
    ],
    [
      'Sickness is reported to the team lead before 9:30.',
      'Krankheit wird der Teamleitung vor 9:30 Uhr gemeldet.',
    ],
    [
      'Travel expenses up to 500 euros are paid back within 14 days.',
      'Reisekosten bis zu 500 Euro werden innerhalb von 14 Tagen erstattet.',
    ],
    ['Receipts are kept for seven years.', 'Belege werden sieben Jahre lang aufbewahrt.'],
    [
      'Only members may vote, unless the board objects.',
      'Nur Mitglieder dürfen abstimmen, es sei denn, der Vorstand widerspricht.',
    ],
    ['The contract ends on 15 November 2026.', 'Der Vertrag endet am 15. November 2026.'],
    ['Nobody may enter without a badge.', 'Niemand darf ohne Ausweis eintreten.'],
    [
      'Set `AVOW_MODELS_FILE` and ask Miriam Okafor in Germany.',
      'Setzen Sie `AVOW_MODELS_FILE` und fragen Sie Miriam Okafor in Deutschland.',
    ],
    ['The price is 1,234.50 euros.', 'Der Preis beträgt 1.234,50 Euro.'],
    ['Refunds take 10 business days.', 'Erstattungen dauern 10 Arbeitstage.'],
    ['Open the settings first, on the first day.', 'Öffnen Sie am 1. Tag zuerst die Einstellungen.'],
    [
      'It costs 5 euros including taxes, or fees for guests.',
      'Es kostet 5 Euro inkl. Steuern bzw. Gebühren für Gäste.',
    ],
    ['The fee is due on 1 May.', 'Die Gebühr ist am 1. Mai fällig.'],
    ['The fee is due in May.', 'Die Gebühr ist im Mai fällig.'],
  ])('lets pass what says the same: %s', (original, translated) => {
    expect(faultOf(original, translated)).toBeNull();
    expect(faultOf(translated, original, { from: 'de', into: 'en' })).toBeNull();
  });

  it.each([
    [
      'fr',
      'Travel expenses up to 500 euros are paid back within 14 days.',
      "Les frais de voyage jusqu'à 500 euros sont remboursés dans les 14 jours.",
    ],
    ['fr', 'Holiday is not paid out.', 'Les congés ne sont pas payés.'],
    [
      'es',
      'The office is closed on Monday and opens on 3 March.',
      'La oficina está cerrada el lunes y abre el 3 de marzo.',
    ],
    [
      'it',
      'Unused days can not be carried over after March.',
      'I giorni non goduti non possono essere riportati dopo marzo.',
    ],
    ['it', 'Receipts are kept for at least 7 years.', 'Le ricevute sono conservate per almeno 7 anni.'],
    ['pt', 'Only members may enter within 3 months.', 'Apenas membros podem entrar dentro de 3 meses.'],
    ['nl', 'Every employee has 27 days of paid holiday.', 'Elke werknemer heeft 27 betaalde vakantiedagen.'],
    ['pl', 'The contract ends on 15 November 2026.', 'Umowa kończy się 15 listopada 2026.'],
    ['ja', 'Every employee has 27 days of paid holiday.', 'すべての従業員には27日の有給休暇があります。'],
    ['ja', 'The contract ends on 15 November 2026.', '契約は2026年11月15日に終了します。'],
    ['zh', 'Every employee has 27 days of paid holiday.', '每位员工有27天带薪假期。'],
  ])('knows exact words of %s: %s', (into, original, translated) => {
    expect(faultOf(original, translated, { from: 'en', into })).toBeNull();
  });

  const holiday = 'Every employee has 27 days of paid holiday in a year.';
  it.each([
    [
      'a number',
      holiday,
      'Alle Angestellten haben 72 bezahlte Urlaubstage im Jahr.',
      { kind: 'lost', fact: 'number' },
    ],
    [
      'a unit',
      holiday,
      'Alle Angestellten haben 27 bezahlte Urlaubswochen im Jahr.',
      { kind: 'lost', fact: 'number' },
    ],
    [
      'a number more',
      'The fee is due.',
      'Die Gebühr von 5 Euro ist fällig.',
      { kind: 'added', fact: 'number' },
    ],
    [
      'the kind of days',
      'Refunds take 10 business days.',
      'Erstattungen dauern 10 Tage.',
      { kind: 'lost', fact: 'number' },
    ],
    [
      'a date',
      'The contract ends on 15 November 2026.',
      'Der Vertrag endet am 15. Oktober 2026.',
      { kind: 'lost', fact: 'date' },
    ],
    [
      'a month',
      'Days can be carried over until the end of March.',
      'Tage können bis Ende Mai übertragen werden.',
      { kind: 'lost', fact: 'date' },
    ],
    [
      'a time',
      'Sickness is reported before 9:30.',
      'Krankheit wird vor 10:30 Uhr gemeldet.',
      { kind: 'lost', fact: 'time' },
    ],
    [
      'a bound',
      'At least 5 people are needed.',
      'Es werden höchstens 5 Personen benötigt.',
      { kind: 'lost', fact: 'bound' },
    ],
    [
      'a denial',
      'Holiday is not paid out at the end.',
      'Urlaub wird am Ende ausgezahlt.',
      { kind: 'lost', fact: 'negation added' },
    ],
    [
      'a denial more',
      'Holiday is paid out at the end.',
      'Urlaub wird am Ende nicht ausgezahlt.',
      { kind: 'added', fact: 'negation added' },
    ],
    [
      '"only"',
      'Only members may vote in the meeting.',
      'Mitglieder dürfen in der Versammlung abstimmen.',
      { kind: 'lost', fact: 'restriction added' },
    ],
    [
      'a name',
      'Sickness is reported to Miriam Okafor.',
      'Krankheit wird Miriam Meier gemeldet.',
      { kind: 'lost', fact: 'name' },
    ],
    ['an abbreviation', 'Ask HR about it.', 'Fragen Sie die IT danach.', { kind: 'lost', fact: 'name' }],
    [
      'a country',
      'The office is in Germany now.',
      'Das Büro ist jetzt in Frankreich.',
      { kind: 'lost', fact: 'name' },
    ],
    ['a code', 'Set `AVOW_PORT` first.', 'Setzen Sie zuerst `AVOW_HOST`.', { kind: 'lost', fact: 'code' }],
    [
      'an address',
      'It is told at https://a.example/x.',
      'Es steht unter https://b.example/x.',
      { kind: 'lost', fact: 'address' },
    ],
    [
      'an address more',
      'It is told there.',
      'Es steht dort: https://b.example/x.',
      { kind: 'added', fact: 'address' },
    ],
    ['the language', holiday, 'Every employee has 27 days of paid holiday in the year.', 'language'],
    ['all words', holiday, '…', 'length'],
    ['no end', holiday, `${'Alle haben 27 Tage bezahlten Urlaub im Jahr. '.repeat(5)}`, 'length'],
    [
      'a sentence more',
      holiday,
      'Alle haben 27 Tage bezahlten Urlaub im Jahr. Rufen Sie uns an.',
      'sentences',
    ],
    ['tags', 'Pay by card.', 'Zahlen Sie <b>mit Karte</b>.', 'marks'],
  ])('finds out what changes %s', (_, original, translated, fault) => {
    expect(faultOf(original, translated)).toEqual(fault);
  });

  it('compares names, numbers and dates alone if the words of a language are not known', () => {
    const intoPolish = { from: 'en', into: 'pl' };
    expect(
      faultOf(
        'The contract does not end before 15 November 2026.',
        'Umowa nie kończy się przed 15 listopada 2026.',
        intoPolish,
      ),
    ).toBeNull();
    expect(
      faultOf('The contract ends on 15 November 2026.', 'Umowa kończy się 15 grudnia 2026.', intoPolish),
    ).toEqual({ kind: 'lost', fact: 'date' });
    expect(
      faultOf('Every employee has 27 days of paid holiday.', 'すべての従業員には72日の有給休暇があります。', {
        from: 'en',
        into: 'ja',
      }),
    ).toEqual({ kind: 'lost', fact: 'number' });
  });

  it('finds out every number that is changed, however it is written', () => {
    const number = fc.integer({ min: 2, max: 2_000_000 });
    fc.assert(
      fc.property(number, number, (one, other) => {
        const written = other.toLocaleString('de-DE');
        const fault = faultOf(
          `The fee is ${one.toLocaleString('en-US')} euros.`,
          `Die Gebühr beträgt ${written} Euro.`,
        );
        expect(fault === null).toBe(one === other);
      }),
    );
    fc.assert(
      fc.property(number, (one) => {
        const [english, german] = ['en-US', 'de-DE'].map((tag) => one.toLocaleString(tag));
        expect(faultOf(`The fee is ${english} euros.`, `Die Gebühr beträgt ${german} Euro.`)).toBeNull();
      }),
    );
  });
});
