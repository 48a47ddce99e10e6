import type { Encoder } from '@avow/inference';
import { readRows } from '../data-sets.ts';
import { encodeCached } from '../encode-cached.ts';
import { createTextbookRanking } from '../retrieval/textbook-ranking.ts';
import { takeSample } from '../take-sample.ts';
import { inOrderOf } from './mix-scores.ts';
import { rankCandidates } from './rank-candidates.ts';
import { averagePrecision, reciprocalRank } from './rank-of-right.ts';
import { figuresOf, type RerankFigures, type RerankPlan } from './rerank-set.ts';

interface Sentence {
  readonly text: string;
  readonly isRight: boolean;
}

/** A question and candidate sentences, some of which answer it. */
interface SentenceQuestion {
  readonly question: string;
  readonly sentences: readonly Sentence[];
}

export type SentenceSetName = 'selqa' | 'wikiqa';

const readers: Readonly<Record<SentenceSetName, (dataFolder: string) => SentenceQuestion[]>> = {
  selqa: (dataFolder) =>
    readRows<{ question: string; sentences: readonly string[]; gold: readonly number[] }>(
      dataFolder,
      'selqa/test',
    ).map(({ question, sentences, gold }) => ({
      question,
      sentences: sentences.map((text, at) => ({ text, isRight: gold.includes(at) })),
    })),
  wikiqa: (dataFolder) => {
    const rows = readRows<{ qid: string; question: string; sentence: string; y: 0 | 1 }>(
      dataFolder,
      'wikiqa/all',
    );
    return [...Map.groupBy(rows, ({ qid }) => qid).values()].map((its) => ({
      question: its[0]?.question ?? '',
      sentences: its.map(({ sentence, y }) => ({ text: sentence, isRight: y === 1 })),
    }));
  },
};

/** Reranks sentences of a section: `first` is MAP, `second` MRR. The baseline is semantic or keyword search. */
export async function selectSentences(name: SentenceSetName, plan: RerankPlan): Promise<RerankFigures> {
  const all = readers[name](plan.dataFolder).filter(
    ({ sentences }) => sentences.some(({ isRight }) => isRight) && sentences.some(({ isRight }) => !isRight),
  );
  const questions = takeSample(all, plan);
  const scores = await scoreBefore(plan.encoder, { name, questions });
  const asked = questions.map(({ question, sentences }, at) => {
    const scored = sentences.map((sentence, place) => ({ ...sentence, score: scores[at]?.[place] ?? 0 }));
    return {
      question,
      candidates: inOrderOf(
        scored,
        scored.map(({ score }) => score),
      ),
    };
  });
  const ranked = await rankCandidates(plan.reader, asked, {
    label: name,
    share: plan.share,
    passageOf: ({ text }) => ({ context: '', text }),
    scoreOf: ({ score }) => score,
  });
  return figuresOf(ranked, (sentences) => {
    const right = sentences.map(({ isRight }) => isRight);
    return { first: averagePrecision(right), second: reciprocalRank(right) };
  });
}

async function scoreBefore(
  encoder: Encoder | null,
  given: { readonly name: string; readonly questions: readonly SentenceQuestion[] },
): Promise<number[][]> {
  const { name, questions } = given;
  if (encoder === null)
    return questions.map(({ question, sentences }) => {
      const found = createTextbookRanking(sentences.map(({ text }) => text))(question, sentences.length);
      const byPlace = new Map(found.map(({ at, score }) => [at, score]));
      return sentences.map((_, at) => byPlace.get(at) ?? 0);
    });
  const asked = await encodeCached(encoder, {
    label: `${name}, questions`,
    as: 'question',
    texts: questions.map(({ question }) => question),
  });
  const texts = questions.flatMap(({ sentences }) => sentences.map(({ text }) => text));
  const vectors = (await encodeCached(encoder, { label: name, as: 'passage', texts })).values();
  return questions.map(({ sentences }, at) => {
    const vector = asked[at] ?? new Float32Array();
    return sentences.map(() => product(vector, vectors.next().value ?? new Float32Array()));
  });
}

function product(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
}
