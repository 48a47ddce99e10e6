import { hasLuhnCheck, isDayOfMonth, isOneDigit, weightedSum } from './check-digits.ts';
import { contextWords } from './context-words.ts';
import { scores } from './data-types.ts';
import { type Identifier, writtenAs } from './identifier.ts';

const tfnWeights = [1, 4, 3, 7, 5, 8, 6, 9, 10];
const medicareWeights = [1, 3, 7, 9, 1, 3, 7, 9];
const abnWeights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];

function isAbn(digits: string): boolean {
  // The sum is taken of the number whose first digit is one less.
  return (weightedSum(digits, abnWeights) - 10) % 89 === 0;
}

const irdWeights = [
  [3, 2, 7, 6, 5, 4, 3, 2],
  [7, 4, 3, 2, 5, 2, 7, 6],
];

function isIrd(compact: string): boolean {
  const digits = compact.padStart(9, '0');
  if (Number(digits) < 10_000_000 || Number(digits) > 200_000_000) return false;
  for (const weights of irdWeights) {
    const check = (11 - (weightedSum(digits, weights) % 11)) % 11;
    if (check !== 10) return check === Number(digits[8]);
  }
  return false;
}

/** A date of birth, and whether the holder is a citizen. */
function isSouthAfricanId(digits: string): boolean {
  return (
    isDayOfMonth({ day: Number(digits.slice(4, 6)), month: Number(digits.slice(2, 4)) }) &&
    hasLuhnCheck(digits)
  );
}

const abnWords = contextWords('abn, australian business*, acn');

export const southernIdentifiers: readonly Identifier[] = [
  {
    type: 'au_tfn',
    pattern: writtenAs('\\d{3}[ -]?\\d{3}[ -]?\\d{3}'),
    digitsMin: 9,
    isValid: (digits) => weightedSum(digits, tfnWeights) % 11 === 0 && !isOneDigit(digits),
    named: scores.sure,
    context: contextWords('tfn, tax file*'),
  },
  {
    type: 'au_medicare',
    pattern: writtenAs('[2-6]\\d{3}[ -]?\\d{5}[ -]?\\d(?:[ /-]?[1-9])?'),
    digitsMin: 10,
    isValid: (digits) =>
      weightedSum(digits, medicareWeights) % 10 === Number(digits[8]) && !isOneDigit(digits),
    named: scores.sure,
    context: contextWords('medicare'),
  },
  {
    type: 'au_abn',
    pattern: writtenAs('[1-9]\\d[ ]\\d{3}[ ]\\d{3}[ ]\\d{3}'),
    digitsMin: 11,
    isValid: isAbn,
    alone: scores.shaped,
    named: scores.sure,
    context: abnWords,
  },
  {
    type: 'au_abn',
    pattern: writtenAs('[1-9]\\d[ -]?\\d{3}[ -]?\\d{3}[ -]?\\d{3}'),
    digitsMin: 11,
    isValid: isAbn,
    named: scores.sure,
    context: abnWords,
  },
  {
    type: 'nz_ird',
    pattern: writtenAs('\\d{2,3}[ -]?\\d{3}[ -]?\\d{3}'),
    digitsMin: 8,
    isValid: isIrd,
    named: scores.sure,
    context: contextWords('ird, inland revenue'),
  },
  {
    type: 'za_id',
    pattern: writtenAs('\\d{6}[ ]?\\d{4}[ ]?[012][89]\\d|\\d{6}[ ]?\\d{4}[ ]?[01]\\d{2}'),
    digitsMin: 13,
    isValid: isSouthAfricanId,
    alone: scores.shaped,
    named: scores.sure,
    context: contextWords(
      'south africa*, id number, identity number, rsa id, sa id, id no, identity document',
    ),
  },
];
