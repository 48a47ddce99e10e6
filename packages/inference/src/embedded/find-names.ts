import type { FoundName } from '../screener.ts';
import type { ScreenedWord } from './create-screened-text.ts';
import { screeningRules, tagCount } from './screening-rules.ts';

const { nameKinds, nameLine } = screeningRules;

/** A word that is part of a name. */
interface NameWord {
  readonly kind: FoundName['kind'];
  readonly probability: number;
  /** Whether a name begins with it, also where one of the same kind stands right before. */
  readonly begins: boolean;
}

/**
 * The names that a text has, by the logits of its tokens, in their order. Words in a row that are of one kind are one name,
 * up to a word that begins another. Its score is the mean probability of its words to be of that kind.
 */
export function findNames(
  words: readonly ScreenedWord[],
  tags: readonly Float32Array[],
  temperature: number,
): FoundName[] {
  const names: FoundName[] = [];
  let open: {
    readonly kind: FoundName['kind'];
    start: number;
    end: number;
    words: number;
    sum: number;
  } | null = null;
  const finish = () => {
    if (open !== null)
      names.push({ kind: open.kind, start: open.start, end: open.end, score: open.sum / open.words });
    open = null;
  };
  for (const { firstToken, tokensEnd, start, end } of words) {
    const found = nameWordOf(tags.slice(firstToken, tokensEnd), temperature);
    if (found !== null && open?.kind === found.kind && !found.begins) {
      open.end = end;
      open.words += 1;
      open.sum += found.probability;
      continue;
    }
    finish();
    if (found !== null) open = { kind: found.kind, start, end, words: 1, sum: found.probability };
  }
  finish();
  return names;
}

/** Null where the word is part of none. All tokens of a word count alike; where a name begins, its first one knows. */
function nameWordOf(tokens: readonly Float32Array[], temperature: number): NameWord | null {
  const means = meanProbabilities(tokens, temperature);
  let best: NameWord | null = null;
  for (const [place, kind] of nameKinds.entries()) {
    const [first, later] = [1 + 2 * place, 2 + 2 * place];
    const probability = (means[first] ?? 0) + (means[later] ?? 0);
    if (best !== null && best.probability >= probability) continue;
    best = { kind, probability, begins: (tokens[0]?.[first] ?? 0) > (tokens[0]?.[later] ?? 0) };
  }
  // Not by how far it is a name of any kind: that is high also where the model knows nothing of the text.
  return best !== null && best.probability >= nameLine ? best : null;
}

/** Of each tag, over the tokens of a word. By plain loops: a long text has thousands of words, and others wait meanwhile. */
function meanProbabilities(tokens: readonly Float32Array[], temperature: number): Float64Array {
  const means = new Float64Array(tagCount);
  const powers = new Float64Array(tagCount);
  for (const logits of tokens) {
    let largest = Number.NEGATIVE_INFINITY;
    for (const logit of logits) largest = Math.max(largest, logit);
    let sum = 0;
    for (let tag = 0; tag < tagCount; tag += 1) {
      const power = Math.exp(((logits[tag] ?? 0) - largest) / temperature);
      powers[tag] = power;
      sum += power;
    }
    for (let tag = 0; tag < tagCount; tag += 1)
      means[tag] = (means[tag] ?? 0) + (powers[tag] ?? 0) / sum / tokens.length;
  }
  return means;
}
