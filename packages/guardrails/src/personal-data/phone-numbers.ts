import { parsePhoneNumber } from 'awesome-phonenumber';
import { isRepeatedDigit } from './check-digits.ts';
import { contextWords, hasContextBefore } from './context-words.ts';
import { type FoundData, scores } from './data-types.ts';
import type { DigitRegion } from './digit-regions.ts';
import { notDate } from './identifier.ts';

/** Separators between digits; balanced brackets and an extension are allowed. */
const gap = '[ .\\-/]{0,2}';
const extension = '(?:[ ,;]{0,2}(?:ext\\.?|extension|x|durchwahl|poste)[ .:]{0,2}\\d{1,6})?';
const before = '(?<![\\p{Script=Latin}\\p{N}_])(?<!\\d[-./,:]|[$€£¥])';
const after = '(?![\\p{Script=Latin}\\p{N}_])(?![-./:]\\d|[%°€£]|,\\d{3})';

const pattern = (source: string) => new RegExp(`${before}(?:${source})${extension}${after}`, 'giu');

interface PhoneForm {
  readonly form: RegExp;
  readonly digitsMin: number;
  readonly isValid: (digits: string) => boolean;
  readonly score: number;
  /** Whether it is found only after a label. */
  readonly needsWord: boolean;
}

const always = () => true;

/**
 * Whether the digits after a plus sign begin with a country code and have a possible length. Unassigned ranges count too:
 * new ones are opened all the time, and an unnecessary redaction does little harm.
 */
const isInternationalNumber = (digits: string) => parsePhoneNumber(`+${digits}`).possible;

/** Ten digits of the North American plan: both codes begin with 2 to 9, and the area code is not one such as 911. */
const isNorthAmericanNumber = (digits: string) =>
  /^[2-9](?!11)\d{2}[2-9]\d{6}$/.test(digits) && !isRepeatedDigit(digits);

const withoutPrefix = (digits: string) => digits.replace(/^1(?=\d{10}$)/, '');

const forms: readonly PhoneForm[] = [
  {
    form: pattern(`\\+ ?\\d(?:${gap}(?:\\(\\d{1,5}\\)|\\d)){6,15}`),
    digitsMin: 7,
    isValid: isInternationalNumber,
    score: scores.shaped,
    needsWord: false,
  },
  {
    form: pattern(`00[ -]?[1-9](?:${gap}(?:\\(\\d{1,5}\\)|\\d)){6,14}`),
    digitsMin: 9,
    isValid: (digits) => isInternationalNumber(digits.slice(2)),
    score: scores.shaped,
    needsWord: true,
  },
  {
    // North America: (212) 555-0100, 212-555-0100, 1-212-555-0100.
    form: pattern(
      '(?:\\+?1[ .-])?(?:\\(\\d{3}\\)[ .-]?\\d{3}[ .-]\\d{4}|\\d{3}-\\d{3}-\\d{4}|\\d{3}\\.\\d{3}\\.\\d{4})',
    ),
    digitsMin: 10,
    isValid: (digits) => isNorthAmericanNumber(withoutPrefix(digits)),
    score: scores.shaped,
    needsWord: false,
  },
  {
    // Great Britain, grouped by the length of the area code.
    form: pattern(
      '\\(?02\\d\\)?[ -]\\d{4}[ -]?\\d{4}|\\(?01\\d{3}\\)?[ -]\\d{6}|\\(?01\\d{3}\\)?[ -]\\d{3}[ -]\\d{3}|\\(?01\\d{2}\\)?[ -]\\d{3}[ -]\\d{4}|07\\d{3}[ -]\\d{3}[ -]?\\d{3}|0[38]\\d{2}[ -]\\d{3}[ -]\\d{4}',
    ),
    digitsMin: 10,
    isValid: always,
    score: scores.shaped,
    needsWord: false,
  },
  {
    // France and Belgium, in groups of two.
    form: pattern('0[1-9](?:[ .-]\\d{2}){4}'),
    digitsMin: 10,
    isValid: always,
    score: scores.shaped,
    needsWord: false,
  },
  {
    // An area code in brackets, or followed by a slash as in Germany.
    form: pattern(
      '\\(0\\d{1,5}\\)[ ]?\\d{2,5}(?:[ -]?\\d{2,5}){0,2}|0[1-9]\\d{1,4}[ ]?/[ ]?\\d{3,5}(?:[ -]?\\d{2,5}){0,2}',
    ),
    digitsMin: 7,
    isValid: (digits) => digits.length >= 8 && digits.length <= 13,
    score: scores.shaped,
    needsWord: false,
  },
  {
    form: pattern(`${notDate}[(]?\\d(?:[ .\\-/()]{0,2}\\d){5,14}`),
    digitsMin: 6,
    isValid: (digits) => digits.length >= 6 && digits.length <= 15 && !isRepeatedDigit(digits),
    score: scores.named,
    needsWord: true,
  },
];

const callWords = contextWords(
  'phone, phones, phone number, telephone, tel, tel., tel no, mobile, cell, cellphone, cell phone',
  'fax, call, call me, calling, text me, sms, whatsapp, dial, hotline, landline, voicemail',
  'reach me, reached at, answering, answer at, contact number, telefon*, mobil, handynummer',
  'rufnummer, anrufen, telephone, movil, celular, llame, cellulare, telefoonnummer, mobiel, gsm',
  'puhelin*, telemovel, 电话*, 電話*, 手机*, 手機*, 전화*, 携帯*, телефон*, тел, هاتف*, फोन*',
);
const wordReach = 40;

/** Labels of other numbers. */
const otherWords = contextWords(
  'order, invoice, account, card, serial, isbn, issn, version, port, error, rfc, doi, pmid, imei',
  'tracking, ticket, reference, ssn, passport, license, licence, routing, id',
);

function digitsOf(written: string): string {
  const [number = ''] = written.split(/[ ,;]{0,2}(?:ext|x|durchwahl|poste)/i);
  // A zero in brackets is dialled only within the country.
  return number.replace(/\(0\)/, '').replace(/\D/g, '');
}

/** In a signature the label comes after the number: `030 123456 (office)`. */
const wordAfter =
  /^[ \t]{0,2}[-(]?(?:office|fax|mobile|cell|home|work|tel|phone|direct|landline|privat|mobil|büro)\b/i;

function isNamed(text: string, { start, end }: { readonly start: number; readonly end: number }): boolean {
  if (wordAfter.test(text.slice(end, end + 14))) return true;
  const near = text.slice(Math.max(0, start - wordReach), start);
  const nearest = near.slice(-14);
  return (
    hasContextBefore(near, near.length, callWords) && !hasContextBefore(nearest, nearest.length, otherWords)
  );
}

function findForm(
  phone: PhoneForm,
  { text, region, offset }: { readonly text: string; readonly region: string; readonly offset: number },
) {
  const found: FoundData[] = [];
  const { form } = phone;
  form.lastIndex = 0;
  for (let match = form.exec(region); match !== null; match = form.exec(region)) {
    const [written] = match;
    const start = offset + match.index;
    const end = start + written.length;
    if (phone.isValid(digitsOf(written)) && (!phone.needsWord || isNamed(text, { start, end }))) {
      found.push({ type: 'phone', start, end, score: phone.score });
    } else {
      form.lastIndex = match.index + 1;
    }
  }
  return found;
}

/** Finds telephone numbers: international, national in a distinctive format, and others with a label. */
export function findPhoneNumbers(text: string, regions: readonly DigitRegion[]): readonly FoundData[] {
  return regions.flatMap(({ region, offset, digits }) =>
    forms
      .filter(({ digitsMin }) => digits >= digitsMin)
      .flatMap((phone) => findForm(phone, { text, region, offset })),
  );
}
