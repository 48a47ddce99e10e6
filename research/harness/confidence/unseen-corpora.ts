import { readRows } from '../data-sets.ts';
import type { GoldAnswer } from '../reader/reading-set.ts';
import { takeSample } from '../take-sample.ts';
import { type AskedCorpus, type CorpusQuestion, pagesOf } from './asked-corpus.ts';

interface Sample {
  readonly count: number | null;
  readonly seed: number;
}

/** The share of questions that are also asked of an unrelated pack. */
const foreignShare = 0.25;

/**
 * Privacy policies of many sites, each a pack. The same general questions are asked of each site; annotations in any
 * paragraph count. The licence allows measuring only.
 */
export function readPolicyCorpus(dataFolder: string, sample: Sample): AskedCorpus {
  interface Row {
    readonly id: string;
    readonly title: string;
    readonly question: string;
    readonly context: string;
    readonly answers: readonly GoldAnswer[];
  }
  const rows = readRows<Row>(dataFolder, 'policyqa/all');
  const files = [...Map.groupBy(rows, ({ title }) => title)].map(([title, its]) => ({
    name: `${packOf(title)}/policy.txt`,
    content: [...new Set(its.map(({ context }) => context))].join('\n\n'),
  }));
  const asked = [...Map.groupBy(rows, ({ title, question }) => `${title} ${question}`).values()].flatMap(
    (same): CorpusQuestion[] => {
      const [first] = same;
      if (first === undefined) return [];
      const golds = same.flatMap(({ answers }) => answers.map(({ text }) => text));
      return [
        {
          id: first.id,
          text: first.question,
          part: 'report',
          packs: [packOf(first.title)],
          expected: { kind: 'mostly', golds, source: 'policy.txt' },
        },
      ];
    },
  );
  return {
    ...unseen,
    name: 'policies',
    kind: 'policies',
    pages: pagesOf(files),
    questions: takeSample(asked, sample),
  };
}

const packOf = (title: string) => title.replace(/[^\w.-]+/g, '_');

const unseen = {
  isUnseen: true,
  packPerFolder: true,
  settings: ['whole', 'no_reader'],
} as const;

/** Five texts of different kinds, each a pack, with answer spans; some questions are asked of another text. */
export function readMixedCorpus(dataFolder: string, sample: Sample): AskedCorpus {
  interface Row {
    readonly question: string;
    readonly corpus: string;
    readonly references: ReadonlyArray<{ readonly content: string }>;
  }
  const texts = readRows<{ corpus: string; text: string }>(dataFolder, 'chunking_eval/corpora');
  const names = texts.map(({ corpus }) => corpus);
  const source = 'text.txt';
  const asked = readRows<Row>(dataFolder, 'chunking_eval/queries').map(
    ({ question, corpus, references }, at): CorpusQuestion => ({
      id: String(at),
      text: question,
      part: 'report',
      packs: [corpus],
      expected: { kind: 'mostly', golds: references.map(({ content }) => content), source },
    }),
  );
  const chosen = takeSample(asked, sample);
  const foreign = chosen
    .slice(0, Math.round(chosen.length * foreignShare))
    .map(({ id, text, part, packs }): CorpusQuestion => {
      const other = names[(names.indexOf(packs?.[0] ?? '') + 1) % names.length] ?? '';
      return {
        id: `foreign/${id}`,
        text,
        part,
        packs: [other],
        isForeign: true,
        expected: { kind: 'nothing' },
      };
    });
  return {
    ...unseen,
    name: 'mixed',
    kind: 'mixed texts',
    pages: pagesOf(texts.map(({ corpus, text }) => ({ name: `${corpus}/${source}`, content: text }))),
    questions: [...chosen, ...foreign],
  };
}
