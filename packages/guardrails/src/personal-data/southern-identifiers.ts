import { isRepeatedDigit, weightedSum } from './check-digits.ts';
import { contextWords } from './context-words.ts';
import { createStdnumValidator } from './create-stdnum-validator.ts';
import { scores } from './data-types.ts';
import { type Identifier, writtenAs } from './identifier.ts';

const medicareWeights = [1, 3, 7, 9, 1, 3, 7, 9];
const abnWords = contextWords('abn, australian business*, acn');

export const southernIdentifiers: readonly Identifier[] = [
  {
    type: 'au_tfn',
    pattern: writtenAs('\\d{3}[ -]?\\d{3}[ -]?\\d{3}'),
    digitsMin: 9,
    isValid: createStdnumValidator('AU.tfn'),
    named: scores.sure,
    context: contextWords('tfn, tax file*'),
  },
  {
    type: 'au_medicare',
    pattern: writtenAs('[2-6]\\d{3}[ -]?\\d{5}[ -]?\\d(?:[ /-]?[1-9])?'),
    digitsMin: 10,
    isValid: (digits) =>
      weightedSum(digits, medicareWeights) % 10 === Number(digits[8]) && !isRepeatedDigit(digits),
    named: scores.sure,
    context: contextWords('medicare'),
  },
  {
    type: 'au_abn',
    pattern: writtenAs('[1-9]\\d[ ]\\d{3}[ ]\\d{3}[ ]\\d{3}'),
    digitsMin: 11,
    isValid: createStdnumValidator('AU.abn'),
    alone: scores.shaped,
    named: scores.sure,
    context: abnWords,
  },
  {
    type: 'au_abn',
    pattern: writtenAs('[1-9]\\d[ -]?\\d{3}[ -]?\\d{3}[ -]?\\d{3}'),
    digitsMin: 11,
    isValid: createStdnumValidator('AU.abn'),
    named: scores.sure,
    context: abnWords,
  },
  {
    type: 'nz_ird',
    pattern: writtenAs('\\d{2,3}[ -]?\\d{3}[ -]?\\d{3}'),
    digitsMin: 8,
    isValid: createStdnumValidator('NZ.ird'),
    named: scores.sure,
    context: contextWords('ird, inland revenue'),
  },
  {
    type: 'za_id',
    pattern: writtenAs('\\d{6}[ ]?\\d{4}[ ]?[012][89]\\d|\\d{6}[ ]?\\d{4}[ ]?[01]\\d{2}'),
    digitsMin: 13,
    isValid: createStdnumValidator('ZA.idnr'),
    alone: scores.shaped,
    named: scores.sure,
    context: contextWords(
      'south africa*, id number, identity number, rsa id, sa id, id no, identity document',
    ),
  },
];
