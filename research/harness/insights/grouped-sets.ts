import { readRows } from '../data-sets.ts';
import { halfOf } from '../half-of.ts';
import { createRandom, shuffle } from '../random.ts';

/** A question with a label: questions with the same label ask the same. */
export interface LabelledQuestion {
  readonly text: string;
  readonly label: string;
  /** All questions with a label are in the same half. */
  readonly half: ReturnType<typeof halfOf>;
}

interface IntentRow {
  readonly text: string;
  readonly intent: string;
  readonly oos?: boolean;
}

interface PairRow {
  readonly a: string;
  readonly b: string;
  readonly y: 0 | 1;
  readonly src: string;
}

const seed = 7;
const foreignMax = 300;
const pairsMax = 700;

/** A number of phrasings per intent; each out-of-scope question is an intent of its own. */
function readIntents(folder: string, name: string, phrasingsMax: number): LabelledQuestion[] {
  const counts = new Map<string, number>();
  const questions = new Map<string, LabelledQuestion>();
  for (const { text, intent, oos } of shuffle(readRows<IntentRow>(folder, name), createRandom(seed))) {
    if (questions.has(text)) continue;
    const kind = oos === true ? 'foreign' : intent;
    const count = counts.get(kind) ?? 0;
    if (count >= (oos === true ? foreignMax : phrasingsMax)) continue;
    counts.set(kind, count + 1);
    const label = oos === true ? `foreign/${count}` : intent;
    questions.set(text, { text, label, half: halfOf(label) });
  }
  return [...questions.values()];
}

/** Medical questions, each with one that doctors judged equivalent and a look-alike that is not. */
function readPairs(folder: string): LabelledQuestion[] {
  const rows = ['train', 'dev', 'test']
    .flatMap((part) => readRows<PairRow>(folder, `paraphrase_pool/${part}`))
    .filter(({ src }) => src === 'mqp');
  const byFirst = Map.groupBy(rows, ({ a }) => a);
  const questions = new Map<string, LabelledQuestion>();
  for (const [first, own] of [...byFirst].slice(0, pairsMax)) {
    const half = halfOf(first);
    questions.set(first, { text: first, label: first, half });
    for (const { b, y } of own)
      if (!questions.has(b)) questions.set(b, { text: b, label: y === 1 ? first : b, half });
  }
  return [...questions.values()];
}

export const groupedSets: Readonly<Record<string, (folder: string) => LabelledQuestion[]>> = {
  banking77: (folder) => readIntents(folder, 'banking77/all', 12),
  clinc150: (folder) => readIntents(folder, 'clinc150/all', 8),
  mqp: readPairs,
};
