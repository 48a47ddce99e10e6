import type { TrainingStatus } from '../../read-model-facts.ts';

/** Thresholds are chosen on one part; figures are for the other. */
export type Part = 'fit' | 'report';

export interface SampleSize {
  readonly count: number | null;
  readonly seed: number;
}

/** Texts of one source that should all get the same result. */
export interface TextSet {
  readonly name: string;
  /** Whether other texts of the source were trained on. */
  readonly status: TrainingStatus;
  readonly texts: readonly string[];
}

/** Rows at even positions are for choosing thresholds. */
export function isOfPart(place: number, part: Part): boolean {
  return (place % 2 === 0) === (part === 'fit');
}
