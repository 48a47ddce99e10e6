import type { DataType } from '../data-types.ts';
import {
  bitcoin,
  cnpj,
  codiceFiscale,
  cpf,
  dniLetter,
  grouped,
  iban,
  luhnDigit,
  mod97,
  oneDigit,
  passportZone,
  sumOf,
  verhoeffDigit,
  weightedDigit,
} from './generate-check-digits.ts';
import type { Random } from './random.ts';

/** How to make a valid number of a type, written as its holders write it, and what it is called. */
export interface SampleGenerator {
  readonly type: DataType;
  readonly words: readonly string[];
  /** Null where the digits drawn have no check digit: draw again. */
  readonly make: (random: Random) => string | null;
}

export const strongGenerators: readonly SampleGenerator[] = [
  {
    type: 'card',
    words: ['card'],
    make: (r) =>
      ((b) => grouped(b + luhnDigit(b), '4-4-4-4', r.pick(['', ' ', '-', '.'])))(`4${r.digits(14)}`),
  },
  { type: 'iban', words: ['IBAN'], make: (r) => r.pick([iban(r), grouped(iban(r), '4-4-4-4-4-2', ' ')]) },
  {
    type: 'us_ssn',
    words: ['SSN'],
    make: (r) =>
      grouped(
        `${1 + r.below(5)}${r.digits(1)}${1 + r.below(9)}${1 + r.below(9)}${r.digits(1)}${r.digits(3)}${1 + r.below(9)}`,
        '3-2-4',
        r.pick(['-', ' ']),
      ),
  },
  { type: 'us_itin', words: ['ITIN'], make: (r) => `9${r.digits(2)}-${70 + r.below(19)}-${r.digits(4)}` },
  {
    type: 'uk_nino',
    words: ['National Insurance number'],
    make: (r) =>
      ((n) => r.pick([n, grouped(n, '2-2-2-2-1', ' ')]))(
        `${r.letters(1, 'ABCEHJLMPRSTWXY')}${r.letters(1, 'ABCEHJLMPRSWXY')}${r.digits(6)}${r.letters(1, 'ABCD')}`,
      ),
  },
  {
    type: 'fr_nir',
    words: ['numéro de sécurité sociale'],
    make: (r) =>
      ((b) =>
        ((n) => r.pick([n, grouped(n, '1-2-2-2-3-3-2', ' ')]))(b + String(97 - mod97(b)).padStart(2, '0')))(
        `${1 + r.below(2)}${r.digits(2)}${r.birth().month}${r.pick(['75', '13', '69', '33'])}${r.digits(6)}`,
      ),
  },
  {
    type: 'es_nif',
    words: ['DNI'],
    make: (r) =>
      r.pick([
        ((n) => `${n}${dniLetter(Number(n))}`)(`${1 + r.below(9)}${r.digits(7)}`),
        ((n) => `X${n}${dniLetter(Number(n))}`)(r.digits(7)),
      ]),
  },
  { type: 'it_codice_fiscale', words: ['codice fiscale'], make: codiceFiscale },
  {
    type: 'be_nrn',
    words: ['rijksregisternummer'],
    make: (r) =>
      ((b) =>
        ((n) =>
          r.pick([n, `${n.slice(0, 2)}.${n.slice(2, 4)}.${n.slice(4, 6)}-${n.slice(6, 9)}.${n.slice(9)}`]))(
          b + String(97 - mod97(b)).padStart(2, '0'),
        ))(((d) => d.year + d.month + d.day)(r.birth()) + r.digits(3)),
  },
  {
    type: 'no_fodselsnummer',
    words: ['fødselsnummer'],
    make: (r) => {
      const { day, month, year } = r.birth();
      // Below 500: born in the twentieth century.
      const body = day + month + year + r.below(5) + r.digits(2);
      const first = weightedDigit(body, [3, 7, 6, 1, 8, 9, 4, 5, 2], (rest) => (11 - rest) % 11);
      return first === null
        ? null
        : weightedDigit(first, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2], (rest) => (11 - rest) % 11);
    },
  },
  {
    type: 'se_personnummer',
    words: ['personnummer'],
    make: (r) => {
      const { day, month, year } = r.birth();
      const body = year + month + day + r.digits(3);
      return `${r.pick(['', '19'])}${grouped(body + luhnDigit(body), '6-4', '-')}`;
    },
  },
  {
    type: 'fi_hetu',
    words: ['henkilötunnus'],
    make: (r) => {
      const { day, month, year } = r.birth();
      const serial = r.digits(3);
      return `${day}${month}${year}-${serial}${'0123456789ABCDEFHJKLMNPRSTUVWXY'[Number(day + month + year + serial) % 31]}`;
    },
  },
  {
    type: 'ch_ahv',
    words: ['AHV-Nummer'],
    make: (r) => {
      const body = `756${r.digits(9)}`;
      const sum = [...body].reduce((total, d, index) => total + Number(d) * (index % 2 === 0 ? 1 : 3), 0);
      return grouped(`${body}${(10 - (sum % 10)) % 10}`, '3-4-4-2', r.pick(['', '.']));
    },
  },
  {
    type: 'br_cpf',
    words: ['CPF'],
    make: (r) =>
      ((n) => r.pick([n, `${n.slice(0, 3)}.${n.slice(3, 6)}.${n.slice(6, 9)}-${n.slice(9)}`]))(cpf(r)),
  },
  {
    type: 'br_cnpj',
    words: ['CNPJ'],
    make: (r) =>
      ((n) => `${n.slice(0, 2)}.${n.slice(2, 5)}.${n.slice(5, 8)}/${n.slice(8, 12)}-${n.slice(12)}`)(
        cnpj(r, r.pick(['0123456789', '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'])),
      ),
  },
  {
    type: 'mx_curp',
    words: ['CURP'],
    make: (r) => {
      const { day, month, year } = r.birth();
      const consonants = 'BCDFGHJKLMNPQRSTVWXYZ';
      // A name that reads as a rude word is not given out; with two consonants there is none.
      const name = `${r.letters(1)}${r.letters(1, 'AEIOU')}${r.letters(2, consonants)}`;
      const body = `${name}${year}${month}${day}${r.letters(1, 'HM')}${r.pick(['DF', 'JC', 'NL', 'VZ'])}${r.letters(3, consonants)}${r.digits(1)}`;
      const alphabet = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ';
      const sum = [...body].reduce((total, c, index) => total + alphabet.indexOf(c) * (18 - index), 0);
      return `${body}${(1_000_000 - sum) % 10}`;
    },
  },
  {
    type: 'sg_nric',
    words: ['NRIC'],
    make: (r) => {
      const first = r.pick(['S', 'T', 'F', 'G']);
      const body = r.digits(7);
      const sum = sumOf(body, [2, 7, 6, 5, 4, 3, 2]) + ('TG'.includes(first) ? 4 : 0);
      return `${first}${body}${('ST'.includes(first) ? 'JZIHGFEDCBA' : 'XWUTRQPNMLK')[sum % 11]}`;
    },
  },
  {
    type: 'cn_resident_id',
    words: ['身份证号码'],
    make: (r) => {
      const { day, month, year, century } = r.birth();
      const body = `${r.pick(['110105', '310101', '440106'])}${century}${year}${month}${day}${r.digits(3)}`;
      return `${body}${'10X98765432'[sumOf(body, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]) % 11]}`;
    },
  },
  {
    type: 'kr_rrn',
    words: ['주민등록번호'],
    make: (r) => {
      const { day, month, year } = r.birth();
      // The second and third of the last digits are the place of birth, up to 95.
      const body = `${year}${month}${day}${1 + r.below(2)}${r.below(9)}${r.digits(4)}`;
      return grouped(
        `${body}${(11 - (sumOf(body, [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]) % 11)) % 10}`,
        '6-7',
        '-',
      );
    },
  },
  {
    type: 'tr_tckn',
    words: ['TC kimlik no'],
    make: (r) => {
      const body = `${1 + r.below(9)}${r.digits(8)}`;
      const [odd, even] = [sumOf(body, [1, 0, 1, 0, 1, 0, 1, 0, 1]), sumOf(body, [0, 1, 0, 1, 0, 1, 0, 1])];
      const tenth = `${body}${(odd * 7 - even + 100) % 10}`;
      return `${tenth}${[...tenth].reduce((sum, d) => sum + Number(d), 0) % 10}`;
    },
  },
  {
    type: 'za_id',
    words: ['ID number'],
    make: (r) => {
      const { day, month, year } = r.birth();
      const body = `${year}${month}${day}${r.digits(4)}08`;
      return body + luhnDigit(body);
    },
  },
  {
    type: 'in_pan',
    words: ['PAN'],
    make: (r) =>
      `${r.letters(3)}${r.letters(1, 'PCH')}${r.letters(1)}${1 + r.below(9)}${r.digits(3)}${r.letters(1)}`,
  },
  {
    type: 'ie_pps',
    words: ['PPS number'],
    make: (r) => {
      const body = r.digits(7);
      const second = r.pick(['', 'A', 'B']);
      const sum = sumOf(body, [8, 7, 6, 5, 4, 3, 2]) + 9 * (second === '' ? 0 : second.charCodeAt(0) - 64);
      return `${body}${'WABCDEFGHIJKLMNOPQRSTUV'[sum % 23]}${second}`;
    },
  },
  { type: 'mrz', words: ['passport'], make: passportZone },
  {
    type: 'wallet',
    words: ['wallet'],
    make: (r) => r.pick([bitcoin(r), `0x${r.letters(40, '0123456789abcdef')}`]),
  },
  {
    type: 'in_aadhaar',
    words: ['Aadhaar'],
    make: (r) => ((b) => grouped(b + verhoeffDigit(b), '4-4-4', ' '))(`${2 + r.below(8)}${r.digits(10)}`),
  },
  {
    type: 'au_abn',
    words: ['ABN'],
    make: (r) => {
      const body = r.digits(9);
      for (let check = 11; check < 100; check += 1) {
        const number = `${check}${body}`;
        if ((sumOf(number, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) - 10) % 89 === 0)
          return grouped(number, '2-3-3-3', ' ');
      }
      return null;
    },
  },
  {
    type: 'de_tax_id',
    words: ['Steuer-ID'],
    make: (r) => {
      const nine = [...'0123456789'].sort(() => r.below(3) - 1).slice(0, 9);
      const body = [nine[0], nine[1], nine[2], nine[3], nine[0], ...nine.slice(4)].join('');
      if (body.startsWith('0')) return null;
      let product = 10;
      for (const digit of body) {
        const sum = (Number(digit) + product) % 10 || 10;
        product = (sum * 2) % 11;
      }
      return grouped(`${body}${(11 - product) % 10}`, '2-3-3-3', ' ');
    },
  },
  {
    type: 'at_svnr',
    words: ['SVNR'],
    make: (r) => {
      const { day, month, year } = r.birth();
      const serial = `${1 + r.below(9)}${r.digits(2)}`;
      const check = oneDigit((sumOf(serial, [3, 7, 9]) + sumOf(day + month + year, [5, 8, 4, 2, 1, 6])) % 11);
      return check === null ? null : `${serial}${check} ${day}${month}${year}`;
    },
  },
];
