import { isRepeatedDigit, weightedSum } from './check-digits.ts';
import { contextWords } from './context-words.ts';
import { createStdnumValidator } from './create-stdnum-validator.ts';
import { scores } from './data-types.ts';
import { type Identifier, writtenAs } from './identifier.ts';

const nhsWeights = [10, 9, 8, 7, 6, 5, 4, 3, 2];

function isNhsNumber(digits: string): boolean {
  const check = 11 - (weightedSum(digits, nhsWeights) % 11);
  return (check === 11 ? 0 : check) === Number(digits[9]) && !isRepeatedDigit(digits);
}

const ppsWeights = [8, 7, 6, 5, 4, 3, 2];

/** The second letter counts too, except the W of numbers that wives once shared with their husbands. */
function isPps(compact: string): boolean {
  const second = compact[8] ?? 'W';
  const secondValue = second === 'W' ? 0 : second.charCodeAt(0) - 0x40;
  const check = (weightedSum(compact, ppsWeights) + 9 * secondValue) % 23;
  return compact[7] === (check === 0 ? 'W' : String.fromCharCode(0x40 + check));
}

export const britishIdentifiers: readonly Identifier[] = [
  {
    type: 'uk_nhs',
    pattern: writtenAs('\\d{3}[ -]?\\d{3}[ -]?\\d{4}'),
    digitsMin: 10,
    isValid: isNhsNumber,
    named: scores.sure,
    context: contextWords('nhs, national health*, patient, patient*'),
  },
  {
    type: 'uk_nino',
    pattern: writtenAs(
      '(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z][ -]?\\d{2}[ -]?\\d{2}[ -]?\\d{2}[ -]?[A-D]',
    ),
    digitsMin: 6,
    isValid: () => true,
    alone: scores.shaped,
    named: scores.shaped,
    context: contextWords('nino, national insurance, ni number, ni no, insurance'),
  },
  {
    type: 'uk_utr',
    pattern: writtenAs('\\d{5}[ ]?\\d{5}K?'),
    digitsMin: 10,
    isValid: createStdnumValidator('GB.utr'),
    named: scores.sure,
    context: contextWords('utr, unique taxpayer, tax reference, hmrc, self assessment'),
  },
  {
    type: 'ie_pps',
    pattern: writtenAs('\\d{7}[ -]?[A-W][A-IW]?'),
    digitsMin: 7,
    isValid: isPps,
    alone: scores.shaped,
    named: scores.sure,
    context: contextWords('pps, ppsn, personal public*, revenue'),
  },
  {
    // The driver number of Great Britain encodes the name, date of birth and sex.
    type: 'driving_licence',
    pattern: writtenAs(
      '(?=[A-Z])[A-Z9]{5}[ ]?\\d[0156]\\d(?:0[1-9]|[12]\\d|3[01])\\d[ ]?[A-Z9]{2}\\d[A-Z]{2}',
    ),
    digitsMin: 6,
    isValid: (compact) => !/^.{6}(?:[05]0|[16][3-9])/.test(compact),
    alone: scores.shaped,
    named: scores.shaped,
    context: contextWords('licence, license, driver*, driving, dvla'),
  },
];
