import type { TrainingStatus } from '../../read-model-facts.ts';

/** Lines are drawn on one part, and figures are of the other. */
export type Part = 'fit' | 'report';

export interface SampleSize {
  readonly count: number | null;
  readonly seed: number;
}

/** Texts of one source that ought to be treated alike. */
export interface TextSet {
  readonly name: string;
  /** Whether other texts of the source were trained on. */
  readonly status: TrainingStatus;
  readonly texts: readonly string[];
}

/** Rows at even places are for drawing lines. */
export function isOfPart(place: number, part: Part): boolean {
  return (place % 2 === 0) === (part === 'fit');
}
