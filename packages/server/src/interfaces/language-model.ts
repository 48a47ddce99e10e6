/** What calls of language models have used up. Amounts of several currencies are never added. */
export interface ModelCost {
  /** ISO 4217. */
  readonly currency: string;
  readonly amount: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** What a language model is asked to write. */
export interface WritingTask {
  readonly instructions: string;
  readonly prompt: string;
  readonly outputTokensMax: number;
  /** The JSON Schema of what is to be written; left out: text. A model may not keep to it: whoever asks checks. */
  readonly schema?: Readonly<Record<string, unknown>>;
}

/** Something that a language model is writing. */
export interface Writing {
  /**
   * What it says, in pieces as they come; to be read once. Rejects with a `ModelFault` where it cannot, or cannot go on.
   * After the first piece nothing is tried again.
   */
  readonly pieces: AsyncIterable<string>;
  /** Resolves once the pieces have ended, whichever way; tries that failed are counted as far as they were told. Never rejects. */
  readonly cost: Promise<ModelCost>;
  /**
   * The mean of the log probabilities that the provider gives the tokens it wrote, at most 0; null: it tells of none, or was
   * not asked to. Resolves with the cost, and never rejects.
   */
  readonly logProbability: Promise<number | null>;
}

/**
 * A language model that the operator has set up: never trusted, and never waited for longer than it may take. Every call
 * has its time limits, its few tries and its share of what may run at once; a model that keeps failing is left alone for a
 * while. Nothing of a task or of what is written stands in an error or a log.
 */
export interface LanguageModel {
  /** The provider's name and the model's, as `anthropic/claude-sonnet`. */
  readonly name: string;
  /** Aborting the signal ends the call; the pieces then reject with its reason. */
  write(task: WritingTask, signal: AbortSignal): Writing;
}

/** The operator's first choice, its second and its third. Tier 0, the embedded models, is not among them. */
export interface ModelTier {
  readonly tier: 1 | 2 | 3;
  readonly model: LanguageModel;
}
