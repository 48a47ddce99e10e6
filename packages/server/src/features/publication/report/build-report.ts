import { setImmediate } from 'node:timers/promises';
import type { CuratedPair, StoredDocument } from '@avow/answering';
import type { DocumentParser } from '@avow/documents';
import type { DetectInjection } from '@avow/guardrails';
import { collectPassages, type DraftPassage, shortenQuote } from './collect-passages.ts';
import { compareDuplicates } from './compare-duplicates.ts';
import { comparePairs } from './compare-pairs.ts';
import { type Disagreement, findDisagreements } from './find-disagreements.ts';
import type { FoundLeftOut } from './find-left-out.ts';
import { type DuplicateGroup, findNearDuplicates } from './find-near-duplicates.ts';
import type { Contradiction, NearDuplicate, PackReport, SuspiciousText } from './pack-report.ts';

export interface ReportLimits {
  /** Further passages are ignored. Each takes a few kilobytes while the report is built. */
  readonly passagesMax: number;
  /** Counts questions and alternatives; further pairs are not compared. */
  readonly questionsMax: number;
  /** Further passages are not checked for instructions: each takes a millisecond. */
  readonly searchedMax: number;
  /** Applies to each list separately. */
  readonly findingsMax: number;
  /** Per finding. */
  readonly placesMax: number;
}

export const reportLimits: ReportLimits = {
  passagesMax: 300_000,
  questionsMax: 300_000,
  searchedMax: 20_000,
  findingsMax: 200,
  placesMax: 20,
};

/**
 * Finds texts of a draft that are near-duplicates, that contradict each other or that contain instructions, passages that are
 * left out of answers, and documents that rank below current ones.
 */
export async function buildReport(draft: {
  readonly documents: AsyncIterable<StoredDocument>;
  readonly parser: Pick<DocumentParser, 'splitDocument'>;
  readonly pairs: readonly CuratedPair[];
  readonly detectInjection: DetectInjection;
  readonly findLeftOut: (passages: readonly DraftPassage[]) => Promise<FoundLeftOut>;
  readonly limits?: Partial<ReportLimits>;
}): Promise<Omit<PackReport, 'draftRevision'>> {
  const limits = { ...reportLimits, ...draft.limits };
  const collected = await collectPassages(draft, limits.passagesMax);
  const compared = firstPairs(draft.pairs, limits.questionsMax);
  const pairs = await comparePairs(compared);
  const groups = await findNearDuplicates(collected.passages);
  const near = nearDuplicatesOf(collected.passages, groups, pairs);
  const contradictions = await contradictionsOf(collected.passages, groups, pairs);
  const suspicious = await findSuspicious(
    {
      passages: collected.passages.slice(0, limits.searchedMax),
      pairs: compared.slice(0, limits.searchedMax),
    },
    draft.detectInjection,
  );
  const { leftOut, unscreenedCount } = await draft.findLeftOut(collected.passages);
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
    leftOut: leftOut.slice(0, limits.findingsMax),
    unscreenedCount,
    historical: collected.historical.slice(0, limits.findingsMax),
    isTruncated:
      collected.isTruncated ||
      Math.max(collected.passages.length, compared.length) > limits.searchedMax ||
      compared.length < draft.pairs.length ||
      longest > limits.placesMax ||
      [near, contradictions, suspicious, leftOut, collected.historical].some(
        ({ length }) => length > limits.findingsMax,
      ),
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

/** Those in the most places first: fixing them removes the most duplicates. */
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
          : [{ id: passage.id, source: passage.source, quote: shortenQuote(passage.text) }];
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
        quote: shortenQuote(question),
      })),
    }),
  );
  return [...ofPairs, ...ofDocuments].sort(
    (one, other) => other.places.length - one.places.length || other.similarity - one.similarity,
  );
}

/** Pairs first, because they take precedence over documents; then those with the clearest differences. */
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
        return found === undefined
          ? []
          : [{ id: found.id, source: found.source, quote: shortenQuote(quote) }];
      }),
    }),
  );
  return [...ofPairs, ...ofDocuments];
}

/** Both comparisons may find the same two passages. */
function withoutRepeats(disagreements: readonly Disagreement[]): Disagreement[] {
  const seen = new Set<string>();
  return disagreements.filter(({ places }) => {
    const [one, other] = places;
    const key = `${one?.passage} ${other?.passage}`;
    return seen.size < seen.add(key).size;
  });
}

/** Rounds down, because 1 means word for word. */
function round(similarity: number): number {
  return Math.floor(similarity * 100) / 100;
}

/** Texts checked before yielding to the event loop. */
const textsPerSlice = 16;

/** Texts that read like instructions; curated ones first, because they take precedence over documents. */
async function findSuspicious(
  { passages, pairs }: { readonly passages: readonly DraftPassage[]; readonly pairs: readonly CuratedPair[] },
  detectInjection: DetectInjection,
): Promise<SuspiciousText[]> {
  const found: SuspiciousText[] = [];
  let checkedCount = 0;
  const check = async (
    text: string,
    place: Pick<SuspiciousText, 'kind' | 'id' | 'source'>,
  ): Promise<void> => {
    const reason = detectInjection(text);
    if (reason !== null) found.push({ ...place, quote: shortenQuote(text), reason });
    if (++checkedCount % textsPerSlice === 0) await setImmediate();
  };
  for (const { curatedId, source, question, answer } of pairs)
    await check(`${question}\n${answer}`, { kind: 'curated', id: curatedId, source });
  for (const { id, source, text } of passages) await check(text, { kind: 'document', id, source });
  return found;
}
