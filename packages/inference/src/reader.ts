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
  /** How relevant the passage is to the question: passages are ranked by this. */
  readonly relevance: number;
  /** The score for "no answer": a span counts as an answer only if its score is higher. */
  readonly noAnswerScore: number;
  /** Best first, none within or equal to another; empty where the passage has no words. */
  readonly spans: readonly AnswerSpan[];
}

/** A claim, and the text that should support it. An answer is judged as a claim of question and answer together. */
export interface ClaimToJudge {
  readonly claim: string;
  readonly evidence: string;
}

/** Probabilities; they add up to 1. */
export interface ClaimJudgement {
  readonly supported: number;
  readonly contradicted: number;
  readonly neither: number;
}

/** What a call may take, and for whom it is. */
export interface ReaderCall {
  readonly timeoutMs: number;
  /** Owners are served in turn, a few texts each: a call waits for few of others, however many they bring. */
  readonly owner?: string;
}

/**
 * Models that read texts and answer two questions: where is the answer, and is a claim supported. One result per text,
 * in order. Null: the model cannot run or not in this time; the caller continues without it and reports that. No method
 * rejects for that reason.
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
    call: ReaderCall,
  ): Promise<readonly Reading[] | null>;
  judge(claims: readonly ClaimToJudge[], call: ReaderCall): Promise<readonly ClaimJudgement[] | null>;
  /**
   * How many texts, up to as many as wanted, could be read on the chance that they are needed: on processes that would have nothing
   * to do otherwise. Left out: none.
   */
  spare?(wanted: number): number;
  close(): Promise<void>;
}
