import { hasLuhnCheck, isDayOfMonth, isOneDigit, weightedSum } from './check-digits.ts';
import { contextWords } from './context-words.ts';
import { scores } from './data-types.ts';
import { type Identifier, writtenAs } from './identifier.ts';

const ssnWords = contextWords('ssn, ssns, social security, social insurance, soc sec');
const itinWords = contextWords('itin, taxpayer, tax id*, individual tax*');

/** Numbers that were printed in advertisements and were never anybody's. */
const neverIssued: ReadonlySet<string> = new Set(['078051120', '219099999', '457555462']);

function isSsn(digits: string): boolean {
  return !/^(?:000|666|9)|^.{3}00|0000$/.test(digits) && !isOneDigit(digits) && !neverIssued.has(digits);
}

function isItin(digits: string): boolean {
  return /^9\d\d(?:5\d|6[0-5]|7\d|8[0-8]|9[0-2]|9[4-9])/.test(digits);
}

/** The campuses of the tax office, by the first two digits, that are in use. */
const einPrefix = /^(?:0[1-6]|1[0-6]|2[0-7]|3\d|4[0-8]|5[0-9]|6[0-8]|7[1-7]|8[0-8]|9[0-58-9])/;

const cpfWeights = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2];

function brazilianDigit(sum: number): number {
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}

function isCpf(digits: string): boolean {
  return (
    !isOneDigit(digits) &&
    brazilianDigit(weightedSum(digits, cpfWeights.slice(1))) === Number(digits[9]) &&
    brazilianDigit(weightedSum(digits, cpfWeights)) === Number(digits[10])
  );
}

const cnpjWeights = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

/** Letters count by their place in ASCII, so the same sum holds for the numbers with letters. */
function isCnpj(compact: string): boolean {
  return (
    !isOneDigit(compact) &&
    brazilianDigit(weightedSum(compact, cnpjWeights.slice(1))) === Number(compact[12]) &&
    brazilianDigit(weightedSum(compact, cnpjWeights)) === Number(compact[13])
  );
}

const curpAlphabet = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ';

function isCurp(compact: string): boolean {
  const sum = Array.from(compact.slice(0, 17)).reduce(
    (total, character, index) => total + curpAlphabet.indexOf(character) * (18 - index),
    0,
  );
  return (
    isDayOfMonth({ day: Number(compact.slice(8, 10)), month: Number(compact.slice(6, 8)) }) &&
    (10 - (sum % 10)) % 10 === Number(compact[17])
  );
}

const cpfWords = contextWords('cpf, cadastro de pessoas, contribuinte');
const cnpjWords = contextWords('cnpj, pessoa juridica');
const sinWords = contextWords('sin, social insurance, assurance sociale, nas, canadian social*');

export const americanIdentifiers: readonly Identifier[] = [
  {
    type: 'us_ssn',
    pattern: writtenAs('\\d{3}(?:-\\d{2}-|[ ]\\d{2}[ ])\\d{4}'),
    digitsMin: 9,
    isValid: isSsn,
    alone: scores.shaped,
    named: scores.shaped,
    context: ssnWords,
  },
  {
    type: 'us_ssn',
    pattern: writtenAs('\\d{3}[./ -]{0,2}\\d{2}[./ -]{0,2}\\d{4}'),
    digitsMin: 9,
    isValid: isSsn,
    named: scores.shaped,
    context: ssnWords,
  },
  {
    type: 'us_itin',
    pattern: writtenAs('9\\d\\d(?:-\\d{2}-|[ ]\\d{2}[ ])\\d{4}'),
    digitsMin: 9,
    isValid: isItin,
    alone: scores.shaped,
    named: scores.shaped,
    context: itinWords,
  },
  {
    type: 'us_itin',
    pattern: writtenAs('9\\d{8}'),
    digitsMin: 9,
    isValid: isItin,
    named: scores.named,
    context: itinWords,
  },
  {
    type: 'us_ein',
    pattern: writtenAs('\\d{2}-\\d{7}'),
    digitsMin: 9,
    isValid: (digits) => einPrefix.test(digits) && !isOneDigit(digits),
    named: scores.shaped,
    context: contextWords('ein, eins, employer id*, fein, tin, federal tax*, federal id*, tax id*, irs'),
  },
  {
    type: 'ca_sin',
    pattern: writtenAs('[0-79]\\d{2}[ -]?\\d{3}[ -]?\\d{3}'),
    digitsMin: 9,
    isValid: (digits) => hasLuhnCheck(digits) && !isOneDigit(digits),
    named: scores.sure,
    context: sinWords,
  },
  {
    type: 'br_cpf',
    pattern: writtenAs('\\d{3}\\.\\d{3}\\.\\d{3}[-/]\\d{2}'),
    digitsMin: 11,
    isValid: isCpf,
    alone: scores.checked,
    named: scores.sure,
    context: cpfWords,
  },
  {
    type: 'br_cpf',
    pattern: writtenAs('\\d{3}[ .]?\\d{3}[ .]?\\d{3}[ -]?\\d{2}'),
    digitsMin: 11,
    isValid: isCpf,
    alone: scores.shaped,
    named: scores.sure,
    context: cpfWords,
  },
  {
    type: 'br_cnpj',
    pattern: writtenAs('[0-9A-Z]{2}\\.[0-9A-Z]{3}\\.[0-9A-Z]{3}/[0-9A-Z]{4}-\\d{2}'),
    digitsMin: 2,
    isValid: isCnpj,
    alone: scores.checked,
    named: scores.sure,
    context: cnpjWords,
  },
  {
    type: 'br_cnpj',
    pattern: writtenAs('\\d{8}[/ ]?\\d{4}[- ]?\\d{2}'),
    digitsMin: 14,
    isValid: isCnpj,
    alone: scores.shaped,
    named: scores.sure,
    context: cnpjWords,
  },
  {
    type: 'mx_curp',
    pattern: writtenAs('[A-Z][AEIOUX][A-Z]{2}\\d{6}[HMX][A-Z]{2}[B-DF-HJ-NP-TV-Z]{3}[A-Z\\d]\\d'),
    digitsMin: 7,
    isValid: isCurp,
    alone: scores.checked,
    named: scores.sure,
    context: contextWords('curp'),
  },
];
