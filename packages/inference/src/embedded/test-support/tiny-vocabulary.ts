const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789σςé한ᄒあß'];
const alone = [...'!"#$%&\'()*+,-./:;<=>?@[]^_`{|}~—…。国語豈😀𠀡'];
const words = [
  'the',
  'a',
  'of',
  'and',
  'passage',
  'passages',
  'question',
  'record',
  'holiday',
  'days',
  'believe',
];
const endings = ['s', 'ing', 'ed', 'able', 'believ', 'un', 'er', 'ly', 'ᅡ', 'ᆫ'];

/** A vocabulary in the manner of BERT's, small enough to read. */
export const tinyVocabulary: readonly string[] = [
  ...new Set([
    ...['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'],
    ...letters,
    ...alone,
    ...words,
    ...[...letters.slice(0, 30), ...endings].map((ending) => `##${ending}`),
    'un',
  ]),
];
