import { normalise } from '@avow/text/terms';
import { accentedOf, latinOf } from './letter-table.ts';
import { isAscii } from './plain-text.ts';
import type { ViewReading } from './view-source.ts';

const marks = /\p{M}+/gu;
const otherLetterOrMark = /[[\p{L}\p{M}]--[A-Za-z]]/v;
const lookAlikeSign = new RegExp(`[${[...latinOf.keys()].join('')}]`, 'u');
const otherLetter = /[\p{L}--[A-Za-z]]/v;

/** The word in Latin letters, if the table covers all of it; words of other scripts are unchanged. */
function readWord(word: string, table: ReadonlyMap<string, string>): string {
  if (isAscii(word)) return word;
  let latin = '';
  for (const sign of normalise(word, 'NFD').replace(marks, '')) {
    latin += sign < '\x80' ? sign : (table.get(sign) ?? sign);
  }
  return otherLetter.test(latin) ? word : latin;
}

/** Letters without accents and strokes, as people type them on keyboards that lack them. */
export const accentReading: ViewReading = {
  name: 'accents left out',
  isDisguise: false,
  read: ({ text }) =>
    otherLetterOrMark.test(text) ? text.replace(/\S+/g, (word) => readWord(word, accentedOf)) : null,
};

/** Letters of other scripts and symbols in place of the Latin letters they look like. */
export const lookAlikeReading: ViewReading = {
  name: 'look-alike letters',
  isDisguise: true,
  read({ text }) {
    if (!lookAlikeSign.test(text)) return null;
    let isDifferent = false;
    const latin = text.replace(/\S+/g, (word) => {
      const read = readWord(word, latinOf);
      isDifferent ||= read !== word && read !== readWord(word, accentedOf);
      return read;
    });
    return isDifferent ? latin : null;
  },
};
