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

const phrasingsMax = 20;
const askedPerIntent = 10;
const foreignMax = 800;
const seed = 150;

/** 150 intents in several phrasings each, with in-scope questions in other phrasings and out-of-scope questions. */
export function readClincSet(dataFolder: string): CuratedSet {
  const rows = readRows<Row>(dataFolder, 'clinc150/all');
  const { bank, asked } = bankOf(
    rows.filter(({ oos }) => oos !== true),
    'clinc150',
  );
  const foreign = rows
    .filter(({ oos }) => oos === true)
    .map(({ text }) => ({ text, rightId: null, kind: 'out of scope', half: halfOf(text) }));
  return { name: 'clinc150', bank, asked: [...asked, ...foreign] };
}

/** Half the intents of bank customers; the other half serves as very similar out-of-scope questions. */
export function readBankingSet(dataFolder: string): CuratedSet {
  const rows = readRows<Row>(dataFolder, 'banking77/all');
  const intents = shuffle([...new Set(rows.map(({ intent }) => intent))].sort(), createRandom(seed));
  const inBank = new Set(intents.slice(0, Math.ceil(intents.length / 2)));
  const { bank, asked } = bankOf(
    rows.filter(({ intent }) => inBank.has(intent)),
    'banking77',
  );
  const foreign = shuffle(
    rows.filter(({ intent }) => !inBank.has(intent)),
    createRandom(seed),
  )
    .slice(0, foreignMax)
    .map(({ text }) => ({ text, rightId: null, kind: 'another intent', half: halfOf(text) }));
  return { name: 'banking77', bank, asked: [...asked, ...foreign] };
}

function bankOf(rows: readonly Row[], name: string): { bank: BankPair[]; asked: QuestionTerms[] } {
  const intents = new Map<string, Row[]>();
  for (const row of shuffle(rows, createRandom(seed)))
    intents.set(row.intent, [...(intents.get(row.intent) ?? []), row]);
  const bank: BankPair[] = [];
  const asked: QuestionTerms[] = [];
  for (const [intent, its] of intents) {
    const texts = [...new Set(its.map(({ text }) => text))];
    const id = `${name}/${intent}`;
    bank.push({ id, phrasings: texts.slice(0, phrasingsMax) });
    for (const text of texts.slice(phrasingsMax, phrasingsMax + askedPerIntent))
      asked.push({ text, rightId: id, kind: 'in scope', half: halfOf(text) });
  }
  return { bank, asked };
}
