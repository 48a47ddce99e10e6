import { latinOf, turnedSigns, uprightOf } from './letter-table.ts';
import { isAscii } from './plain-text.ts';
import type { Reading } from './source.ts';

const marks = /\p{M}+/gu;
const otherLetter = /[\p{L}--[A-Za-z]]/v;

/** A word in Latin letters, if all of it can be read so; words of another script stay as they are. */
function readWord(word: string): string {
  if (isAscii(word)) return word;
  let latin = '';
  for (const sign of word.normalize('NFD').replace(marks, '')) {
    latin += sign < '\x80' ? sign : (latinOf.get(sign) ?? sign);
  }
  return otherLetter.test(latin) ? word : latin;
}

/** Letters that look like Latin ones, and letters under accents and strokes, as the letters that a reader sees. */
export const lookAlikeReading: Reading = {
  name: 'look-alike letters',
  isDisguise: false,
  read: ({ text }) => (isAscii(text) ? null : text.replace(/\S+/g, readWord)),
};

const turnedMin = 3;

export const upsideDownReading: Reading = {
  name: 'upside down',
  isDisguise: true,
  read({ text }) {
    if (isAscii(text) || (text.match(turnedSigns)?.length ?? 0) < turnedMin) return null;
    return Array.from(text, (sign) => uprightOf.get(sign) ?? sign)
      .reverse()
      .join('');
  },
};
