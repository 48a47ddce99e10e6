import type { Support } from '../draft.ts';

/** A passage or a curated answer as a language model is given it, and as quotes are taken from it. */
export interface QuotableSource extends Pick<Support, 'documentId' | 'pack' | 'source' | 'title' | 'url'> {
  /** By which the model refers to it, from 1 on. */
  readonly number: number;
  /** The headings above it, or the question of a curated pair: it may be read, and is never quoted. */
  readonly context: string;
  /** Exactly the stored words. */
  readonly text: string;
  /** Code point in the stored text at which `text` begins. */
  readonly start: number;
}
