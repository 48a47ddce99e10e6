import type { UnsafeKind } from '@avow/contract/guardrails';

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

/** For whom texts are screened, and until when. */
export interface ScreenerCall {
  /** What is not begun when it is aborted is not run. */
  readonly signal: AbortSignal;
  /** Owners are served in turn, a window each: a text waits for few of others, however many or long these are. */
  readonly owner: string;
  /** Nobody waits for it: it is begun only while nothing else waits, of no owner. */
  readonly isBackground?: boolean;
}

/**
 * A model that says what a text is up to. One result for each text given, in order. However busy it is, it screens until
 * the call is aborted. Null where it was, where the model cannot run, or where a text is too long to be screened whole: what
 * it is up to may stand at its end. It rejects with a `QueueFullError` where too much of this owner, or of all, waits already.
 */
export interface Screener {
  /** Names the model and everything that decides its scores. */
  readonly name: string;
  screen(texts: readonly string[], call: ScreenerCall): Promise<readonly Screening[] | null>;
  close(): Promise<void>;
}

/** A first guess in well under a millisecond: what is far from any line need not be screened. Probabilities. */
export interface TextClassifier {
  /** Changes with everything that decides the scores. */
  readonly name: string;
  score(text: string): { readonly attack: number; readonly unsafe: number };
}
