const english =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen';
const englishOrdinals =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth';
const englishTens = 'twenty thirty forty fifty sixty seventy eighty ninety';
const german =
  'null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn';
const germanTens = 'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig';

const words = (list: string) => list.split(' ');
const tensOf = (list: string) => words(list).map((word, at): [string, number] => [word, (at + 2) * 10]);
const onesOf = (list: string) => words(list).map((word, at): [string, number] => [word, at]);

const ones: ReadonlyMap<string, number> = new Map(onesOf(english));
const tens: ReadonlyMap<string, number> = new Map(tensOf(englishTens));
const ordinals: ReadonlyMap<string, number> = new Map([
  ...onesOf(englishOrdinals),
  ...tensOf(
    words(englishTens)
      .map((word) => word.replace(/y$/, 'ieth'))
      .join(' '),
  ),
]);
const germanOnes: ReadonlyMap<string, number> = new Map(onesOf(german));
const germanTensOf: ReadonlyMap<string, number> = new Map(tensOf(germanTens));
/** Only words that mean nothing else in English: "six" is the same, "once" and "sept" are not. */
const others: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{
      deux: 2,
      trois: 3,
      quatre: 4,
      cinq: 5,
      huit: 8,
      dix: 10,
      douze: 12,
      quinze: 15,
      vingt: 20,
      trente: 30,
    },
    ...{ tres: 3, cuatro: 4, cinco: 5, seis: 6, siete: 7, ocho: 8, nueve: 9, diez: 10, doce: 12, veinte: 20 },
    ...{ treinta: 30, eins: 1, dutzend: 12, dozen: 12, twice: 2, zweimal: 2, dreimal: 3, thrice: 3 },
  }),
);
/** Of powers of ten: how many places each moves the point. */
export const powers: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{ hundred: 2, hundert: 2, thousand: 3, tausend: 3, tsd: 3, million: 6, millions: 6, mn: 6, mio: 6 },
    ...{ millionen: 6, millones: 6, billion: 9, billions: 9, bn: 9, mrd: 9, milliarde: 9, milliarden: 9 },
    ...{ milliard: 9, milliards: 9, trillion: 12, trillions: 12, lakh: 5, lakhs: 5, crore: 7, crores: 7 },
  }),
);

export interface NumberWord {
  readonly value: number;
  readonly isOrdinal: boolean;
  /** How many words it takes. */
  readonly count: number;
}

const wordsMax = 8;

/** The number that these words begin with. "One" by itself is left to the caller: more often it is a pronoun. */
export function readNumberWords(lower: readonly string[]): NumberWord | null {
  const [first = ''] = lower;
  const other = others.get(first) ?? readGerman(first);
  if (other !== null && other !== undefined) return { value: other, isOrdinal: false, count: 1 };
  let total = 0;
  let group = 0;
  let count = 0;
  let isOrdinal = false;
  /** Words join only where they can: "two three" is two numbers. */
  let below = Number.POSITIVE_INFINITY;
  for (const [at, word] of lower.slice(0, wordsMax).entries()) {
    if (word === '-' || (word === 'and' && (below === 100 || below === 1000))) continue;
    const value = tens.get(word) ?? ones.get(word) ?? ordinals.get(word);
    if (value !== undefined && value < below && !isOrdinal) {
      group += value;
      below = tens.has(word) ? 10 : 0;
      isOrdinal = ordinals.has(word);
    } else if (word === 'hundred' && group > 0 && group < 10 && below <= 10) {
      group *= 100;
      below = 100;
    } else if (word === 'thousand' && group > 0 && total === 0) {
      total = group * 1000;
      group = 0;
      below = 1000;
    } else break;
    count = at + 1;
  }
  return count === 0 ? null : { value: total + group, isOrdinal, count };
}

/** German writes a number as one word, and the ones before the tens. */
function readGerman(word: string): number | null {
  if (word.length < 3 || word.length > 60) return null;
  const spelled = word.replaceAll('dreissig', 'dreißig');
  const [before, after] = cutAt(spelled, 'tausend');
  const thousands = after === null ? 0 : before === '' ? 1 : readGermanHundreds(before);
  const rest = after ?? before;
  const below = rest === '' && after !== null ? 0 : readGermanHundreds(rest);
  return thousands === null || below === null ? null : thousands * 1000 + below;
}

function readGermanHundreds(word: string): number | null {
  const [before, after] = cutAt(word, 'hundert');
  const hundreds = after === null ? 0 : before === '' ? 1 : (germanOnes.get(before) ?? null);
  const rest = (after ?? before).replace(/^und/, '');
  const below = rest === '' && after !== null ? 0 : readGermanTens(rest);
  return hundreds === null || below === null ? null : hundreds * 100 + below;
}

function readGermanTens(word: string): number | null {
  const plain = germanTensOf.get(word) ?? (word === 'ein' ? null : germanOnes.get(word));
  if (plain !== undefined && plain !== null) return plain;
  const [one, ten] = cutAt(word, 'und');
  const ofOnes = germanOnes.get(one);
  const ofTens = germanTensOf.get(ten ?? '');
  return ofOnes === undefined || ofTens === undefined ? null : ofOnes + ofTens;
}

function cutAt(word: string, part: string): [string, string | null] {
  const at = word.indexOf(part);
  return at === -1 ? [word, null] : [word.slice(0, at), word.slice(at + part.length)];
}
