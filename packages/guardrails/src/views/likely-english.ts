import { knownWords } from './known-words.ts';

const symbols = 27;
const boundary = 26;
const codeOfA = 97;

/** Log-likelihood of a letter after two others, estimated from the known words. Unseen triples get the lowest. */
const likelihoods: Float32Array = learnLikelihoods();

function learnLikelihoods(): Float32Array {
  const counts = new Float32Array(symbols ** 3);
  const totals = new Float32Array(symbols ** 2);
  for (const word of knownWords) {
    // Short words occur in texts far more often than in a word list.
    const weight = word.length <= 4 ? 6 : 1;
    forEachTriple(word, (pair, letter) => {
      counts[pair * symbols + letter] = (counts[pair * symbols + letter] ?? 0) + weight;
      totals[pair] = (totals[pair] ?? 0) + weight;
    });
  }
  const smoothing = 0.15;
  return counts.map((count, index) =>
    Math.log((count + smoothing) / ((totals[Math.floor(index / symbols)] ?? 0) + smoothing * symbols)),
  );
}

function forEachTriple(word: string, visit: (pair: number, letter: number) => void): void {
  let before = boundary;
  let last = boundary;
  for (let index = 0; index <= word.length; index++) {
    const letter = index === word.length ? boundary : word.charCodeAt(index) - codeOfA;
    visit(before * symbols + last, letter);
    before = last;
    last = letter;
  }
}

/** The mean log-likelihood of the letters of a word (a to z), including its end. */
export function wordLikelihood(word: string): number {
  let sum = 0;
  let before = boundary;
  let last = boundary;
  for (let index = 0; index <= word.length; index++) {
    const letter = index === word.length ? boundary : word.charCodeAt(index) - codeOfA;
    sum += likelihoods[(before * symbols + last) * symbols + letter] ?? -5;
    before = last;
    last = letter;
  }
  return sum / (word.length + 1);
}

/** The likelihood of words (a to z): about -1.5 for English, -2.2 for related languages, -3.5 for random letters. */
export function textLikelihood(words: readonly string[]): number {
  let sum = 0;
  let letters = 0;
  for (const word of words) {
    // A known word is stronger evidence than its letters; otherwise many short words would outweigh the rest.
    const likelihood = knownWords.has(word) ? -1 : wordLikelihood(word);
    sum += likelihood * (word.length + 1);
    letters += word.length + 1;
  }
  return letters === 0 ? -5 : sum / letters;
}
