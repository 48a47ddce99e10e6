import { type LatinWord, type Reading, type Replacement, replaceParts } from './source.ts';

const spellingWords =
  'alfa alpha bravo charlie delta echo foxtrot golf hotel india juliett juliet kilo lima mike november oscar papa quebec romeo sierra tango uniform victor whiskey whisky xray yankee zulu';
const letterOf: ReadonlyMap<string, string> = new Map([
  ...spellingWords.split(' ').map((word) => [word, word.charAt(0)] as const),
  // Written with a hyphen, it is two words here, of which the second is dropped.
  ['x', 'x'],
  ['ray', ''],
]);
const lettersMin = 4;
const letterGap = /^[\s,.-]{1,3}$/;
const wordGap = /\n|[/|;,.]|\s{2,}/;

function spell(text: string, words: readonly LatinWord[]): Replacement | null {
  const [first] = words;
  const last = words.at(-1);
  if (first === undefined || last === undefined || words.length < lettersMin) return null;
  let spelt = '';
  let end = first.start;
  for (const { word, start, end: wordEnd } of words) {
    if (spelt !== '' && wordGap.test(text.slice(end, start))) spelt += ' ';
    spelt += letterOf.get(word) ?? '';
    end = wordEnd;
  }
  return { start: first.start, end: last.end, text: spelt };
}

/** Words of the alphabet of radio operators, each for its first letter. */
export const spellingAlphabetReading: Reading = {
  name: 'spelling alphabet',
  isDisguise: true,
  read(source) {
    const replacements: Replacement[] = [];
    let run: LatinWord[] = [];
    const close = (): void => {
      const replacement = spell(source.text, run);
      if (replacement !== null) replacements.push(replacement);
      run = [];
    };
    for (const word of source.words()) {
      const last = run.at(-1);
      const gap = last === undefined ? '' : source.text.slice(last.end, word.start);
      if (last !== undefined && !letterGap.test(gap) && !/^\s{0,3}[/|;]\s{0,3}$/.test(gap)) close();
      if (letterOf.has(word.word)) run.push(word);
      else close();
    }
    close();
    return replaceParts(source.text, replacements);
  },
};
