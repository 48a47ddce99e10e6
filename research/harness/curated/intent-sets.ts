import { readRows } from '../data-sets.ts';
import { halfOf } from '../half-of.ts';
import { createRandom, shuffle } from '../random.ts';
import type { BankPair, CuratedSet, QuestionTerms } from './curated-set.ts';

interface Row {
  readonly text: string;
  readonly intent: string;
  readonly split: string;
  readonly oos?: boolean;
}

/** Phrasings of each pair. Most people write one or two. */
export type PhrasingCount = 20 | 2;
/** The same questions are asked of banks of any size. */
const manyCount: PhrasingCount = 20;
const askedPerIntent = 10;
const foreignMax = 800;
const seed = 150;

/** 150 things to ask for, each in several phrasings; in-scope questions are others of the same, out-of-scope ones of none. */
export function readClincSet(dataFolder: string, phrasingCount: PhrasingCount): CuratedSet {
  const rows = readRows<Row>(dataFolder, 'clinc150/all');
  const name = nameOf('clinc150', phrasingCount);
  const { bank, asked } = bankOf(
    rows.filter(({ oos }) => oos !== true),
    { name, phrasingCount },
  );
  const foreign = rows
    .filter(({ oos }) => oos === true)
    .map(({ text }) => ({ text, rightId: null, kind: 'out of scope', half: halfOf(text) }));
  return { name, bank, asked: [...asked, ...foreign] };
}

/** Half the things that a bank's customers ask for: the other half is foreign, and very near. */
export function readBankingSet(dataFolder: string, phrasingCount: PhrasingCount): CuratedSet {
  const rows = readRows<Row>(dataFolder, 'banking77/all');
  const name = nameOf('banking77', phrasingCount);
  const intents = shuffle([...new Set(rows.map(({ intent }) => intent))].sort(), createRandom(seed));
  const inBank = new Set(intents.slice(0, Math.ceil(intents.length / 2)));
  const { bank, asked } = bankOf(
    rows.filter(({ intent }) => inBank.has(intent)),
    { name, phrasingCount },
  );
  const foreign = shuffle(
    rows.filter(({ intent }) => !inBank.has(intent)),
    createRandom(seed),
  )
    .slice(0, foreignMax)
    .map(({ text }) => ({ text, rightId: null, kind: 'another intent', half: halfOf(text) }));
  return { name, bank, asked: [...asked, ...foreign] };
}

function nameOf(set: string, phrasingCount: PhrasingCount): string {
  return phrasingCount === 20 ? set : `${set}_few`;
}

function bankOf(
  rows: readonly Row[],
  { name, phrasingCount }: { readonly name: string; readonly phrasingCount: PhrasingCount },
): { bank: BankPair[]; asked: QuestionTerms[] } {
  const intents = new Map<string, Row[]>();
  for (const row of shuffle(rows, createRandom(seed)))
    intents.set(row.intent, [...(intents.get(row.intent) ?? []), row]);
  const bank: BankPair[] = [];
  const asked: QuestionTerms[] = [];
  for (const [intent, its] of intents) {
    const texts = [...new Set(its.map(({ text }) => text))];
    const id = `${name}/${intent}`;
    bank.push({ id, phrasings: texts.slice(0, phrasingCount) });
    for (const text of texts.slice(manyCount, manyCount + askedPerIntent))
      asked.push({ text, rightId: id, kind: 'in scope', half: halfOf(text) });
  }
  return { bank, asked };
}
