import { foldWords } from '../fold-words.ts';

const gramLength = 5;
/** Fewer of them come together by the way people write. */
const gramsMin = 4;
/** So many words in a row are repeated, not met by chance. */
const runLeaks = 12;

/** What a text repeats of another. */
export interface Overlap {
  /** Of the other text's runs of five words, those that it repeats. */
  readonly share: number;
  /** The longest run of words that is made of nothing but such runs. */
  readonly runLength: number;
}

const unspaced =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Where words are not set apart, each character counts as half a word. */
function weightOf(word: string): number {
  return unspaced.test(word) ? 0.5 : 1;
}

function gramAt(words: readonly string[], position: number): string {
  return words.slice(position, position + gramLength).join(' ');
}

/** Measures how much of the instructions a text repeats, in linear time. */
export function createOverlapMeter(instructions: string): (text: string) => Overlap {
  const instructionWords = foldWords(instructions);
  const grams = new Set<string>();
  for (let position = 0; position + gramLength <= instructionWords.length; position++)
    grams.add(gramAt(instructionWords, position));

  return (text) => {
    const words = foldWords(text);
    const repeated = new Set<string>();
    let runLength = 0;
    let runWeight = 0;
    for (let position = 0; position + gramLength <= words.length; position++) {
      const gram = gramAt(words, position);
      if (!grams.has(gram)) {
        runWeight = 0;
        continue;
      }
      repeated.add(gram);
      const fresh =
        runWeight === 0
          ? words.slice(position, position + gramLength)
          : words.slice(position + gramLength - 1, position + gramLength);
      for (const word of fresh) runWeight += weightOf(word);
      runLength = Math.max(runLength, runWeight);
    }
    return { share: repeated.size < gramsMin ? 0 : repeated.size / grams.size, runLength };
  };
}

/**
 * 0 to 1: one half where twelve words in a row are repeated, or half of the instructions. A phrase that both texts have
 * in common stays well below.
 */
export function scoreOverlap({ share, runLength }: Overlap): number {
  const beyond = runLength - runLeaks;
  const byRun =
    beyond >= 0
      ? 1 - 0.5 * Math.exp(-beyond / runLeaks)
      : 0.45 * Math.max(0, (runLength - gramLength + 1) / runLeaks);
  return Math.round(Math.max(byRun, share) * 10_000) / 10_000;
}
