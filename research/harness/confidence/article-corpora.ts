import { readRows } from '../data-sets.ts';
import { halfOf } from '../half-of.ts';
import type { ModelFacts } from '../read-model-facts.ts';
import type { GoldAnswer } from '../reader/reading-set.ts';
import { takeSample } from '../take-sample.ts';
import { type AskedCorpus, type CorpusQuestion, type Part, pagesOf } from './asked-corpus.ts';

interface Sample {
  readonly count: number | null;
  readonly seed: number;
}

interface Context {
  readonly ctx_id: string;
  readonly title: string;
  readonly text: string;
}

interface ContextQuestion {
  readonly id: string;
  readonly ctx_id: string;
  readonly question: string;
  readonly answers: readonly GoldAnswer[];
}

/** The share among the questions about documentation. In the set it is half: questions made to mislead readers. */
const unanswerableShare = 0.27;

/**
 * Encyclopaedia articles that the reading model was never trained on: some for fitting, others for reporting. Some of
 * their questions look answerable but are not.
 */
export function readEncyclopaedia(
  dataFolder: string,
  { keptApart }: ModelFacts,
  sample: Sample,
): AskedCorpus[] {
  const contexts = readRows<Context>(dataFolder, 'squad2_dev/contexts');
  const questions = readRows<ContextQuestion>(dataFolder, 'squad2_dev/questions');
  const parts = { fit: keptApart['squad2_tune'] ?? [], report: keptApart['squad2_report'] ?? [] };
  return (['fit', 'report'] as const).map((part) => {
    const titles = new Set(parts[part].map((title) => title.replaceAll('_', ' ')));
    if (titles.size === 0) throw new Error('the manifest of the reading model names no articles kept apart');
    const its = contexts.filter(({ title }) => titles.has(title));
    return articleCorpus(part, { contexts: its, questions, sample });
  });
}

function articleCorpus(
  part: Part,
  {
    contexts,
    questions,
    sample,
  }: {
    readonly contexts: readonly Context[];
    readonly questions: readonly ContextQuestion[];
    readonly sample: Sample;
  },
): AskedCorpus {
  const titleOf = new Map(contexts.map(({ ctx_id, title }) => [ctx_id, title]));
  const files = [...Map.groupBy(contexts, ({ title }) => title)].map(([title, its]) => ({
    name: fileOf(title),
    content: `# ${title}\n\n${its.map(({ text }) => text).join('\n\n')}\n`,
  }));
  const asked = questions.flatMap(({ id, ctx_id, question, answers }): CorpusQuestion[] => {
    const title = titleOf.get(ctx_id);
    if (title === undefined) return [];
    const golds = answers.map(({ text }) => text);
    const expected: CorpusQuestion['expected'] =
      golds.length === 0 ? { kind: 'nothing' } : { kind: 'holds', golds, source: fileOf(title) };
    return [{ id, text: question, part, expected }];
  });
  const some = (isAnswerable: boolean, share: number) =>
    takeSample(
      asked.filter(({ expected }) => (expected.kind !== 'nothing') === isAnswerable),
      { count: sample.count === null ? null : Math.round(sample.count * share), seed: sample.seed },
    );
  const answerable = some(true, 1 - unanswerableShare);
  const unanswerable = some(false, unanswerableShare).slice(
    0,
    Math.round((answerable.length * unanswerableShare) / (1 - unanswerableShare)),
  );
  return {
    name: `encyclopaedia_${part}`,
    kind: 'encyclopaedia',
    isUnseen: false,
    pages: pagesOf(files),
    packPerFolder: false,
    settings: ['whole', 'no_reader'],
    questions: [...answerable, ...unanswerable],
  };
}

const fileOf = (title: string) => `${title.replace(/[^\w-]+/g, '_')}.md`;

/** Long scientific articles. All questions about an article are either for fitting or for reporting. */
export function readScience(dataFolder: string, sample: Sample): AskedCorpus {
  interface Row {
    readonly id: string;
    readonly doc: string;
    readonly question: string;
    readonly answers: readonly GoldAnswer[];
  }
  const files = readRows<{ doc: string; text: string }>(dataFolder, 'covid_qa/docs').map(({ doc, text }) => ({
    name: `${doc}.txt`,
    content: text,
  }));
  const asked = readRows<Row>(dataFolder, 'covid_qa/questions').map(
    ({ id, doc, question, answers }): CorpusQuestion => ({
      id,
      text: question.trim(),
      part: halfOf(doc) === 'tune' ? 'fit' : 'report',
      expected: { kind: 'mostly', golds: answers.map(({ text }) => text), source: `${doc}.txt` },
    }),
  );
  return {
    name: 'science',
    kind: 'science',
    isUnseen: false,
    pages: pagesOf(files),
    packPerFolder: false,
    settings: ['whole', 'no_reader'],
    questions: (['fit', 'report'] as const).flatMap((part) =>
      takeSample(
        asked.filter((one) => one.part === part),
        sample,
      ),
    ),
  };
}
