import type { Reading } from './source.ts';

/** Two strings in quotation marks with a sign between them that joins strings in some language. */
const joint = /["'`](?:\s{0,3}(?:\+|&|\|\||\.\.)\s{0,3}|\.|\s\.\s)["'`]/g;
const quotes = /["'`]/g;

/** Strings that are to be put together ("ig" + "nore"). */
export const concatenationReading: Reading = {
  name: 'joined strings',
  isDisguise: true,
  read({ text }) {
    if ((text.match(quotes)?.length ?? 0) < 4) return null;
    const joined = text.replace(joint, '');
    return joined === text ? null : joined;
  },
};

const assignment = /\b([A-Za-z_]\w{0,20})\s{0,3}(?::=|=|:)\s{0,3}(?:"([^"\n]{1,300})"|'([^'\n]{1,300})')/g;
const sum = /\b[A-Za-z_]\w{0,20}(?:\s{0,2}[+&.]{1,2}\s{0,2}[A-Za-z_]\w{0,20}){1,30}/g;

/** Parts of a text that are given names and put together later (a = "...", b = "...", a + b). */
export const namedPartReading: Reading = {
  name: 'joined parts',
  isDisguise: true,
  read({ text }) {
    if (text.search(/[=:]\s{0,3}["']/) < 0) return null;
    const parts = new Map<string, string>();
    for (const [, name = '', double, single] of text.matchAll(assignment)) {
      parts.set(name, double ?? single ?? '');
    }
    if (parts.size < 2) return null;
    // A few long parts, named over and over, would make a text without end.
    let unitsLeft = 4 * text.length;
    const joined = text.replace(sum, (whole) => {
      const names = whole.match(/\w+/g) ?? [];
      if (!names.every((name) => parts.has(name))) return whole;
      const values = names.map((name) => parts.get(name) ?? '');
      unitsLeft -= 2 * values.reduce((sum, value) => sum + value.length, 0);
      if (unitsLeft < 0) return whole;
      // Whether the parts are words or pieces of words is not known: both ways are shown.
      return `${values.join('')} ${values.join(' ')}`;
    });
    return joined === text ? null : joined;
  },
};
