import { curatedKey } from '@avow/text';
import { readRows } from '../data-sets.ts';
import { halfOf } from '../half-of.ts';
import type { BankPair, CuratedSet, QuestionTerms } from './curated-set.ts';

interface Row {
  readonly a: string;
  readonly b: string;
  readonly y: 0 | 1;
  readonly src: string;
}

const pairsMax = 1200;
/** Nobody writes a longer question into a bank. */
const bankUnitsMax = 300;

/**
 * Pairs that people judged to say the same or not. One of each is put into the bank and the other one is asked: the
 * unlike ones were picked to look alike.
 */
export function readParaphraseSet(dataFolder: string, source: 'mqp' | 'rqe_medical' | 'paws_ni'): CuratedSet {
  const rows = ['train', 'dev', 'test']
    .flatMap((part) => readRows<Row>(dataFolder, `paraphrase_pool/${part}`))
    .filter(({ src, a, b }) => src === source && a !== b && a.length <= bankUnitsMax);
  const bankTexts = [...new Set(rows.map(({ a }) => a))].slice(0, pairsMax);
  const bank: BankPair[] = bankTexts.map((text) => ({ id: text, phrasings: [text] }));
  const inBank = new Set(bankTexts);
  const known = new Set(bankTexts.map(curatedKey));
  const judged = new Map<string, Row[]>();
  // Questions of the bank itself are not a test, and their labels next to others are unreliable.
  for (const row of rows.filter(({ a, b }) => inBank.has(a) && !known.has(curatedKey(b))))
    judged.set(row.b, [...(judged.get(row.b) ?? []), row]);
  const asked = [...judged].map(([text, judgements]): QuestionTerms => {
    const same = judgements.find(({ y }) => y === 1);
    const common = { text, half: halfOf(text) };
    return same === undefined
      ? { ...common, rightId: null, kind: 'judged different' }
      : { ...common, rightId: same.a, kind: 'judged the same' };
  });
  return { name: source, bank, asked };
}
