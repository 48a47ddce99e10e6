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
/** Banks have no longer questions. */
const bankUnitsMax = 300;

/**
 * Pairs that people judged to be paraphrases or not. One of each pair is in the bank, the other is asked; the
 * non-paraphrases were chosen to look alike.
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
  // Questions that are in the bank do not test anything, and their labels are unreliable.
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
