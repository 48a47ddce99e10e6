/** For whom a question is encoded, and how long that may take. */
export interface QuestionCall {
  readonly timeoutMs: number;
  /** Owners are served in turn, a question each. */
  readonly owner: string;
}

/** Embeds texts as vectors of length 1, which are near to one another if the texts have similar meanings. */
export interface Encoder {
  /** Identifies the model and everything that affects its vectors: vectors of another name are not comparable. */
  readonly name: string;
  readonly dimensions: number;
  /**
   * Null: no vector within this time; the search then uses keywords only and reports that. It does not reject for that
   * reason.
   */
  encodeQuestion(text: string, call: QuestionCall): Promise<Float32Array | null>;
  /**
   * The vectors in order. Rejects if the model cannot be run: the passages stay queued and are encoded later. Owners are
   * served in turn, a few passages each.
   */
  encodePassages(texts: readonly string[], call: { readonly owner: string }): Promise<Float32Array[]>;
  close(): Promise<void>;
}
