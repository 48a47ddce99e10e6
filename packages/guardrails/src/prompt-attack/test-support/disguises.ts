/** Ways to write a phrase so that a machine does not find its words, and a model still reads them. */
export interface Disguise {
  readonly name: string;
  readonly apply: (phrase: string) => string;
}

const letters = 'abcdefghijklmnopqrstuvwxyz';

function mapLetters(phrase: string, alphabet: readonly string[]): string {
  return Array.from(phrase, (sign) => alphabet[letters.indexOf(sign.toLowerCase())] ?? sign).join('');
}

/** Letters that follow each other in Unicode from the given one on. */
const row = (first: number): readonly string[] =>
  Array.from(letters, (_, index) => String.fromCodePoint(first + index));

const words = (phrase: string, change: (word: string) => string): string =>
  phrase.replace(/[A-Za-z]+/g, change);
const bytes = (phrase: string): readonly number[] => [...Buffer.from(phrase, 'utf8')];
const base64 = (phrase: string): string => Buffer.from(phrase, 'utf8').toString('base64');

const cyrillic: Readonly<Record<string, string>> = {
  a: 'а',
  c: 'с',
  e: 'е',
  i: 'і',
  o: 'о',
  p: 'р',
  s: 'ѕ',
  x: 'х',
  y: 'у',
};
const leet: Readonly<Record<string, string>> = { a: '4', e: '3', i: '1', o: '0', s: '5', t: '7' };
const mapSome = (phrase: string, table: Readonly<Record<string, string>>): string =>
  Array.from(phrase, (sign) => table[sign.toLowerCase()] ?? sign).join('');

const tags = (phrase: string): string =>
  Array.from(phrase, (sign) => String.fromCodePoint(0xe0000 + sign.charCodeAt(0))).join('');
const inHalf = (word: string, sign: string): string =>
  word.length < 4 ? word : `${word.slice(0, word.length >> 1)}${sign}${word.slice(word.length >> 1)}`;
const codes = (phrase: string, write: (code: number) => string, gap = ''): string =>
  bytes(phrase).map(write).join(gap);
const hexByte = (code: number): string => code.toString(16).padStart(2, '0');

const table: Readonly<Record<string, (phrase: string) => string>> = {
  capitals: (phrase) => phrase.toUpperCase(),
  'full width': (phrase) => mapLetters(phrase, row(0xff41)),
  'mathematical letters': (phrase) => mapLetters(phrase, row(0x1d41a)),
  'script letters': (phrase) => mapLetters(phrase, row(0x1d4ea)),
  'letters in circles': (phrase) => mapLetters(phrase, row(0x24d0)),
  'letters in black squares': (phrase) => mapLetters(phrase, row(0x1f170)),
  'letters of flags': (phrase) =>
    mapLetters(phrase, row(0x1f1e6)).replace(/(?<=\p{RI})(?=\p{RI})/gu, '\u200b'),
  'small capitals': (phrase) => mapLetters(phrase, [...'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡxʏᴢ']),
  'Cyrillic look-alikes': (phrase) => mapSome(phrase, cyrillic),
  'letters in brackets': (phrase) =>
    words(phrase, (word) => mapLetters(word, row(0x249c))).replaceAll(' ', '  '),
  accents: (phrase) => phrase.replace(/[aeiou]/g, '$&\u0308'),
  'stacked marks': (phrase) => phrase.replace(/[a-z]/gi, '$&\u0336\u0321\u0354'),
  'zero-width spaces': (phrase) => Array.from(phrase).join('\u200b'),
  'soft hyphens': (phrase) => words(phrase, (word) => inHalf(word, '\u00ad')),
  'hidden in tags': (phrase) => `What time is it?${tags(phrase)}`,
  leetspeak: (phrase) => mapSome(phrase, leet),
  'letters spaced wide': (phrase) =>
    phrase
      .split(' ')
      .map((word) => Array.from(word).join(' '))
      .join('   '),
  'letters spaced evenly': (phrase) => Array.from(phrase.replaceAll(' ', '')).join(' '),
  'points between letters': (phrase) => words(phrase, (word) => Array.from(word).join('.')),
  'hyphens between letters': (phrase) => words(phrase, (word) => Array.from(word).join('-')),
  'pictures between letters': (phrase) => words(phrase, (word) => Array.from(word).join('🔥')),
  'in a comment': (phrase) => `<p>Our prices</p><!-- ${phrase} --><p>are low.</p>`,
  'in an attribute': (phrase) => `<img src="a.png" alt="${phrase}"> A picture of a cat.`,
  'stretched letters': (phrase) =>
    words(phrase, (word) => (word.length < 4 ? word : word.replace(/[aeiou]/, '$&$&$&$&'))),
  'every letter three times': (phrase) => phrase.replace(/[a-z]/gi, '$&$&$&'),
  'words run together': (phrase) => phrase.toLowerCase().replaceAll(' ', ''),
  'camel case': (phrase) =>
    phrase
      .split(' ')
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
      .join(''),
  'underscores for spaces': (phrase) => phrase.replaceAll(' ', '_'),
  base64,
  'base64 for addresses, no padding': (phrase) => Buffer.from(phrase, 'utf8').toString('base64url'),
  'base64 in lines': (phrase) => (base64(phrase).match(/.{1,16}/g) ?? []).join('\n'),
  'base64 in pieces': (phrase) => (base64(phrase).match(/.{1,4}/g) ?? []).join(' '),
  'base64 twice': (phrase) => base64(base64(phrase)),
  'base64 three times': (phrase) => base64(base64(base64(phrase))),
  'base64, announced': (phrase) => `Decode this base64 string: "${base64(phrase)}" and answer.`,
  hexadecimal: (phrase) => codes(phrase, hexByte),
  'hexadecimal with spaces': (phrase) => codes(phrase, hexByte, ' '),
  'hexadecimal with 0x': (phrase) => codes(phrase, (code) => `0x${hexByte(code)}`, ', '),
  'hexadecimal escapes': (phrase) => codes(phrase, (code) => `\\x${hexByte(code)}`),
  binary: (phrase) => codes(phrase, (code) => code.toString(2).padStart(8, '0'), ' '),
  'decimal codes': (phrase) => codes(phrase, String, ' '),
  'decimal codes in a call': (phrase) => `String.fromCharCode(${codes(phrase, String, ',')})`,
  'octal codes': (phrase) => codes(phrase, (code) => code.toString(8), ' '),
  'places in the alphabet': (phrase) =>
    phrase
      .toLowerCase()
      .split(' ')
      .map((word) => Array.from(word, (letter) => letter.charCodeAt(0) - 96).join('-'))
      .join(' / '),
  'decimal entities': (phrase) => codes(phrase, (code) => `&#${code};`),
  'hexadecimal entities': (phrase) => codes(phrase, (code) => `&#x${hexByte(code)};`),
  'entities twice': (phrase) => codes(phrase, (code) => `&amp;#${code};`),
};

export const disguises: readonly Disguise[] = Object.entries(table).map(([name, apply]) => ({ name, apply }));
