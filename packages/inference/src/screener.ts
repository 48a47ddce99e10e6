import type { UnsafeKind } from '@avow/contract';

/** A name in a text. UTF-16 offsets. */
export interface FoundName {
  readonly kind: 'person' | 'address' | 'organisation';
  readonly start: number;
  readonly end: number;
  readonly score: number;
}

/** What a text is, regardless of its author. Independent probabilities. */
export interface Screening {
  /** The probability that the text tries to instruct the model that reads it. */
  readonly injection: number;
  readonly unsafe: Readonly<Record<UnsafeKind, number>>;
  readonly names: readonly FoundName[];
}

/**
 * A model that says what a text is up to. One result for each text given, in order. Null where it cannot in this time or
 * cannot run, or a text is too long to be screened whole: what it is up to may stand at its end. None rejects for that.
 */
export interface Screener {
  /** Names the model and everything that decides its scores. */
  readonly name: string;
  screen(
    texts: readonly string[],
    limits: { readonly timeoutMs: number },
  ): Promise<readonly Screening[] | null>;
  close(): Promise<void>;
}

/** A first guess in well under a millisecond: what is far from any line need not be screened. Probabilities. */
export interface TextClassifier {
  score(text: string): { readonly attack: number; readonly unsafe: number };
}
