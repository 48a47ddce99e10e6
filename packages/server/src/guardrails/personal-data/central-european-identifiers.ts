import {
  hasLuhnCheck,
  hasMod11And10Check,
  isDayOfMonth,
  isOneDigit,
  remainderOf,
  travelCheckDigit,
  weightedSum,
} from './check-digits.ts';
import { contextWords } from './context-words.ts';
import { scores } from './data-types.ts';
import { type Identifier, writtenAs } from './identifier.ts';

/** Of the first ten digits exactly one comes twice or three times, and never three times in a row. */
function isGermanTaxId(digits: string): boolean {
  const body = digits.slice(0, 10);
  const counts = Array.from(new Set(body), (digit) => body.split(digit).length - 1).filter(
    (count) => count > 1,
  );
  return counts.length === 1 && (counts[0] ?? 0) <= 3 && !/(\d)\1\1/.test(body) && hasMod11And10Check(digits);
}

function hasGermanDocumentCheck(compact: string): boolean {
  return travelCheckDigit(compact.slice(0, 9)) === Number(compact[9]) && /\d/.test(compact.slice(1, 9));
}

const corsica: Readonly<Record<string, string>> = { '2A': '19', '2B': '18' };

function isFrenchNir(compact: string): boolean {
  const body = compact.slice(0, 13).replace(/2[AB]/, (department) => corsica[department] ?? '');
  return 97 - remainderOf(body, 97) === Number(compact.slice(13)) && !isOneDigit(body);
}

const bsnWeights = [9, 8, 7, 6, 5, 4, 3, 2, -1];

/** Those born since 2000 count as if a 2 stood before. Where the month is not known it is 0, or counted on by 20. */
function isBelgianNumber(digits: string): boolean {
  const check = Number(digits.slice(9));
  const body = digits.slice(0, 9);
  const [month, day] = [Number(digits.slice(2, 4)) % 20, Number(digits.slice(4, 6))];
  return (
    (97 - remainderOf(body, 97) === check || 97 - remainderOf(`2${body}`, 97) === check) &&
    (isDayOfMonth({ day, month }) || (month === 0 && day <= 31 && body !== '000000000'))
  );
}

const svnrWeights = [3, 7, 9, 0, 5, 8, 4, 2, 1, 6];

function isAustrianNumber(digits: string): boolean {
  const [day, month] = [Number(digits.slice(4, 6)), Number(digits.slice(6, 8))];
  // When the numbers of a day are used up, the month goes on counting from thirteen.
  return (
    weightedSum(digits, svnrWeights) % 11 === Number(digits[3]) &&
    (isDayOfMonth({ day, month }) || (month >= 13 && month <= 15 && day >= 1 && day <= 31))
  );
}

const eanWeights = [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1];

const taxWords = contextWords('steuer*, tax id*, tax number, idnr, id-nr, tin, identifikationsnummer');
const cardWords = contextWords(
  'personalausweis*, ausweis*, reisepass*, id card, identity card, passport, pass, passnummer',
);
const nirWords = contextWords('nir, securite sociale, secu, insee, carte vitale');
const nrnWords = contextWords(
  'nrn, rijksregister*, insz, niss, registre national, national number, national register*',
);
const svnrWords = contextWords(
  'svnr, sv-nr, sv nummer, svn, sozialversicherung*, versicherungsnummer, e-card',
);
const ahvWords = contextWords('ahv*, avs, sozialversicherung*, social security, oasi');

export const centralEuropeanIdentifiers: readonly Identifier[] = [
  {
    type: 'de_tax_id',
    pattern: writtenAs('[1-9]\\d[ ]\\d{3}[ ]\\d{3}[ ]\\d{3}'),
    digitsMin: 11,
    isValid: isGermanTaxId,
    alone: scores.shaped,
    named: scores.sure,
    context: taxWords,
  },
  {
    type: 'de_tax_id',
    pattern: writtenAs('[1-9]\\d[ /-]?\\d{3}[ /-]?\\d{3}[ /-]?\\d{3}'),
    digitsMin: 11,
    isValid: isGermanTaxId,
    named: scores.sure,
    context: taxWords,
  },
  {
    type: 'de_id_card',
    pattern: writtenAs('[CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ\\d]{8}[ ]?\\dD?'),
    digitsMin: 1,
    isValid: hasGermanDocumentCheck,
    named: scores.sure,
    context: cardWords,
  },
  {
    type: 'de_id_card',
    pattern: writtenAs('[CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ\\d]{8}'),
    digitsMin: 1,
    isValid: (compact) => /\d/.test(compact),
    named: scores.named,
    context: contextWords('personalausweis*, ausweis*, reisepass*, passnummer'),
  },
  {
    type: 'fr_nir',
    pattern: writtenAs(
      '[1-478][ .-]?\\d{2}[ .-]?(?:0[1-9]|1[0-2]|[2-9]\\d)[ .-]?(?:\\d{2}|2[AB])[ .-]?\\d{3}[ .-]?\\d{3}[ .-]?\\d{2}',
    ),
    digitsMin: 14,
    isValid: isFrenchNir,
    alone: scores.checked,
    named: scores.sure,
    context: nirWords,
  },
  {
    type: 'fr_siren',
    pattern: writtenAs('\\d{3}[ .]?\\d{3}[ .]?\\d{3}(?:[ .]?\\d{5})?'),
    digitsMin: 9,
    isValid: (digits) => hasLuhnCheck(digits) && !isOneDigit(digits),
    named: scores.sure,
    context: contextWords('siren, siret, rcs'),
  },
  {
    type: 'nl_bsn',
    pattern: writtenAs('\\d{4}[ .-]?\\d{2}[ .-]?\\d{3}|\\d{3}[ .-]\\d{3}[ .-]\\d{3}'),
    digitsMin: 9,
    isValid: (digits) => weightedSum(digits, bsnWeights) % 11 === 0 && !isOneDigit(digits),
    named: scores.sure,
    context: contextWords('bsn, burgerservice*, sofi*, citizen service'),
  },
  {
    type: 'be_nrn',
    pattern: writtenAs('\\d{2}[. ]?\\d{2}[. ]?\\d{2}[- ]?\\d{3}[. ]?\\d{2}'),
    digitsMin: 11,
    isValid: isBelgianNumber,
    alone: scores.checked,
    named: scores.sure,
    context: nrnWords,
  },
  {
    type: 'at_svnr',
    pattern: writtenAs('[1-9]\\d{3}[ -]\\d{6}'),
    digitsMin: 10,
    isValid: isAustrianNumber,
    alone: scores.shaped,
    named: scores.sure,
    context: svnrWords,
  },
  {
    type: 'at_svnr',
    pattern: writtenAs('[1-9]\\d{3}[ /-]?\\d{2}[ .]?\\d{2}[ .]?\\d{2}'),
    digitsMin: 10,
    isValid: isAustrianNumber,
    named: scores.sure,
    context: svnrWords,
  },
  {
    type: 'ch_ahv',
    pattern: writtenAs('756[. -]?\\d{4}[. -]?\\d{4}[. -]?\\d{2}'),
    digitsMin: 13,
    isValid: (digits) => weightedSum(digits, eanWeights) % 10 === 0,
    alone: scores.checked,
    named: scores.sure,
    context: ahvWords,
  },
];
