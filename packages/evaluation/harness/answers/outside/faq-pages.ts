import { contentTerms } from '@avow/text';
import { readRows } from '../../data-sets.ts';
import { halfOf } from '../../half-of.ts';
import { takeSample } from '../../take-sample.ts';
import { chosenPages, type Page } from '../choose-pages.ts';
import type { EvaluatedCorpus } from '../question-sets.ts';
import { questionOf } from './outside-question.ts';

interface FaqRow {
  readonly question: string;
  readonly answer: string;
  readonly source: string;
  readonly link: string;
}

const faqAskedMax = 70;
/** Shares of words in common from which two publishers' questions are taken for one. */
const sameQuestionMin = 0.5;

/**
 * Pages of questions and answers about one epidemic, by nine publishers: the answers are loaded without their questions. An
 * answer of another publisher to nearly the same question counts too. All are answerable: what one leaves out, another says.
 */
export function readFaqPages(dataFolder: string): EvaluatedCorpus {
  const rows = readRows<FaqRow>(dataFolder, 'covid_faq/faq');
  const pages = [...Map.groupBy(rows, ({ link }) => link.trim()).values()].map(
    (its, at): Page & { its: FaqRow[] } => ({
      id: `faq-${at + 1}.md`,
      title: `Coronavirus: ${its[0]?.source ?? ''}`,
      text: numbered(its.map(({ answer }) => answer)),
      its,
    }),
  );
  const asked = takeSample(rows, { count: faqAskedMax, seed: 1 }).map(({ question }) => {
    const alike = rows.filter((row) => isSameQuestion(row.question, question));
    return questionOf({
      ...{ id: question, part: halfOf(question), question, answerable: true, why: 'asked on a page of FAQ' },
      sources: pages.filter(({ its }) => its.some((row) => alike.includes(row))).map(({ id }) => id),
      sections: alike.map(({ answer }) => answer),
    });
  });
  return { corpus: 'outside_covid_faq', pages: chosenPages(pages), questions: asked };
}

function isSameQuestion(one: string, other: string): boolean {
  const [ones, others] = [new Set(contentTerms(one)), new Set(contentTerms(other))];
  return one === other || ones.intersection(others).size / ones.union(others).size >= sameQuestionMin;
}

interface DiseaseRow {
  readonly src: string;
  readonly focus: string;
  readonly syn: readonly string[];
  readonly qtype: string;
  readonly question: string;
  readonly answer: string;
}

/** Of these the answers are prose; those about treatment are lists of links. */
const askedTypes = ['information', 'frequency', 'genetic changes', 'inheritance'];
const diseasesAsked = 96;
const leftOutEach = 4;

/**
 * Pages about rare diseases with their other names, and sections without the questions that headed them. Each disease is asked
 * about once, by a name that its page's title does not have. One in four is left out: other pages say the like of other diseases.
 */
export function readDiseasePages(
  dataFolder: string,
  { others, seed }: { readonly others: number | null; readonly seed: number },
): EvaluatedCorpus {
  const rows = readRows<DiseaseRow>(dataFolder, 'medquad_faq/faq').filter(({ src }) => src === 'GHR');
  const diseases = [...Map.groupBy(rows, ({ focus }) => focus).values()].filter(
    (its) => otherName(its) !== null,
  );
  const chosen = takeSample(diseases, { count: diseasesAsked + (others ?? diseases.length), seed });
  const asking = chosen.slice(0, diseasesAsked);
  const leftOut = new Set(asking.filter((_, at) => at % leftOutEach === leftOutEach - 1));
  return {
    corpus: 'outside_medquad',
    pages: chosenPages(chosen.filter((its) => !leftOut.has(its)).map(diseasePage)),
    questions: asking.flatMap((its, at) => {
      const row = its.find(
        ({ qtype }) => qtype === askedTypes[Math.floor(at / leftOutEach) % askedTypes.length],
      );
      const name = otherName(its);
      if (row === undefined || name === null) return [];
      const question = row.question.replace('is (are)', 'is').replace(row.focus, name).replace(/\s+\?/, '?');
      return questionOf({
        ...{ id: question, part: halfOf(question), question, answerable: !leftOut.has(its) },
        ...{ sources: [diseasePage(its).id], sections: [row.answer], why: `asked of ${row.focus}` },
      });
    }),
  };
}

function diseasePage(its: readonly DiseaseRow[]): Page {
  const [{ focus = '', syn = [] } = {}] = its;
  return {
    id: `${focus.replace(/[^\w-]+/g, '-')}.md`,
    title: focus,
    text: `Other names: ${syn.join('; ')}\n\n${numbered(its.map(({ answer }) => answer))}`,
  };
}

/** Another name of the disease with a word that its usual name does not have; abbreviations aside. */
function otherName([{ focus = '', syn = [] } = {}]: readonly Partial<DiseaseRow>[]): string | null {
  const usual = new Set(contentTerms(focus));
  const isOther = (name: string) =>
    name.includes(' ') && contentTerms(name).filter((term) => !usual.has(term)).length >= 1;
  return syn.find(isOther) ?? null;
}

const numbered = (answers: readonly string[]) =>
  answers.map((answer, at) => `## Part ${at + 1}\n\n${answer}`).join('\n\n');
