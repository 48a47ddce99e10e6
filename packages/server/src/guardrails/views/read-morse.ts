import type { Reading } from './source.ts';

const codes =
  '.- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --..';
const letterOf: ReadonlyMap<string, string> = new Map(
  codes.split(' ').map((code, index) => [code, String.fromCharCode(97 + index)]),
);

const run = /[.\-–—−•·][.\-–—−•·\s/|]{12,}/g;
const lettersMin = 6;
const kindsMin = 4;
const unknownShareMax = 0.1;

/** Rows of dots and rules of hyphens are letters too; words have several kinds of them. */
function decodeMorse(signs: string): string | null {
  const dotsAndDashes = signs.replace(/[•·]/g, '.').replace(/[–—−]/g, '-');
  const words = dotsAndDashes.split(/\s*[/|]+\s*|\s{2,}|\n/).filter((word) => word.trim() !== '');
  const decoded = words.map((word) =>
    word
      .trim()
      .split(/\s/)
      .map((code) => letterOf.get(code) ?? '?')
      .join(''),
  );
  const letters = decoded.join('');
  const unknown = letters.match(/\?/g)?.length ?? 0;
  if (letters.length < lettersMin || unknown > letters.length * unknownShareMax) return null;
  return new Set(letters).size < kindsMin ? null : decoded.join(' ');
}

export const morseReading: Reading = {
  name: 'Morse code',
  isDisguise: true,
  read: ({ text }) =>
    text.search(run) < 0
      ? null
      : text.replace(run, (signs) => {
          const decoded = decodeMorse(signs);
          return decoded === null ? signs : ` ${decoded} `;
        }),
};
