import { hasLuhnCheck, isDayOfMonth, isOneDigit, remainderOf, weightedSum } from './check-digits.ts';
import { contextWords } from './context-words.ts';
import { scores } from './data-types.ts';
import { type Identifier, writtenAs } from './identifier.ts';

/** Year, month, day. The numbers of those who are only staying count their days on by sixty. */
function isPersonnummer(compact: string): boolean {
  const digits = compact.slice(-10);
  const day = Number(digits.slice(4, 6));
  return (
    isDayOfMonth({ day: day > 60 ? day - 60 : day, month: Number(digits.slice(2, 4)) }) &&
    hasLuhnCheck(digits)
  );
}

const firstNorwegianWeights = [3, 7, 6, 1, 8, 9, 4, 5, 2, 1];
const secondNorwegianWeights = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1];

/** Day, month, year. Numbers for a stay count the days on by forty, numbers of hospitals the months. */
function isFodselsnummer(digits: string): boolean {
  const [day, month] = [Number(digits.slice(0, 2)) % 40, Number(digits.slice(2, 4)) % 40];
  return (
    isDayOfMonth({ day, month }) &&
    weightedSum(digits, firstNorwegianWeights) % 11 === 0 &&
    weightedSum(digits, secondNorwegianWeights) % 11 === 0
  );
}

function isHetu(compact: string): boolean {
  const isLetterSign = compact.length === 11;
  const digits = compact.slice(0, 6) + compact.slice(isLetterSign ? 7 : 6, -1);
  return (
    isDayOfMonth({ day: Number(digits.slice(0, 2)), month: Number(digits.slice(2, 4)) }) &&
    '0123456789ABCDEFHJKLMNPRSTUVWXY'[remainderOf(digits, 31)] === compact.at(-1)
  );
}

const peselWeights = [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1];
const nipWeights = [6, 5, 7, 2, 3, 4, 5, 6, 7];

/** The century is in the month, by twenties. */
function isPesel(digits: string): boolean {
  return (
    isDayOfMonth({ day: Number(digits.slice(4, 6)), month: Number(digits.slice(2, 4)) % 20 }) &&
    weightedSum(digits, peselWeights) % 10 === 0
  );
}

const swedishWords = contextWords(
  'personnummer, personnr, pers.nr, samordningsnummer, personal identity, swedish*',
);

export const northernEuropeanIdentifiers: readonly Identifier[] = [
  {
    type: 'se_personnummer',
    pattern: writtenAs('(?:18|19|20)?\\d{6}[-+]\\d{4}'),
    digitsMin: 10,
    isValid: isPersonnummer,
    alone: scores.checked,
    named: scores.sure,
    context: swedishWords,
  },
  {
    type: 'se_personnummer',
    pattern: writtenAs('(?:18|19|20)?\\d{6}[ ]?\\d{4}'),
    digitsMin: 10,
    isValid: isPersonnummer,
    named: scores.sure,
    context: swedishWords,
  },
  {
    type: 'no_fodselsnummer',
    pattern: writtenAs('\\d{6}[ -]?\\d{5}'),
    digitsMin: 11,
    isValid: isFodselsnummer,
    alone: scores.checked,
    named: scores.sure,
    context: contextWords('fodselsnummer*, fnr, personnummer, d-nummer, norwegian*'),
  },
  {
    type: 'fi_hetu',
    pattern: writtenAs('\\d{6}[-+A-FU-Y]\\d{3}[0-9A-FHJ-NPR-Y]'),
    digitsMin: 9,
    isValid: isHetu,
    alone: scores.checked,
    named: scores.sure,
    context: contextWords('hetu, henkilotunnus*, personbeteckning, finnish*'),
  },
  {
    type: 'dk_cpr',
    pattern: writtenAs('(?:0[1-9]|[12]\\d|3[01])(?:0[1-9]|1[0-2])\\d{2}[ -]?\\d{4}'),
    digitsMin: 10,
    isValid: (digits) =>
      isDayOfMonth({ day: Number(digits.slice(0, 2)), month: Number(digits.slice(2, 4)) }) &&
      !isOneDigit(digits),
    named: scores.sure,
    context: contextWords('cpr*, personnummer, danish*'),
  },
  {
    type: 'pl_pesel',
    pattern: writtenAs('\\d{11}'),
    digitsMin: 11,
    isValid: isPesel,
    named: scores.sure,
    context: contextWords('pesel*, polish*'),
  },
  {
    type: 'pl_nip',
    pattern: writtenAs(
      '(?:PL[ ]?)?(?:\\d{10}|\\d{3}[ -]\\d{3}[ -]\\d{2}[ -]\\d{2}|\\d{3}[ -]\\d{2}[ -]\\d{2}[ -]\\d{3})',
    ),
    digitsMin: 10,
    isValid: (compact) => {
      const digits = compact.slice(-10);
      return weightedSum(digits, nipWeights) % 11 === Number(digits[9]) && !isOneDigit(digits);
    },
    named: scores.sure,
    context: contextWords('nip, identyfikacji podatkowej, polish tax*'),
  },
];
