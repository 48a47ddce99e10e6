import type { Draft } from '@avow/answering';

/** An answer that was compared with the one that is given, and that rests on other words. */
export interface OtherDraft {
  readonly tier: number;
  /** The name of the model that gave it. */
  readonly model: string;
  readonly draft: Draft;
  /** How likely it is right, before any cap. */
  readonly probability: number;
}

/** A search that a language model asked for. */
export interface SearchMade {
  readonly model: string;
  readonly query: string;
  /** The passages that it found, and that were not found before. */
  readonly passages: number;
}
