import type { Encoder } from '@avow/inference';
import type { CuratedSet } from '../curated/curated-set.ts';
import { curatedSets } from '../curated/curated-sets.ts';
import { findCandidates } from '../curated/find-candidates.ts';
import { readRows } from '../data-sets.ts';
import { type Half, halfOf } from '../half-of.ts';
import { takeSample } from '../take-sample.ts';

/** How near the nearest curated question is to a question, and whether its pair is the right one. */
export interface NearestQuestion {
  readonly set: string;
  readonly half: Half;
  /** Of a question that no pair answers: whether it is about the same things as the pairs. */
  readonly kind: 'right pair' | 'other pair' | 'unanswered, same field' | 'from elsewhere';
  readonly cosine: number;
}

const measuredSets = ['clinc150_few', 'banking77_few', 'medquad', 'mqp', 'rqe_medical'];
const elsewhereCount = 200;

/** The nearest curated question to each question of the banks, and to questions that have nothing to do with them. */
export async function measureQuestions(encoder: Encoder, folder: string): Promise<NearestQuestion[]> {
  const elsewhere = takeSample(readRows<{ question: string }>(`${folder}/nq_open`, 'nq_open_dev'), {
    ...{ count: elsewhereCount, seed: 2 },
  });
  const measured: NearestQuestion[] = [];
  for (const name of measuredSets) {
    const read = curatedSets[name]?.(folder);
    if (read === undefined) throw new Error(`there is no set ${name}`);
    const foreign = elsewhere.map(({ question }) => ({
      ...{ text: question, rightId: null, kind: 'elsewhere', half: halfOf(question) },
    }));
    const set: CuratedSet = { ...read, asked: [...read.asked, ...foreign] };
    const candidates = await findCandidates(set, { encoder, askedAs: 'question' });
    set.asked.forEach(({ rightId, kind, half }, at) => {
      const [nearest] = (candidates[at] ?? []).toSorted(
        (one, other) => (other.vectorScore ?? 0) - (one.vectorScore ?? 0),
      );
      const unanswered = kind === 'elsewhere' ? 'from elsewhere' : 'unanswered, same field';
      const found = nearest?.pairId === rightId ? 'right pair' : 'other pair';
      measured.push({
        ...{ set: name, half, cosine: nearest?.vectorScore ?? 0 },
        kind: rightId === null ? unanswered : found,
      });
    });
  }
  return measured;
}

/** Of the questions that a pair answers, how many are offered it at this line, and how many another; of the rest, how many any. */
export function offersAt(measured: readonly NearestQuestion[], line: number) {
  const countOf = (...kinds: readonly NearestQuestion['kind'][]) =>
    measured.filter(({ kind }) => kinds.includes(kind)).length;
  const offered = (kind: NearestQuestion['kind']) =>
    measured.filter((one) => one.kind === kind && one.cosine >= line).length;
  const answered = countOf('right pair', 'other pair');
  return {
    right: offered('right pair') / answered,
    other: offered('other pair') / answered,
    sameField: offered('unanswered, same field') / countOf('unanswered, same field'),
    elsewhere: offered('from elsewhere') / countOf('from elsewhere'),
  };
}
