import { headingSeparator, leadSeparator } from '@avow/documents';
import type { Reading } from '@avow/inference';
import type { PassageHit } from '@avow/search';
import { contentTerms, isGenericTerm } from '@avow/text/terms';
import { answerProbability, type ReadingFeatures } from './answer-line.ts';
import { answerShape } from './answer-shape.ts';
import { lacksNumber } from './lacks-number.ts';
import { creditTerms, type QuestionTerms, readQuestionTerms } from './weigh-question-terms.ts';

/** A passage that a model has read for a question. */
export interface ReadCandidate {
  readonly hit: PassageHit;
  readonly reading: Reading;
  readonly features: ReadingFeatures;
  /** That it answers the question. */
  readonly probability: number;
}

/** A passage without words has none that could answer: as far below "no answer" as any. */
const noSpanMargin = -20;
/** Of passages that are read. Where meanings are not known, they speak neither for a passage nor against it. */
const usualNearness = 0.72;

/** Puts passages in order, most probable first, by what was read in them. `readings` are of the first of the hits, in order. */
export function rankRead(
  question: string,
  hits: readonly PassageHit[],
  readings: readonly Reading[],
): ReadCandidate[] {
  const questionTerms = readQuestionTerms(question);
  const asksForSteps = answerShape(question) === 'steps';
  const candidates = readings.flatMap((reading, rank): ReadCandidate[] => {
    const hit = hits[rank];
    if (hit === undefined || reading.spans.length === 0) return [];
    const features = featuresOf(questionTerms, { hit, rank, readings, asksForSteps });
    return [{ hit, reading, features, probability: answerProbability(features) }];
  });
  // A stable sort: of equals the one that the search put first.
  return candidates.sort((one, other) => other.probability - one.probability);
}

function featuresOf(
  questionTerms: QuestionTerms,
  {
    hit,
    rank,
    readings,
    asksForSteps,
  }: {
    readonly hit: PassageHit;
    readonly rank: number;
    readonly readings: readonly Reading[];
    readonly asksForSteps: boolean;
  },
): ReadingFeatures {
  const margins = readings.map(marginOf);
  const headingShare = headingShareOf(questionTerms, hit.headings);
  const span = readings[rank]?.spans[0];
  return {
    spanMargin: margins[rank] ?? noSpanMargin,
    spanLead: leadOf(margins, rank),
    relevance: readings[rank]?.relevance ?? 0,
    searchRank: 1 / (1 + rank),
    nearness: Math.max(0, hit.vectorScore ?? usualNearness),
    wordShare: wordShareOf(questionTerms, `${hit.headings} ${hit.text}`),
    headingShare,
    headingShareOfSteps: asksForSteps ? headingShare : 0,
    lacksNumber: span !== undefined && lacksNumber(questionTerms.kind, { text: hit.text, span }) ? 1 : 0,
  };
}

function marginOf({ spans, noAnswerScore }: Reading): number {
  const [best] = spans;
  return best === undefined ? noSpanMargin : best.score - noAnswerScore;
}

/** How far one value is above the best of the others; 0 where there are no others. */
function leadOf(values: readonly number[], at: number): number {
  const others = values.filter((_, position) => position !== at);
  return others.length === 0 ? 0 : (values[at] ?? 0) - Math.max(...others);
}

function wordShareOf(questionTerms: QuestionTerms, text: string): number {
  const specific = questionTerms.terms.filter((term) => !isGenericTerm(term));
  if (specific.length === 0) return 0;
  const credits = creditTerms(questionTerms, text);
  return specific.reduce((sum, term) => sum + (credits.get(term) ?? 0), 0) / specific.length;
}

/** Of the innermost heading: a section that is about nothing but what was asked answers it. */
function headingShareOf({ terms }: QuestionTerms, headings: string): number {
  const [path = ''] = headings.split(leadSeparator);
  const heading = new Set(contentTerms(path.split(headingSeparator).at(-1) ?? ''));
  if (heading.size === 0) return 0;
  return terms.filter((term) => heading.has(term)).length / heading.size;
}
