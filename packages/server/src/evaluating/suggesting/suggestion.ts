import type { GoldenQuestion } from '../../interfaces/golden-store.ts';

/** A question that the pack itself gives rise to, for a person to accept. */
export interface Suggestion extends Pick<GoldenQuestion, 'question' | 'expects' | 'note' | 'groups'> {
  /** How it was made: of one place not too many are made in the same way. */
  readonly way: string;
}
