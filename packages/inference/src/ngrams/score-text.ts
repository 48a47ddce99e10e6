import { sigmoid } from '../embedded/sigmoid.ts';
import { foldEnds } from './fold-ends.ts';
import type { NgramsManifest } from './read-ngrams-manifest.ts';
import { type BucketWeights, sumGrams, sumWords, type WeightSums } from './sum-weights.ts';

const windowUnits = 1_000;
const strideUnits = 750;

/** Probabilities, each by itself: an attack on the system that reads the text, and unsafe in any of the kinds. */
export interface NgramScores {
  readonly attack: number;
  readonly unsafe: number;
}

export interface NgramsModel {
  readonly weights: BucketWeights;
  readonly labels: NgramsManifest['labels'];
}

/** The highest of the windows counts: in a long text an attack would drown among what is harmless. */
export function scoreText(model: NgramsModel, text: string): NgramScores {
  const scores = foldEnds(text).flatMap((part) =>
    cutWindows(part).map((window) => scoreWindow(model, window)),
  );
  return {
    attack: Math.max(...scores.map(({ attack }) => attack)),
    unsafe: Math.max(...scores.map(({ unsafe }) => unsafe)),
  };
}

/** At least one; the last ends where the text ends. */
function cutWindows(text: string): readonly Uint16Array[] {
  const units = new Uint16Array(text.length);
  for (let index = 0; index < text.length; index += 1) units[index] = text.charCodeAt(index);
  const last = Math.max(0, units.length - windowUnits);
  const starts = Array.from({ length: Math.ceil(last / strideUnits) }, (_, index) => index * strideUnits);
  return [...starts, last].map((start) => units.subarray(start, start + windowUnits));
}

function scoreWindow({ weights, labels }: NgramsModel, units: Uint16Array): NgramScores {
  const grams = sumGrams(weights, units);
  const words = sumWords(weights, units);
  const probability = (label: keyof NgramScores) => {
    const { scale, bias } = labels[label];
    return sigmoid(bias + scale * (meanOf(grams, label) + meanOf(words, label)), 1);
  };
  return { attack: probability('attack'), unsafe: probability('unsafe') };
}

/** By the root of their count, as if the features had length 1: otherwise long texts would be extreme ones. */
function meanOf(sums: WeightSums, label: keyof NgramScores): number {
  return sums.count === 0 ? 0 : sums[label] / Math.sqrt(sums.count);
}
