import { isOneDigit, weightedSum } from './check-digits.ts';
import { contextWords } from './context-words.ts';
import { scores } from './data-types.ts';
import { type Identifier, writtenAs } from './identifier.ts';

const dniLetters = 'TRWAGMYFPDXBNJZSQVHLCKE';
const nieDigits: Readonly<Record<string, string>> = { X: '0', Y: '1', Z: '2' };

function isSpanishNif(compact: string): boolean {
  const digits = compact.slice(0, -1).replace(/^[XYZ]/, (letter) => nieDigits[letter] ?? '');
  return dniLetters[Number(digits) % 23] === compact.at(-1) && !isOneDigit(digits);
}

/** By the characters 0 to 9 and A to Z, where they stand on an odd place. */
const oddValues = [
  ...[1, 0, 5, 7, 9, 13, 15, 17, 19, 21],
  ...[1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23],
];

function placeValue(character: string, isOdd: boolean): number {
  const place = Number.parseInt(character, 36);
  if (isOdd) return oddValues[place] ?? 0;
  return place > 9 ? place - 10 : place;
}

function isCodiceFiscale(compact: string): boolean {
  const sum = Array.from(compact.slice(0, 15)).reduce(
    (total, character, index) => total + placeValue(character, index % 2 === 0),
    0,
  );
  return compact[15] === String.fromCharCode(0x41 + (sum % 26));
}

const nifWeights = [9, 8, 7, 6, 5, 4, 3, 2];

function isPortugueseNif(digits: string): boolean {
  const check = 11 - (weightedSum(digits, nifWeights) % 11);
  return (check >= 10 ? 0 : check) === Number(digits[8]) && !isOneDigit(digits);
}

const oddPlaces = [1, 0, 1, 0, 1, 0, 1, 0, 1];
const evenPlaces = [0, 1, 0, 1, 0, 1, 0, 1];
const tenPlaces = Array.from({ length: 10 }, () => 1);

function isTurkishNumber(digits: string): boolean {
  const tenth = (weightedSum(digits, oddPlaces) * 7 - weightedSum(digits, evenPlaces) + 100) % 10;
  return tenth === Number(digits[9]) && weightedSum(digits, tenPlaces) % 10 === Number(digits[10]);
}

const dniWords = contextWords('dni, nie, nif, documento nacional*, identidad, extranjero*');
const fiscaleWords = contextWords('codice fiscale, cod fisc*, c.f., fiscal code, tax code');
const tcknWords = contextWords('tckn, tc kimlik*, kimlik*, turkish id*, t.c.');

export const southernEuropeanIdentifiers: readonly Identifier[] = [
  {
    type: 'es_nif',
    pattern: writtenAs('(?:\\d{8}|\\d{2}\\.\\d{3}\\.\\d{3})[ -]?[A-HJ-NP-TV-Z]'),
    digitsMin: 8,
    isValid: isSpanishNif,
    alone: scores.shaped,
    named: scores.sure,
    context: dniWords,
  },
  {
    type: 'es_nif',
    pattern: writtenAs('[XYZ][ -]?\\d{7}[ -]?[A-HJ-NP-TV-Z]'),
    digitsMin: 7,
    isValid: isSpanishNif,
    alone: scores.checked,
    named: scores.sure,
    context: dniWords,
  },
  {
    type: 'it_codice_fiscale',
    pattern: writtenAs(
      '[A-Z]{3}[ ]?[A-Z]{3}[ ]?[0-9LMNP-V]{2}[A-EHLMPRST][0-9LMNP-V]{2}[ ]?[A-Z][0-9LMNP-V]{3}[A-Z]',
    ),
    // Where two people would have the same code, its digits become letters from the right.
    digitsMin: 3,
    isValid: isCodiceFiscale,
    alone: scores.checked,
    named: scores.sure,
    context: fiscaleWords,
  },
  {
    type: 'pt_nif',
    pattern: writtenAs('[1-35689]\\d{2}[ .]?\\d{3}[ .]?\\d{3}'),
    digitsMin: 9,
    isValid: isPortugueseNif,
    named: scores.sure,
    context: contextWords('nif, contribuinte, nipc, identificacao fiscal'),
  },
  {
    type: 'tr_tckn',
    pattern: writtenAs('[1-9]\\d{10}'),
    digitsMin: 11,
    isValid: isTurkishNumber,
    alone: scores.shaped,
    named: scores.sure,
    context: tcknWords,
  },
];
