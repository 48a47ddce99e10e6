import type { Random } from './random.ts';
import type { SampleGenerator } from './valid-identifiers.ts';

const sumOf = (digits: string, weights: readonly number[]) =>
  weights.map((weight, index) => Number(digits[index]) * weight).reduce((sum, value) => sum + value, 0);

/** Draws until the last digit fits: slow, and nothing like how the finders reckon. */
function drawn(random: Random, length: number, fits: (digits: string) => boolean): string {
  for (;;) {
    const digits = random.digits(length);
    if (fits(digits) && new Set(digits).size > 2) return digits;
  }
}

function luhnSum(digits: string): number {
  return [...digits]
    .reverse()
    .flatMap((digit, index) => [...String(Number(digit) * (index % 2 === 1 ? 2 : 1))])
    .reduce((sum, digit) => sum + Number(digit), 0);
}

const inThrees = (digits: string) => (digits.match(/.{1,3}/g) ?? []).join(' ');
const withDate = (random: Random) => {
  const { day, month, year } = random.birth();
  return `${day}${month}${year}`;
};

/** Numbers that are found only where a word says what they are. */
export const namedGenerators: readonly SampleGenerator[] = [
  {
    type: 'us_ein',
    words: ['EIN', 'Employer Identification Number'],
    make: (r) => `${20 + r.below(7)}-${r.digits(6)}${1 + r.below(9)}`,
  },
  {
    type: 'ca_sin',
    words: ['SIN', 'social insurance number'],
    make: (r) => inThrees(drawn(r, 9, (d) => luhnSum(d) % 10 === 0 && !/^[08]/.test(d))),
  },
  {
    type: 'uk_nhs',
    words: ['NHS number'],
    make: (r) =>
      ((d) => r.pick([d, `${d.slice(0, 3)} ${d.slice(3, 6)} ${d.slice(6)}`]))(
        drawn(r, 10, (d) => sumOf(d, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0),
      ),
  },
  {
    type: 'uk_utr',
    words: ['UTR'],
    make: (r) =>
      drawn(r, 10, (d) => '21987654321'[sumOf(d.slice(1), [6, 7, 8, 9, 10, 5, 4, 3, 2]) % 11] === d[0]),
  },
  {
    type: 'nl_bsn',
    words: ['BSN', 'burgerservicenummer'],
    make: (r) => drawn(r, 9, (d) => sumOf(d, [9, 8, 7, 6, 5, 4, 3, 2, 10]) % 11 === 0),
  },
  {
    type: 'pl_pesel',
    words: ['PESEL'],
    make: (r) => {
      const { day, month, year } = r.birth();
      const body = year + month + day + r.digits(4);
      return `${body}${(10 - (sumOf(body, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3]) % 10)) % 10}`;
    },
  },
  {
    type: 'pl_nip',
    words: ['NIP'],
    make: (r) => drawn(r, 10, (d) => (sumOf(d, [6, 5, 7, 2, 3, 4, 5, 6, 7]) - Number(d[9])) % 11 === 0),
  },
  { type: 'dk_cpr', words: ['CPR-nummer', 'CPR'], make: (r) => `${withDate(r)}-${r.below(4)}${r.digits(3)}` },
  {
    type: 'pt_nif',
    words: ['NIF', 'número de contribuinte'],
    make: (r) =>
      drawn(
        r,
        9,
        (d) =>
          /^[1-3]/.test(d) &&
          (sumOf(d, [9, 8, 7, 6, 5, 4, 3, 2]) % 11 < 2
            ? d[8] === '0'
            : sumOf(d, [9, 8, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0),
      ),
  },
  { type: 'fr_siren', words: ['SIREN'], make: (r) => inThrees(drawn(r, 9, (d) => luhnSum(d) % 10 === 0)) },
  {
    type: 'jp_my_number',
    words: ['マイナンバー', 'My Number'],
    make: (r) =>
      drawn(r, 12, (d) => {
        const rest = sumOf(d, [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11;
        return Number(d[11]) === (rest < 2 ? 0 : 11 - rest);
      }),
  },
  {
    type: 'il_id',
    words: ['teudat zehut', 'Israeli ID'],
    make: (r) => drawn(r, 9, (d) => luhnSum(d) % 10 === 0),
  },
  {
    type: 'au_tfn',
    words: ['TFN', 'tax file number'],
    make: (r) => inThrees(drawn(r, 9, (d) => sumOf(d, [1, 4, 3, 7, 5, 8, 6, 9, 10]) % 11 === 0)),
  },
  {
    type: 'au_medicare',
    words: ['Medicare'],
    make: (r) =>
      ((d) => `${d.slice(0, 4)} ${d.slice(4, 9)} ${d.slice(9)}`)(
        drawn(r, 10, (d) => /^[2-6]/.test(d) && sumOf(d, [1, 3, 7, 9, 1, 3, 7, 9]) % 10 === Number(d[8])),
      ),
  },
  {
    type: 'nz_ird',
    words: ['IRD number', 'IRD'],
    make: (r) =>
      drawn(r, 8, (d) => Number(d) > 10_000_000 && sumOf(`0${d}`, [3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0),
  },
  {
    type: 'bank_routing',
    words: ['routing number', 'ABA'],
    make: (r) =>
      drawn(r, 9, (d) => /^(?:0[1-9]|1[0-2])/.test(d) && sumOf(d, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0),
  },
  {
    type: 'bank_account',
    words: ['account number', 'Kontonummer'],
    make: (r) => `${1 + r.below(9)}${r.digits(9)}`,
  },
  {
    type: 'swift_bic',
    words: ['SWIFT code', 'BIC'],
    make: (r) => `${r.letters(4)}${r.pick(['DE', 'GB', 'FR', 'US'])}${r.letters(2)}${r.pick(['', 'XXX'])}`,
  },
  {
    type: 'passport',
    words: ['passport number', 'Reisepass', 'passeport', 'pasaporte'],
    make: (r) => `${r.letters(r.below(3))}${r.digits(7)}`,
  },
  {
    type: 'driving_licence',
    words: ["driver's license", 'driving licence', 'Führerschein'],
    make: (r) => `${r.letters(1)}${r.digits(7)}`,
  },
  {
    type: 'eu_vat',
    words: ['VAT number', 'USt-IdNr.'],
    make: (r) =>
      r.pick([`DE${r.digits(9)}`, `ATU${r.digits(8)}`, `NL${r.digits(9)}B01`, `IT${r.digits(11)}`]),
  },
  {
    type: 'de_id_card',
    words: ['Personalausweis', 'Ausweisnummer'],
    make: (r) => `L${r.letters(1, '0123456789')}${r.letters(7, 'CFGHJKLMNPRTVWXYZ0123456789')}`,
  },
  {
    type: 'date_of_birth',
    words: ['date of birth', 'DOB', 'Geburtsdatum', 'né le'],
    make: (r) =>
      ((d) =>
        r.pick([
          `${d.day}/${d.month}/19${d.year}`,
          `19${d.year}-${d.month}-${d.day}`,
          `${Number(d.day)} March 19${d.year}`,
          `March ${Number(d.day)}, 19${d.year}`,
          `${d.day}.${d.month}.19${d.year}`,
        ]))(r.birth()),
  },
];

/** What is neither a number nor checked, and stands for itself. */
export const contactGenerators: readonly SampleGenerator[] = [
  {
    type: 'email',
    words: ['e-mail'],
    make: (r) =>
      `${r.letters(5, 'abcdefghijk').concat(r.pick(['', '.', '+', '_']))}${r.letters(4, 'lmnopqrst')}@${r.pick(['gmail.com', 'firma.de', 'müller.de', 'mail.co.uk', 'почта.рф', 'xn--mller-kva.de'])}`,
  },
  {
    type: 'phone',
    words: ['phone'],
    make: (r) =>
      r.pick([
        `+1 ${2 + r.below(8)}0${r.digits(1)} ${2 + r.below(8)}${r.digits(2)} ${r.digits(4)}`,
        `(${2 + r.below(8)}0${r.digits(1)}) ${2 + r.below(8)}${r.digits(2)}-${r.digits(4)}`,
        `+44 20 ${r.digits(4)} ${r.digits(4)}`,
        `+49 30 ${1 + r.below(9)}${r.digits(7)}`,
        `+33 ${1 + r.below(9)} ${r.digits(2)} ${r.digits(2)} ${r.digits(2)} ${r.digits(2)}`,
        `07${r.digits(3)} ${r.digits(6)}`,
        `0${1 + r.below(9)} ${r.digits(2)} ${r.digits(2)} ${r.digits(2)} ${r.digits(2)}`,
        `+91 ${r.letters(1, '6789')}${r.digits(4)} ${r.digits(5)}`,
      ]),
  },
  {
    type: 'ip_address',
    words: ['IP'],
    make: (r) =>
      r.pick([
        `${20 + r.below(60)}.${r.below(256)}.${r.below(256)}.${1 + r.below(254)}`,
        `2a02:${r.letters(3, '123456789abc')}:${r.digits(3).replace(/^0+/, '1')}::${1 + r.below(99)}`,
      ]),
  },
  {
    type: 'mac_address',
    words: ['MAC'],
    make: (r) => Array.from({ length: 6 }, () => r.letters(2, '0123456789abcdef')).join(r.pick([':', '-'])),
  },
  {
    type: 'address',
    words: ['address'],
    make: (r) =>
      r.pick([
        `${1 + r.below(999)} ${r.pick(['Maple', 'Old Mill', 'Kings'])} ${r.pick(['Street', 'Road', 'Ave', 'Lane'])}`,
        `${r.pick(['Haupt', 'Bahnhof', 'Garten'])}straße ${1 + r.below(99)}, ${r.digits(5)} Berlin`,
        `${1 + r.below(99)} rue de la République, 7500${1 + r.below(9)} Paris`,
        `Calle Mayor ${1 + r.below(99)}`,
        `Via Roma, ${1 + r.below(99)}`,
        `Kerkstraat ${1 + r.below(99)}, 10${r.digits(2)} AB Amsterdam`,
      ]),
  },
];
