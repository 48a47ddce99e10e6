import { halfOf } from '../../half-of.ts';
import { takeSample } from '../../take-sample.ts';
import { chosenPages, readPages } from '../choose-pages.ts';
import type { EvaluatedCorpus, SetQuestion } from '../question-sets.ts';
import { readDiseasePages, readFaqPages } from './faq-pages.ts';
import { questionOf } from './outside-question.ts';
import { type HiddenPage, hideQuestions } from './question-headings.ts';

interface Sample {
  readonly others: number | null;
  readonly seed: number;
}

/** Corpora that no model was trained on; a fourth, `owasp_cheatsheets`, has seven such headings for 2,000 passages. */
const headingCorpora = ['gsa_tts_handbook', 'sourcegraph_handbook', 'govuk_dev_docs'] as const;
const pagesAskedMax = 40;
const questionsPerPageMax = 3;
/** One page in so many is left out, with the answers to what it asks. */
const leftOutEach = 6;

/**
 * Questions that nobody here wrote, made from pages by program: an answer is right if it is taken from what the question
 * stood above.
 */
export function readOutsideSet(dataFolder: string, sample: Sample): EvaluatedCorpus[] {
  return [
    ...headingCorpora.map((corpus) => readHeadings(dataFolder, corpus, sample)),
    readFaqPages(dataFolder),
    readDiseasePages(dataFolder, sample),
  ];
}

/** Headings that ask, each taken from its page and asked. */
function readHeadings(dataFolder: string, corpus: string, { others, seed }: Sample): EvaluatedCorpus {
  const hidden = readPages(dataFolder, corpus).map(hideQuestions);
  const asking = takeSample(
    hidden.filter(({ asked }) => asked.length > 0),
    { count: pagesAskedMax, seed },
  );
  const leftOut = new Set(asking.filter((_, at) => at % leftOutEach === leftOutEach - 1));
  const rest = takeSample(
    hidden.filter((one) => !asking.includes(one)),
    { count: others, seed },
  );
  const loaded = hidden.filter((one) => (asking.includes(one) && !leftOut.has(one)) || rest.includes(one));
  return {
    corpus: `outside_${corpus}`,
    pages: chosenPages(loaded.map(({ page }) => page)),
    questions: asking.flatMap((one) => headingQuestions(one, { answerable: !leftOut.has(one), seed })),
  };
}

function headingQuestions(
  { page, asked }: HiddenPage,
  { answerable, seed }: { readonly answerable: boolean; readonly seed: number },
): SetQuestion[] {
  const once = [...Map.groupBy(asked, ({ question }) => question).values()].filter(
    ({ length }) => length === 1,
  );
  return takeSample(once.flat(), { count: questionsPerPageMax, seed }).map(({ question, body }) => {
    const id = `${page.id} ${question}`;
    return questionOf({
      ...{ id, part: halfOf(id), question, answerable, why: `heading of ${page.id}` },
      ...{ sources: [page.id], sections: [body] },
    });
  });
}
