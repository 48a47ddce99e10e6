import type { FoundName } from '../../interfaces/screener.ts';
import type { ScreenedWord } from './create-screened-text.ts';
import { screeningRules } from './screening-rules.ts';
import { softmax } from './softmax.ts';

const { nameKinds, nameLine } = screeningRules;

/** How a word is part of a name. */
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
  const probabilities = tags.map((logits) => softmax(logits, temperature));
  const names: FoundName[] = [];
  let open: {
    readonly kind: FoundName['kind'];
    readonly words: NameWord[];
    start: number;
    end: number;
  } | null = null;
  const finish = () => {
    if (open === null) return;
    const sum = open.words.reduce((total, { probability }) => total + probability, 0);
    names.push({ kind: open.kind, start: open.start, end: open.end, score: sum / open.words.length });
    open = null;
  };
  for (const word of words) {
    const found = nameWordOf(probabilities.slice(word.firstToken, word.tokensEnd));
    if (found !== null && open?.kind === found.kind && !found.begins) {
      open.words.push(found);
      open.end = word.end;
      continue;
    }
    finish();
    if (found !== null) open = { kind: found.kind, words: [found], start: word.start, end: word.end };
  }
  finish();
  return names;
}

/** Null where the word is part of none. All tokens of a word count alike; where a name begins, its first one knows. */
function nameWordOf(tokens: ReadonlyArray<readonly number[]>): NameWord | null {
  const mean = (tag: number) => tokens.reduce((sum, tags) => sum + (tags[tag] ?? 0), 0) / tokens.length;
  if (1 - mean(0) < nameLine) return null;
  const [best] = nameKinds
    .map((kind, place) => {
      const [first, later] = [1 + 2 * place, 2 + 2 * place];
      const begins = (tokens[0]?.[first] ?? 0) > (tokens[0]?.[later] ?? 0);
      return { kind, probability: mean(first) + mean(later), begins };
    })
    .sort((one, other) => other.probability - one.probability);
  return best ?? null;
}
