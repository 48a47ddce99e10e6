import { decimalDigitValue } from './decimal-digit.ts';

/** A run of letters and digits in a text. */
export interface Word {
  /** UTF-16 offsets, without invisible characters at the ends. */
  readonly start: number;
  readonly end: number;
  /** One character each: digits as 0 to 9, the letters A to Z as capitals, every other letter as `?`. */
  readonly folded: string;
}

/**
 * Only letters of scripts used in identifiers belong to the same run as digits. A letter of another script ends the run,
 * because Chinese, Korean or Thai sentences do not separate numbers by spaces.
 */
const runPattern =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}_\p{Default_Ignorable_Code_Point}]+/gu;
const ignorable = /^\p{Default_Ignorable_Code_Point}$/u;

function foldCharacter(character: string): string {
  if (/^[0-9A-Z]$/.test(character)) return character;
  if (/^[a-z]$/.test(character)) return character.toUpperCase();
  const digit = decimalDigitValue(character.codePointAt(0) ?? 0);
  if (digit !== null) return String(digit);
  const capital = character.normalize('NFKC').toUpperCase();
  return /^[A-Z]$/.test(capital) ? capital : '?';
}

/** Nearly all text is ASCII and needs no Unicode tables. */
const asciiRun = /^[\x21-\x7e]+$/;

function readWord(run: string, offset: number): Word | null {
  if (asciiRun.test(run)) {
    return { start: offset, end: offset + run.length, folded: run.toUpperCase().replaceAll('_', '?') };
  }
  let start = -1;
  let end = -1;
  let folded = '';
  let position = offset;
  for (const character of run) {
    if (!ignorable.test(character)) {
      if (start < 0) start = position;
      end = position + character.length;
      folded += foldCharacter(character);
    }
    position += character.length;
  }
  return start < 0 ? null : { start, end, folded };
}

const asciiText = /^[\0-\x7f]*$/;
const asciiRunPattern = /\w+/g;

/** The words of a text, in order. Invisible characters neither split a word nor belong to it. */
export function splitWords(text: string): readonly Word[] {
  // Several checks of a stage read the same text one after another.
  if (lastSplit.text === text) return lastSplit.words;
  const words: Word[] = [];
  for (const match of text.matchAll(asciiText.test(text) ? asciiRunPattern : runPattern)) {
    const word = readWord(match[0], match.index);
    if (word !== null) words.push(word);
  }
  lastSplit = { text, words };
  return words;
}

let lastSplit: { readonly text: string; readonly words: readonly Word[] } = { text: '', words: [] };

const gap = /^[ \u00a0\u2000-\u200a\u202f\u205f\u3000\u2010-\u2015\u2212\ufe63\uff0d-]$/u;
const gapLengthMax = 3;

/** Whether the text between two words may separate groups of one number: only a few spaces or hyphens. */
export function isGroupGap(between: string): boolean {
  let length = 0;
  for (const character of between) {
    if (ignorable.test(character)) continue;
    length++;
    if (length > gapLengthMax || !gap.test(character)) return false;
  }
  return length > 0;
}
