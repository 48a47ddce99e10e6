import { functionWords, hasNegation, questionWords } from '@avow/text/terms';
import { readRows } from '../data-sets.ts';
import { halfOf } from '../half-of.ts';
import { createRandom, shuffle } from '../random.ts';
import type { CuratedSet, QuestionTerms } from './curated-set.ts';

type Change = Pick<QuestionTerms, 'text' | 'kind'>;

const bankMax = 1000;
const seed = 8_219;

/**
 * Real questions with one change. A change that affects the answer (a number, a name, a negation) must not match; one that
 * does not (case, courtesy) must match.
 */
export function readChangedSet(dataFolder: string): CuratedSet {
  const random = createRandom(seed);
  const questions = shuffle(
    [
      ...new Set(
        readRows<{ question: string }>(dataFolder, 'squad1_dev/questions').map((row) => row.question),
      ),
    ],
    random,
  )
    .map((question) => question.replace(/\s+/g, ' ').trim())
    .filter((question) => question.length >= 25 && question.endsWith('?'))
    .slice(0, bankMax);
  const names = [...new Set(questions.flatMap((question) => namesIn(question)))];
  const asked = questions.flatMap((question) => {
    const half = halfOf(question);
    const other = names[Math.floor(random() * names.length)] ?? '';
    return [
      ...harmlessChanges(question).map((text) => ({
        text,
        rightId: question,
        kind: 'harmless change',
        half,
      })),
      ...changesOf(question, other).map((change) => ({ ...change, rightId: null, half })),
    ];
  });
  const known = new Set(questions);
  return {
    name: 'changed',
    bank: questions.map((question) => ({ id: question, phrasings: [question] })),
    asked: asked.filter(({ text, rightId }) => rightId !== null || !known.has(text)),
  };
}

function harmlessChanges(question: string): string[] {
  const plain = question.slice(0, -1);
  return [plain.toLowerCase(), `Hello, could you please tell me: ${plain}? Thanks`];
}

function changesOf(question: string, otherName: string): Change[] {
  const changes: Change[] = [];
  const number = /\b\d+\b/.exec(question);
  if (number !== null) {
    const text = question.replace(number[0], String(Number(number[0]) + 7));
    changes.push({ text, kind: 'number changed' });
  }
  const [first] = namesIn(question);
  if (first !== undefined && first !== otherName)
    changes.push({ text: question.replace(first, otherName), kind: 'name changed' });
  const verb = /\b(?:is|are|was|were|did|does|do|can|could|should|would|will)\b/.exec(question);
  if (verb !== null && !hasNegation(question)) {
    const at = verb.index + verb[0].length;
    changes.push({ text: `${question.slice(0, at)} not${question.slice(at)}`, kind: 'denied' });
  }
  return changes;
}

const isPlain = (word: string) => functionWords.has(word) || questionWords.has(word);

/** Runs of capitalised words that do not begin the question. */
function namesIn(question: string): string[] {
  return [...question.matchAll(/(?<=[a-z,] )[A-Z][a-z]{3,}(?: [A-Z][a-z]+)*/g)]
    .map(([name]) => name)
    .filter((name) => !isPlain(name.toLowerCase()));
}
