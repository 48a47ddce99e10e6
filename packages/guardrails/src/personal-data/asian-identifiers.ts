import { isDayOfMonth, isRepeatedDigit, weightedSum } from './check-digits.ts';
import { contextWords } from './context-words.ts';
import { createStdnumValidator } from './create-stdnum-validator.ts';
import { scores } from './data-types.ts';
import { type Identifier, writtenAs } from './identifier.ts';

const nricWeights = [2, 7, 6, 5, 4, 3, 2];
/** What the first letter adds to the sum, and the check letters by remainder. */
const nricTables: Readonly<Record<string, readonly [number, string]>> = {
  S: [0, 'JZIHGFEDCBA'],
  T: [4, 'JZIHGFEDCBA'],
  F: [0, 'XWUTRQPNMLK'],
  G: [4, 'XWUTRQPNMLK'],
  M: [3, 'XWUTRQPNJLK'],
};

function isNric(compact: string): boolean {
  const [offset, letters] = nricTables[compact[0] ?? ''] ?? [0, ''];
  return letters[(weightedSum(compact.slice(1), nricWeights) + offset) % 11] === compact[8];
}

const myNumberWeights = [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2];

function isMyNumber(digits: string): boolean {
  const rest = weightedSum(digits, myNumberWeights) % 11;
  return (rest <= 1 ? 0 : 11 - rest) === Number(digits[11]) && !isRepeatedDigit(digits);
}

function hasKoreanDate(digits: string): boolean {
  return isDayOfMonth({ day: Number(digits.slice(4, 6)), month: Number(digits.slice(2, 4)) });
}

const aadhaarWords = contextWords('aadhaar, aadhar, adhaar, adhar, uidai, uid, आधार');
const rrnWords = contextWords('주민등록*, 주민번호*, 등록번호*, rrn, resident registration*, korean*');

export const asianIdentifiers: readonly Identifier[] = [
  {
    type: 'in_aadhaar',
    pattern: writtenAs('[2-9]\\d{3}(?:[ ]\\d{4}[ ]|-\\d{4}-)\\d{4}'),
    digitsMin: 12,
    isValid: createStdnumValidator('IN.aadhaar'),
    alone: scores.shaped,
    named: scores.sure,
    context: aadhaarWords,
  },
  {
    type: 'in_aadhaar',
    pattern: writtenAs('[2-9]\\d{3}[ -]?\\d{4}[ -]?\\d{4}'),
    digitsMin: 12,
    isValid: createStdnumValidator('IN.aadhaar'),
    named: scores.sure,
    context: aadhaarWords,
  },
  {
    type: 'in_pan',
    pattern: writtenAs('[A-Z]{3}[ABCFGHJLPT][A-Z]\\d{4}[A-Z]'),
    digitsMin: 4,
    isValid: (compact) => !/0000.$/.test(compact),
    alone: scores.shaped,
    named: scores.shaped,
    context: contextWords('pan, permanent account, income tax'),
  },
  {
    type: 'sg_nric',
    pattern: writtenAs('[STFGM]\\d{7}[A-Z]'),
    digitsMin: 7,
    isValid: isNric,
    alone: scores.checked,
    named: scores.sure,
    context: contextWords('nric, fin, singapore*'),
  },
  {
    type: 'jp_my_number',
    pattern: writtenAs('\\d{4}[ -]?\\d{4}[ -]?\\d{4}'),
    digitsMin: 12,
    isValid: isMyNumber,
    named: scores.sure,
    context: contextWords('my number, マイナンバー*, ﾏｲﾅﾝﾊﾞｰ*, 個人番号*, mynumber, individual number'),
  },
  {
    type: 'kr_rrn',
    pattern: writtenAs('\\d{6}-[1-8]\\d{6}'),
    digitsMin: 13,
    isValid: createStdnumValidator('KR.rrn'),
    alone: scores.checked,
    named: scores.sure,
    context: rrnWords,
  },
  {
    // Numbers issued since October 2020 have no check digit.
    type: 'kr_rrn',
    pattern: writtenAs('\\d{6}[ -]?[1-8]\\d{6}'),
    digitsMin: 13,
    isValid: hasKoreanDate,
    named: scores.shaped,
    context: rrnWords,
  },
  {
    type: 'cn_resident_id',
    pattern: writtenAs(
      '[1-8]\\d{5}[ ]?(?:18|19|20)\\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])[ ]?\\d{3}[\\dX]',
    ),
    digitsMin: 17,
    isValid: createStdnumValidator('CN.ric'),
    alone: scores.checked,
    named: scores.sure,
    context: contextWords('身份证*, 身份證*, 公民身份*, resident id*, chinese id*'),
  },
  {
    type: 'il_id',
    pattern: writtenAs('\\d{8}-?\\d'),
    digitsMin: 9,
    isValid: createStdnumValidator('IL.idnr'),
    named: scores.sure,
    context: contextWords(
      'teudat zehut, israeli id*, israeli identity, mispar zehut, תעודת זהות*, ת.ז*, מספר זהות*',
    ),
  },
];
