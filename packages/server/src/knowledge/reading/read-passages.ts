import type { PassageHit } from '../../interfaces/passage-search.ts';
import type { Reader, Reading } from '../../interfaces/reader.ts';
import { isGenericTerm } from '../../text/terms.ts';
import { type AskedQuestion, creditTerms, readQuestion } from '../weigh-terms.ts';
import { passageProbability, type ReadingFeatures, sureMin } from './answer-line.ts';

/** A passage that a model has read for a question. */
export interface ReadCandidate {
  readonly hit: PassageHit;
  readonly reading: Reading;
  readonly features: ReadingFeatures;
  /** That it answers the question. */
  readonly probability: number;
}

/** Reading is what costs: of what the search found so many are read first, and only where none is sure to answer the rest. */
const readFirst = 3;
const readPassagesMax = 6;
/** The model reads less; what a stored oddity holds beyond it is not even sent. */
const contextUnitsMax = 1_000;
const questionUnitsMax = 2_000;

/**
 * Reads the passages that the search found best, and puts those that were read in order, most probable first. Null: not in
 * this time.
 */
export async function readPassages(
  reader: Pick<Reader, 'read'>,
  { question, hits }: { readonly question: string; readonly hits: readonly PassageHit[] },
  limits: { readonly timeoutMs: number },
): Promise<ReadCandidate[] | null> {
  const read = hits.filter(({ kind }) => kind === 'document').slice(0, readPassagesMax);
  const asked = readQuestion(question);
  const readings: Reading[] = [];
  const endsAtMs = performance.now() + limits.timeoutMs;
  let candidates: ReadCandidate[] = [];
  for (const end of [readFirst, readPassagesMax]) {
    const next = read.slice(readings.length, end);
    if (next.length === 0) break;
    const given = await reader.read(
      question.slice(0, questionUnitsMax),
      next.map(({ headings, text }) => ({ context: headings.slice(-contextUnitsMax), text })),
      { timeoutMs: Math.max(1, endsAtMs - performance.now()) },
    );
    if (given === null || given.length !== next.length) return null;
    readings.push(...given);
    candidates = rankRead(asked, read, readings);
    if (candidates.some(({ probability }) => probability >= sureMin)) break;
  }
  return candidates;
}

function rankRead(
  asked: AskedQuestion,
  hits: readonly PassageHit[],
  readings: readonly Reading[],
): ReadCandidate[] {
  const candidates = readings.flatMap((reading, rank): ReadCandidate[] => {
    const hit = hits[rank];
    if (hit === undefined || reading.spans.length === 0) return [];
    const features = featuresOf(asked, { hit, rank, reading, readings });
    return [{ hit, reading, features, probability: passageProbability(features) }];
  });
  // A stable sort: of equals the one that the search put first.
  return candidates.sort((one, other) => other.probability - one.probability);
}

function featuresOf(
  asked: AskedQuestion,
  {
    hit,
    rank,
    reading,
    readings,
  }: {
    readonly hit: PassageHit;
    readonly rank: number;
    readonly reading: Reading;
    readonly readings: readonly Reading[];
  },
): ReadingFeatures {
  const others = readings.filter((_, position) => position !== rank);
  const spanMargin = marginOf(reading);
  const { relevance } = reading;
  return {
    spanMargin,
    spanLead: leadOver(spanMargin, others.map(marginOf)),
    relevance,
    relevanceLead: leadOver(
      relevance,
      others.map((other) => other.relevance),
    ),
    searchRank: 1 / (1 + rank),
    nearness: Math.max(0, hit.vectorScore ?? 0),
    wordShare: wordShareOf(asked, `${hit.headings} ${hit.text}`),
  };
}

/** A passage without words has none that could answer: as far below "no answer" as any. */
const noSpanMargin = -20;

function marginOf({ spans, noAnswerScore }: Reading): number {
  const [best] = spans;
  return best === undefined ? noSpanMargin : best.score - noAnswerScore;
}

function leadOver(value: number, others: readonly number[]): number {
  return others.length === 0 ? 0 : value - Math.max(...others);
}

function wordShareOf(asked: AskedQuestion, text: string): number {
  const telling = asked.terms.filter((term) => !isGenericTerm(term));
  if (telling.length === 0) return 0;
  const credits = creditTerms(asked, text);
  return telling.reduce((sum, term) => sum + (credits.get(term) ?? 0), 0) / telling.length;
}
