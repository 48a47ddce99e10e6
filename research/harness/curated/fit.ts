import { parseArgs } from 'node:util';
import { fitLogistic, type LabelledRow } from '@avow/answering/testing/grounding';
import {
  judgeNearest,
  manyPhrasings,
  type SameQuestion,
  type SameQuestionFeatures,
} from '@avow/answering/testing/reading';
import { dataSetsFolder } from '../data-sets.ts';
import { openChosenEncoder } from '../open-chosen-encoder.ts';
import type { QuestionTerms } from './curated-set.ts';
import { curatedSets } from './curated-sets.ts';
import { readBanks } from './read-banks.ts';

interface Judged {
  readonly asked: QuestionTerms;
  /** Nearest first. */
  readonly pairs: readonly SameQuestion[];
}

type Feature = keyof SameQuestionFeatures;

/** The features of a model, each with the sign its weight may have (0: either). */
type Signs = Readonly<Partial<Record<Feature, -1 | 0 | 1>>>;

// Only sets whose licence allows it, and of them only the half for tuning. Swapped words that people would hardly ask for
// count little: at full weight they would teach that nearness means nothing. Small banks teach that a lead over pairs that
// are about something else says little.
const fewSets = {
  ...{ medquad: 2, changed: 2, paws_ni: 0.03, medquad_small: 1 },
  ...{ clinc150_few: 0.5, clinc150_few_small: 0.5, banking77_few: 0.5, banking77_few_small: 0.5 },
};
const fewSigns: Signs = {
  nearness: 1,
  lead: 1,
  alone: 0,
  support: 1,
  askedCovered: 1,
  phrasingCovered: 1,
  moreSpecial: -1,
  lessSpecial: -1,
  otherNames: -1,
  otherKind: -1,
  otherObject: -1,
  words: 0,
};
const manySets = { clinc150: 1, banking77: 1 };
const manySigns: Signs = {
  nearness: 1,
  lead: 1,
  agreement: 1,
  askedCovered: 1,
  otherNames: -1,
  otherKind: -1,
  otherObject: -1,
};
const rowsPerSet = 1000;
const shrink = 0.5;

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    encoder: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(
    `npm run fit -- qna [--data FOLDER] [--encoder FOLDER]
Fits the weights by which questions are taken for the same, and prints them for same-question-weights.ts.`,
  );
  process.exit(0);
}
const folder = dataSetsFolder(values.data);
const encoder = await openChosenEncoder(values.encoder);
if (encoder === null) process.exit(1);
const judged = new Map<string, Judged[]>();
const names = Object.keys(curatedSets).filter((name) => name in fewSets || name in manySets);
for await (const { set, candidates } of readBanks(folder, names, { encoder, askedAs: 'question' })) {
  judged.set(
    set.name,
    set.asked.map((asked, at) => ({
      asked,
      pairs: judgeNearest(
        asked.text,
        (candidates[at] ?? []).map(({ pairId, text, vectorScore }) => ({
          answer: pairId,
          text,
          vectorScore: vectorScore ?? 0,
        })),
      ),
    })),
  );
}
await encoder.close();
// With few phrasings, the second nearest pair is useful too. With many, the goal is to recognise questions that match no
// pair, so a question matched to the wrong pair is left out.
print('fewWeights', fewSets, fewSigns, ({ asked, pairs }) =>
  pairs
    .slice(0, 2)
    .filter(({ phrasingCount }) => phrasingCount < manyPhrasings)
    .map(({ features, answer }) => ({ features, isTrue: answer === asked.rightId })),
);
print('manyWeights', manySets, manySigns, ({ asked, pairs }) =>
  pairs
    .slice(0, 1)
    .filter(({ phrasingCount }) => phrasingCount >= manyPhrasings)
    .filter(({ answer }) => asked.rightId === null || asked.rightId === answer)
    .map(({ features, answer }) => ({ features, isTrue: answer === asked.rightId })),
);

function print(
  name: string,
  sets: Readonly<Record<string, number>>,
  signs: Signs,
  rowsOf: (judged: Judged) => { readonly features: SameQuestionFeatures; readonly isTrue: boolean }[],
): void {
  const features = Object.keys(signs) as Feature[];
  const rows = Object.entries(sets).flatMap(([set, share]): LabelledRow[] => {
    const all = (judged.get(set) ?? []).filter(({ asked }) => asked.half === 'tune').flatMap(rowsOf);
    return all.map((row) => ({
      values: features.map((feature) => row.features[feature]),
      isTrue: row.isTrue,
      weight: (share * rowsPerSet) / all.length,
    }));
  });
  const [constant = 0, ...weights] = fitLogistic(rows, {
    signs: features.map((feature) => signs[feature] ?? 0),
    shrink,
  });
  console.log(`${name}:\n  constant: ${constant.toFixed(2)},`);
  for (const [at, feature] of features.entries())
    console.log(`  ${feature}: ${(weights[at] ?? 0).toFixed(2)},`);
}
