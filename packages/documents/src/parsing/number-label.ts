export type NumberStyle = 'decimal' | 'lowerLetter' | 'upperLetter' | 'lowerRoman' | 'upperRoman';

const roman: ReadonlyArray<readonly [string, number]> = [
  ['m', 1000],
  ['cm', 900],
  ['d', 500],
  ['cd', 400],
  ['c', 100],
  ['xc', 90],
  ['l', 50],
  ['xl', 40],
  ['x', 10],
  ['ix', 9],
  ['v', 5],
  ['iv', 4],
  ['i', 1],
];
const romanMax = 3_999;
const letterCount = 26;

/** A number as a list shows it. What a style cannot express is written in digits, as browsers do. */
export function writeNumber(value: number, style: NumberStyle): string {
  switch (style) {
    case 'decimal':
      return String(value);
    case 'lowerLetter':
      return writeLetters(value);
    case 'upperLetter':
      return writeLetters(value).toUpperCase();
    case 'lowerRoman':
      return writeRoman(value);
    case 'upperRoman':
      return writeRoman(value).toUpperCase();
  }
}

/** After z comes aa. */
function writeLetters(value: number): string {
  if (value < 1) return String(value);
  let letters = '';
  for (let left = value; left > 0; left = Math.floor((left - 1) / letterCount))
    letters = String.fromCharCode('a'.charCodeAt(0) + ((left - 1) % letterCount)) + letters;
  return letters;
}

function writeRoman(value: number): string {
  if (value < 1 || value > romanMax) return String(value);
  let left = value;
  let written = '';
  for (const [letters, worth] of roman) for (; left >= worth; left -= worth) written += letters;
  return written;
}
