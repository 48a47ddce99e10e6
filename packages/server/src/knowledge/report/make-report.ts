import type { Contradiction, FindOrders, NearDuplicate, PackReport } from '../../interfaces/content-packs.ts';
import type { CuratedPair, StoredDocument } from '../../interfaces/knowledge-store.ts';
import { compareDuplicates } from './compare-duplicates.ts';
import { comparePairs } from './compare-pairs.ts';
import { cut } from './cut-quote.ts';
import { type Disagreement, findDisagreements } from './find-disagreements.ts';
import { type DuplicateGroup, findNearDuplicates } from './find-near-duplicates.ts';
import { findSuspicious } from './find-suspicious.ts';
import { type DraftPassage, gatherPassages } from './gather-passages.ts';

export interface ReportLimits {
  /** Passages beyond are not looked at. Each takes some thousand bytes while the report is made. */
  readonly passagesMax: number;
  /** Questions and alternatives; pairs beyond are not compared. */
  readonly questionsMax: number;
  /** Passages beyond are not searched for orders: each takes a millisecond. */
  readonly searchedMax: number;
  /** Of near-duplicates, of contradictions, and of suspicious texts. */
  readonly findingsMax: number;
  /** Of one finding. */
  readonly placesMax: number;
}

const reportLimits: ReportLimits = {
  passagesMax: 300_000,
  questionsMax: 300_000,
  searchedMax: 20_000,
  findingsMax: 200,
  placesMax: 20,
};

/** Finds texts of a draft that are nearly the same, such that contradict each other, and such that give orders. */
export async function makeReport(draft: {
  readonly documents: AsyncIterable<StoredDocument>;
  readonly pairs: readonly CuratedPair[];
  readonly findOrders: FindOrders;
  readonly limits?: Partial<ReportLimits>;
}): Promise<Omit<PackReport, 'draftRevision'>> {
  const limits = { ...reportLimits, ...draft.limits };
  const gathered = await gatherPassages(draft.documents, limits.passagesMax);
  const compared = firstPairs(draft.pairs, limits.questionsMax);
  const pairs = await comparePairs(compared);
  const groups = await findNearDuplicates(gathered.passages);
  const near = nearDuplicatesOf(gathered.passages, groups, pairs);
  const contradictions = await contradictionsOf(gathered.passages, groups, pairs);
  const suspicious = await findSuspicious(
    {
      passages: gathered.passages.slice(0, limits.searchedMax),
      pairs: compared.slice(0, limits.searchedMax),
    },
    draft.findOrders,
  );
  let longest = 0;
  const shorten = <Place>(places: readonly Place[]): Place[] => {
    longest = Math.max(longest, places.length);
    return places.slice(0, limits.placesMax);
  };
  return {
    nearDuplicates: near.slice(0, limits.findingsMax).map((one) => ({ ...one, places: shorten(one.places) })),
    contradictions: contradictions
      .slice(0, limits.findingsMax)
      .map((one) => ({ ...one, places: shorten(one.places), questions: shorten(one.questions) })),
    suspicious: suspicious.slice(0, limits.findingsMax),
    isTruncated:
      gathered.isTruncated ||
      Math.max(gathered.passages.length, compared.length) > limits.searchedMax ||
      compared.length < draft.pairs.length ||
      longest > limits.placesMax ||
      Math.max(near.length, contradictions.length, suspicious.length) > limits.findingsMax,
  };
}

function firstPairs(pairs: readonly CuratedPair[], questionsMax: number): readonly CuratedPair[] {
  let questions = 0;
  const end = pairs.findIndex(({ alternatives }) => {
    questions += 1 + alternatives.length;
    return questions > questionsMax;
  });
  return end === -1 ? pairs : pairs.slice(0, end);
}

type ComparedPairs = Awaited<ReturnType<typeof comparePairs>>;

/** Those in most places first, because mending them mends the most. */
function nearDuplicatesOf(
  passages: readonly DraftPassage[],
  groups: readonly DuplicateGroup[],
  { same }: ComparedPairs,
): NearDuplicate[] {
  const ofDocuments = groups.map(
    ({ similarity, members }): NearDuplicate => ({
      kind: 'document',
      similarity: round(similarity),
      places: members.flatMap((member) => {
        const passage = passages[member];
        return passage === undefined
          ? []
          : [{ id: passage.id, source: passage.source, quote: cut(passage.text) }];
      }),
    }),
  );
  const ofPairs = same.map(
    ({ similarity, pairs }): NearDuplicate => ({
      kind: 'curated',
      similarity: round(similarity),
      places: pairs.map(({ curatedId, source, question }) => ({
        id: curatedId,
        source,
        quote: cut(question),
      })),
    }),
  );
  return [...ofPairs, ...ofDocuments].sort(
    (one, other) => other.places.length - one.places.length || other.similarity - one.similarity,
  );
}

/** Pairs first, because they answer before anything else does; then those where it is plain what differs. */
async function contradictionsOf(
  passages: readonly DraftPassage[],
  groups: readonly DuplicateGroup[],
  { opposed }: ComparedPairs,
): Promise<Contradiction[]> {
  const rank = { value: 0, denial: 1, words: 2 };
  const ofPairs = opposed
    .toSorted((one, other) => rank[one.kind] - rank[other.kind])
    .map(
      ({ reason, pairs }): Contradiction => ({
        kind: 'curated',
        reason,
        places: [],
        questions: pairs.map(({ curatedId, question, answer }) => ({ curatedId, question, answer })),
      }),
    );
  const disagreements = [...(await findDisagreements(passages)), ...compareDuplicates(passages, groups)];
  const ofDocuments = withoutRepeats(disagreements).map(
    ({ reason, places }): Contradiction => ({
      kind: 'document',
      reason,
      questions: [],
      places: places.flatMap(({ passage, quote }) => {
        const found = passages[passage];
        return found === undefined ? [] : [{ id: found.id, source: found.source, quote: cut(quote) }];
      }),
    }),
  );
  return [...ofPairs, ...ofDocuments];
}

/** Two passages may be found to disagree in both ways. */
function withoutRepeats(disagreements: readonly Disagreement[]): Disagreement[] {
  const seen = new Set<string>();
  return disagreements.filter(({ places }) => {
    const [one, other] = places;
    const key = `${one?.passage} ${other?.passage}`;
    return seen.size < seen.add(key).size;
  });
}

/** Never up to 1, which stands for word for word. */
function round(similarity: number): number {
  return Math.floor(similarity * 100) / 100;
}
