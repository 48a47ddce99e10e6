import { parseArgs } from 'node:util';
import { fuseCandidates, semanticWeightDefault } from '@avow/search/engine';
import { dataSetsFolder } from '../data-sets.ts';
import { openChosenEncoder } from '../open-chosen-encoder.ts';
import { type FoundBy, judge, placesOf, searchRankedSet } from './rank-set.ts';
import { type RankedSet, readRankedSet } from './ranked-set.ts';

const { values } = parseArgs({
  options: { data: { type: 'string' }, encoder: { type: 'string' } },
});
/** The maximum depth of the search; its candidates determine how scores are normalised. */
const candidatesMax = 100;
const shares = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8];

/** The ranking if semantic search had another share. */
function rankedWith(set: RankedSet, found: readonly FoundBy[], share: number): string[][] {
  return found.map(({ both }) => {
    const scored = both.map(({ wordScore, vectorScore }) => ({ wordScore: wordScore ?? 0, vectorScore }));
    const scores = fuseCandidates(scored, share);
    return both
      .map((hit, at) => ({ hit, score: scores[at] ?? 0 }))
      .sort((one, other) => other.score - one.score)
      .flatMap(({ hit }) => placesOf(hit).map((place) => set.documents[place]?.id ?? ''));
  });
}

const folder = dataSetsFolder(values.data);
const encoder = await openChosenEncoder(values.encoder);
if (encoder === null) process.exit(1);
console.log(
  `Share of the meaning: nDCG@10 / recall@50; now ${semanticWeightDefault}; encoder ${encoder.name}`,
);
for (const name of ['cranfield', 'cisi'] as const) {
  const set = readRankedSet(folder, name);
  const found = await searchRankedSet(set, encoder, candidatesMax);
  const cells = shares.map((share) => {
    const { gainAt10, recallAt50 } = judge(set.queries, rankedWith(set, found, share));
    return `${share}: ${gainAt10.toFixed(4)} / ${recallAt50.toFixed(4)}`;
  });
  console.log(`  ${name.padEnd(10)} ${cells.join('   ')}`);
}
await encoder.close();
