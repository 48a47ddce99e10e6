import type { PassageHit } from '@avow/search';

/** A passage that is near enough to a question to be named where nothing answers it. */
export interface NearPassage {
  readonly hit: PassageHit;
  /** 0 to 1. */
  readonly nearness: number;
}
