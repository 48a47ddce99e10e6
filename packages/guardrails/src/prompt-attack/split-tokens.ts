/** The words of a view as the rules count them. */
export interface CountedWords {
  readonly words: readonly string[];
  /** Where each word stands, in words; the end of a sentence counts as several, so that few rules reach across it. */
  readonly places: readonly number[];
  /** Whether each word stands between quotation marks or in code. */
  readonly quoted: readonly boolean[];
}

const sentenceGap = 5;
const lineGap = 2;

// Dots are looked at from the first of them on: from each, a long row of them would cost the square of its length.
const asciiToken = /[a-z0-9]+(?:'[a-z]+)*|[!?]+|(?<!\.)\.+(?=\s|$)|["`\n]/g;
const unspaced = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー';
const anyToken = new RegExp(
  `[${unspaced}]|[[\\p{L}\\p{N}\\p{M}]--[${unspaced}]]+(?:['’][\\p{L}]+)*|[!?]+|(?<!\\.)\\.+(?=\\s|$)|[。！？"“”„«»\`\\n]`,
  'gv',
);
const ascii = /^[\0-\x7f]*$/;
const opening = /["`“„«”»]/;

/** A word; or one character of a script without spaces. */
export function splitTokens(text: string): CountedWords {
  const words: string[] = [];
  const places: number[] = [];
  const quoted: boolean[] = [];
  let place = 0;
  let isQuoted = false;
  for (const token of text.match(ascii.test(text) ? asciiToken : anyToken) ?? []) {
    const first = token.charAt(0);
    if (opening.test(first)) isQuoted = !isQuoted;
    else if (first === '\n') place += lineGap;
    else if ('.!?。！？'.includes(first)) place += sentenceGap;
    else {
      words.push(token.includes("'") || token.includes('’') ? token.replace(/['’]/g, '') : token);
      places.push(place++);
      quoted.push(isQuoted);
    }
  }
  return { words, places, quoted };
}
