import { curatedKey } from '@avow/text';
import { readRows } from '../data-sets.ts';
import { halfOf } from '../half-of.ts';
import type { BankPair, CuratedSet, QuestionTerms } from './curated-set.ts';

interface Row {
  readonly question: string;
}

/**
 * Questions that public bodies answer about one disease, half of them in the bank: the others are about the same subject and
 * ask for something else. A few ask the same in other words, which nobody has marked, so wrong matches are counted too high.
 */
export function readCovidSet(dataFolder: string): CuratedSet {
  const rows = readRows<Row>(dataFolder, 'covid_faq/faq').map(({ question }) =>
    question.replace(/\s+/g, ' ').trim(),
  );
  const questions = [...new Map(rows.map((question) => [curatedKey(question), question])).values()];
  const isInBank = (question: string) => halfOf(`bank ${question}`) === 'tune';
  const bank = questions
    .filter(isInBank)
    .map((question): BankPair => ({ id: question, phrasings: [question] }));
  const asked = questions
    .filter((question) => !isInBank(question))
    .map((text): QuestionTerms => ({ text, rightId: null, kind: 'a neighbour', half: halfOf(text) }));
  return { name: 'covid', bank, asked };
}
