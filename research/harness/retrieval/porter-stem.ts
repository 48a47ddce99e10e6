// The Porter stemmer of 1980, which published BM25 figures are based on.
const consonant = '[^aeiou]';
const vowel = '[aeiouy]';
const consonants = `${consonant}[^aeiouy]*`;
const vowels = `${vowel}[aeiou]*`;
const hasMeasure = new RegExp(`^(${consonants})?${vowels}${consonants}`);
const measureIsOne = new RegExp(`^(${consonants})?${vowels}${consonants}(${vowels})?$`);
const measureAboveOne = new RegExp(`^(${consonants})?${vowels}${consonants}${vowels}${consonants}`);
const hasVowel = new RegExp(`^(${consonants})?${vowel}`);
const endsShort = new RegExp(`^${consonants}${vowel}[^aeiouwxy]$`);

const secondStep: ReadonlyArray<readonly [string, string]> = Object.entries({
  ational: 'ate',
  ization: 'ize',
  iveness: 'ive',
  fulness: 'ful',
  ousness: 'ous',
  tional: 'tion',
  biliti: 'ble',
  entli: 'ent',
  ousli: 'ous',
  ation: 'ate',
  alism: 'al',
  aliti: 'al',
  iviti: 'ive',
  enci: 'ence',
  anci: 'ance',
  izer: 'ize',
  alli: 'al',
  ator: 'ate',
  logi: 'log',
  bli: 'ble',
  eli: 'e',
});
const thirdStep: ReadonlyArray<readonly [string, string]> = Object.entries({
  icate: 'ic',
  ative: '',
  alize: 'al',
  iciti: 'ic',
  ical: 'ic',
  ness: '',
  ful: '',
});
const fourthStep =
  /^(.+?)(al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|(?<=[st])ion|ou|ism|ate|iti|ous|ive|ize)$/;

/** Expects lower case. */
export function porterStem(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  // A y that begins a word is a consonant.
  const marked = word.startsWith('y') ? `Y${word.slice(1)}` : word;
  let stem = dropPlural(marked);
  stem = dropTense(stem);
  if (/y$/.test(stem) && hasVowel.test(stem.slice(0, -1))) stem = `${stem.slice(0, -1)}i`;
  stem = replaceEnding(stem, secondStep);
  stem = replaceEnding(stem, thirdStep);
  const [, base = '', ending] = fourthStep.exec(stem) ?? [];
  if (ending !== undefined && measureAboveOne.test(base)) stem = base;
  return dropFinal(stem).toLowerCase();
}

function dropPlural(word: string): string {
  if (/(?:ss|i)es$/.test(word)) return word.slice(0, -2);
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

function dropTense(word: string): string {
  if (word.endsWith('eed')) return hasMeasure.test(word.slice(0, -3)) ? word.slice(0, -1) : word;
  const base = word.replace(/(?:ed|ing)$/, '');
  if (base === word || !hasVowel.test(base)) return word;
  if (/(?:at|bl|iz)$/.test(base)) return `${base}e`;
  if (/([^aeiouylsz])\1$/.test(base)) return base.slice(0, -1);
  return endsShort.test(base) ? `${base}e` : base;
}

function replaceEnding(word: string, endings: ReadonlyArray<readonly [string, string]>): string {
  const found = endings.find(([ending]) => word.endsWith(ending));
  if (found === undefined) return word;
  const base = word.slice(0, -found[0].length);
  return hasMeasure.test(base) ? base + found[1] : word;
}

function dropFinal(word: string): string {
  let stem = word;
  if (stem.endsWith('e')) {
    const base = stem.slice(0, -1);
    if (measureAboveOne.test(base) || (measureIsOne.test(base) && !endsShort.test(base))) stem = base;
  }
  return stem.endsWith('ll') && measureAboveOne.test(stem) ? stem.slice(0, -1) : stem;
}
