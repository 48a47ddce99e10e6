import type { GoldenQuestion } from '../golden/golden-store.ts';

/** A question that the pack itself gives rise to, for a person to accept. */
export interface Suggestion extends Pick<GoldenQuestion, 'question' | 'expects' | 'note' | 'groups'> {
  /** How it was made: the number per document and method is limited. */
  readonly method: string;
}
