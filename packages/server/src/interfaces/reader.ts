/** A passage as it is read for one question. */
export interface PassageToRead {
  /** What the passage stands under, such as its headings: read, but never part of an answer. May be empty. */
  readonly context: string;
  readonly text: string;
}

/** Words of a passage that may be the answer. */
export interface AnswerSpan {
  /** Code points within the passage's `text`. */
  readonly start: number;
  readonly end: number;
  /** On the scale of `noAnswerScore`. */
  readonly score: number;
}

/** What reading one passage for one question found. The scores are raw: comparable between passages of one model. */
export interface Reading {
  /** How far the passage answers the question at all: what passages are ranked by. */
  readonly relevance: number;
  /** How far the model holds that the passage has no answer: a span speaks for itself only where its score is above. */
  readonly noAnswerScore: number;
  /** Best first, none within or equal to another; empty where the passage has no words. */
  readonly spans: readonly AnswerSpan[];
}

/** A claim, and the words that are to bear it out. An answer to a question is claimed as the question and the answer in one. */
export interface ClaimToJudge {
  readonly claim: string;
  readonly evidence: string;
}

/** Probabilities; they add up to 1. */
export interface Judgement {
  readonly supported: number;
  readonly contradicted: number;
  readonly neither: number;
}

/**
 * Models that read, and answer two questions: where is the answer, and is this borne out.
 * One result for each text given, in order. Null where it cannot in this time or cannot run: whoever asks goes on
 * without, and says so. None rejects for that.
 *
 * Everything has a limit. `timeoutMs` covers all of a call, and what was not begun by then is not run. More texts in a
 * call than the reader takes, or more in all of them together, give null for the call. A passage, evidence, question or
 * claim that is too long is read from its beginning up to a limit, and a context up to its end.
 */
export interface Reader {
  /** Names the model and everything that decides its scores. */
  readonly name: string;
  read(
    question: string,
    passages: readonly PassageToRead[],
    limits: { readonly timeoutMs: number },
  ): Promise<readonly Reading[] | null>;
  judge(
    claims: readonly ClaimToJudge[],
    limits: { readonly timeoutMs: number },
  ): Promise<readonly Judgement[] | null>;
  close(): Promise<void>;
}
