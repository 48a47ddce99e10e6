/** The cost of calls to language models. Amounts of different currencies are never added. */
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
  /** The JSON Schema of the output; undefined: plain text. A model may not follow it, so the caller validates. */
  readonly schema?: Readonly<Record<string, unknown>>;
}

/** Something that a language model is writing. */
export interface Writing {
  /**
   * The output in pieces as they arrive; to be read once. Rejects with a `ModelFault` if the model fails. There are no
   * retries after the first piece.
   */
  readonly pieces: AsyncIterable<string>;
  /**
   * Resolves once the pieces have ended, however they end; failed attempts are counted as far as the provider reported
   * them. Never rejects.
   */
  readonly cost: Promise<ModelCost>;
  /**
   * The mean log probability of the output tokens, at most 0; null: the provider reports none or was not asked for them.
   * Resolves with the cost, and never rejects.
   */
  readonly logProbability: Promise<number | null>;
}

/**
 * A language model that the operator has configured. Its output is never trusted. Every call has timeouts, a limited
 * number of retries and a concurrency limit; a circuit breaker stops calls to a model that keeps failing. Errors and
 * logs contain nothing of a task or its output.
 */
export interface LanguageModel {
  /** The provider's name and the model's, as `anthropic/claude-sonnet`. */
  readonly name: string;
  /** Aborting the signal ends the call; the pieces then reject with its reason. */
  write(task: WritingTask, signal: AbortSignal): Writing;
}

/** The operator's first, second and third choice. Tier 0, the embedded models, is not included. */
export interface ModelTier {
  readonly tier: 1 | 2 | 3;
  readonly model: LanguageModel;
}
