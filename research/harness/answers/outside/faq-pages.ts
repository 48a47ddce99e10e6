import { contentTerms } from '@avow/text/terms';
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
/** Share of words in common from which two questions of a publisher are taken for one. */
const sameQuestionMin = 0.5;

/**
 * Pages of questions and answers about one epidemic, loaded without the questions. Publishers answer the same questions, so
 * each is a pack of its own, and asked its own questions only; whatever it answers to nearly the same question counts. All
 * are answerable: what one page leaves out, another of the publisher may say.
 */
export function readFaqPages(dataFolder: string): EvaluatedCorpus {
  const rows = readRows<FaqRow>(dataFolder, 'covid_faq/faq');
  const pages = [...Map.groupBy(rows, ({ link }) => link.trim()).values()].map((its, at) => ({
    name: `faq-${at + 1}.md`,
    title: `Coronavirus: ${its[0]?.source ?? ''}`,
    its,
  }));
  const asked = takeSample(rows, { count: faqAskedMax, seed: 1 }).map(({ question, source }) => {
    const alike = rows.filter(
      (row) => packOf(row.source) === packOf(source) && isSameQuestion(row.question, question),
    );
    return questionOf({
      ...{ id: question, part: halfOf(question), question, answerable: true, why: 'asked on a page of FAQ' },
      packs: [packOf(source)],
      sources: pages.filter(({ its }) => its.some((row) => alike.includes(row))).map(({ name }) => name),
      sections: alike.map(({ answer }) => answer),
    });
  });
  const loaded = pages.map(({ name, title, its }) => ({
    id: `${packOf(its[0]?.source ?? '')}/${name}`,
    title,
    text: numbered(its.map(({ answer }) => answer)),
  }));
  return { corpus: 'outside_covid_faq', packPerFolder: true, pages: chosenPages(loaded), questions: asked };
}

/** Some rows name a publisher with its abbreviation, others without. */
const packOf = (publisher: string) => publisher.replace(/\s*\(.*\)/, '').replace(/[^\w-]+/g, '-');

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
