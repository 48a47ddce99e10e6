import type { Band } from '@avow/contract';
import type { Confidence, Found } from '../interfaces/answering.ts';
import type { Policy } from '../interfaces/guardrail.ts';
import { bandOf } from './band-of.ts';

export interface ScoreSettings {
  readonly bands: Policy['bands'];
  /** The similarity from which a curated pair is taken to answer a question. */
  readonly similarityMin: number;
  /** The probability of asking the same from which it is. */
  readonly probabilityMin: number;
}

const curatedExactScore = 0.97;
const curatedSimilarScore = { atMin: 0.8, atOne: 0.95 };
/** Words in common are no proof: until something has read the passage, its answer is never in the high band. */
const documentScoreMax = 0.79;
/** The part of a document's score that is left when the next passage is just as good. */
const documentShareWithoutMargin = 0.85;
const writtenScore = { quoted: 0.45, judged: 0.5 };
const degradedScoreMax = 0.6;
/** Of two that say otherwise at most one is right. */
const disagreeingScoreMax = 0.5;
/** Numbers, names and denials are held against the original; whether every other word is right, nobody has judged. */
const translatedShare = 0.95;

function toUnit(value: number): number {
  // A measure that is not a number is a fault of the finder, and no score may be made of it.
  if (Number.isNaN(value)) throw new RangeError('a measure of an answer is not a number');
  return Math.min(1, Math.max(0, value));
}

function roundToFourDecimals(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

/** From 0.80 to 0.95 between the least similarity and 1; below it straight down to 0. */
function scoreSimilar(similarity: number, similarityMin: number): number {
  const { atMin, atOne } = curatedSimilarScore;
  if (similarity < similarityMin) return (atMin * similarity) / similarityMin;
  if (similarityMin === 1) return atOne;
  return atMin + ((atOne - atMin) * (similarity - similarityMin)) / (1 - similarityMin);
}

/** The square of the coverage: a passage that holds half of the question's words is far less than half an answer. */
function scoreDocument(coverage: number, margin: number): number {
  const share = documentShareWithoutMargin + (1 - documentShareWithoutMargin) * margin;
  return documentScoreMax * coverage ** 2 * share;
}

/** Half of it for what every sentence has, its quote; the rest as far as a judge bears out the weakest, less what fell. */
function scoreWritten(supported: number, keptShare: number): number {
  return (writtenScore.quoted + writtenScore.judged * supported) * (0.5 + 0.5 * keptShare);
}

interface Measured {
  readonly raw: number;
  /** What the finder measured, before scaling and caps. */
  readonly toolScore: number;
  readonly bandMax: Band;
}

function measure(found: Found, { similarityMin, probabilityMin }: ScoreSettings): Measured {
  switch (found.kind) {
    case 'curated_exact':
      return { raw: curatedExactScore, toolScore: 1, bandMax: 'high' };
    case 'curated_similar': {
      const similarity = toUnit(found.similarity);
      return { raw: scoreSimilar(similarity, toUnit(similarityMin)), toolScore: similarity, bandMax: 'high' };
    }
    case 'curated_meaning': {
      const probability = toUnit(found.probability);
      return {
        raw: scoreSimilar(probability, toUnit(probabilityMin)),
        toolScore: probability,
        bandMax: 'high',
      };
    }
    case 'document': {
      const coverage = toUnit(found.coverage);
      return { raw: scoreDocument(coverage, toUnit(found.margin)), toolScore: coverage, bandMax: 'medium' };
    }
    case 'written': {
      const probability = scoreWritten(toUnit(found.supported ?? 0), toUnit(found.keptShare));
      return { raw: probability, toolScore: toUnit(found.supported ?? 0), bandMax: 'high' };
    }
    case 'read': {
      const probability = toUnit(found.probability);
      return { raw: probability, toolScore: probability, bandMax: 'high' };
    }
  }
}

/**
 * How sure the service is of an answer, by a plain formula that has seen no data yet. Without an answer the score is 0
 * and the band `none`. Caps lower a score and never raise it.
 */
export function scoreAnswer(
  found: Found | { readonly kind: 'none' },
  caps: { readonly degraded: boolean; readonly disagrees?: boolean; readonly translated?: boolean },
  settings: ScoreSettings,
): Confidence {
  if (found.kind === 'none') return { score: 0, band: 'none', toolScore: null };
  const { raw, toolScore, bandMax } = measure(found, settings);
  const capMax = Math.min(
    caps.degraded ? degradedScoreMax : 1,
    caps.disagrees === true ? disagreeingScoreMax : 1,
  );
  const certain = caps.translated === true ? raw * translatedShare : raw;
  const score = roundToFourDecimals(Math.min(certain, capMax));
  const band = bandOf(score, settings.bands);
  return {
    score,
    // A tenant's own thresholds may lie below the documents' highest score: the promise about them stands.
    band: band === 'high' && bandMax === 'medium' ? 'medium' : band,
    toolScore: roundToFourDecimals(toolScore),
  };
}
