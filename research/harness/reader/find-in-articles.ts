import { splitMarkdown } from '@avow/documents';
import type { Encoder } from '@avow/inference';
import { readRows } from '../data-sets.ts';
import { encodeCached } from '../encode-cached.ts';
import { openSetSearch, type SetPassage } from '../retrieval/open-set-search.ts';
import { encodedText } from '../retrieval/ranked-set.ts';
import { takeSample } from '../take-sample.ts';
import { type GoldAnswer, type QuestionToRead, textOf } from './reading-set.ts';

interface Article {
  readonly doc: string;
  readonly text: string;
}

interface ArticleQuestion {
  readonly id: string;
  readonly doc: string;
  readonly question: string;
  readonly answers: readonly GoldAnswer[];
}

/**
 * Questions about long scientific articles, split as the product splits them. For each question, the first `depth`
 * passages of its article found by the product's search are read; null: all passages.
 */
export async function findInArticles(
  dataFolder: string,
  wanted: {
    readonly encoder: Encoder | null;
    readonly depth: number | null;
    readonly count: number | null;
    readonly seed: number;
  },
): Promise<QuestionToRead[]> {
  const articles = readRows<Article>(dataFolder, 'covid_qa/docs');
  const sample = takeSample(readRows<ArticleQuestion>(dataFolder, 'covid_qa/questions'), wanted);
  const found: QuestionToRead[] = [];
  for (const [document, { doc, text }] of articles.entries()) {
    const questions = sample.filter((question) => question.doc === doc);
    if (questions.length === 0) continue;
    const passages = splitMarkdown(text).map((passage, ordinal) => ({ ...passage, document, ordinal }));
    const read = await chooseFrom(passages, questions, wanted);
    for (const [at, { id, question, answers }] of questions.entries())
      found.push({ id, question, passages: read[at] ?? [], golds: answers.map(textOf) });
  }
  return found;
}

/** The passages to read for each question. */
async function chooseFrom(
  passages: readonly SetPassage[],
  questions: readonly ArticleQuestion[],
  { encoder, depth }: { readonly encoder: Encoder | null; readonly depth: number | null },
): Promise<QuestionToRead['passages'][]> {
  const toRead = ({ headings, text }: Pick<SetPassage, 'headings' | 'text'>) => ({ context: headings, text });
  if (depth === null) return questions.map(() => passages.map(toRead));
  const asked = questions.map(({ question }) => question);
  const vectors = encoder && {
    passages: await encodeCached(encoder, {
      label: 'covid_qa',
      as: 'passage',
      texts: passages.map(({ headings, text }) => encodedText({ title: headings, text })),
    }),
    questions: await encodeCached(encoder, { label: 'covid_qa questions', as: 'question', texts: asked }),
  };
  const search = await openSetSearch(passages, vectors?.passages ?? null);
  const chosen: QuestionToRead['passages'][] = [];
  for (const [at, text] of asked.entries()) {
    const vector = vectors?.questions[at] ?? null;
    chosen.push((await search.find({ text, vector, limit: depth })).map(toRead));
  }
  await search.close();
  return chosen;
}
