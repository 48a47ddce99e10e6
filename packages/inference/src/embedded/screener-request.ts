export const screenerOutputs = ['injection', 'unsafe', 'tags'] as const;

/** What the process that runs a screening model is asked: one sequence of tokens at a time. */
export interface ScreenerRequest {
  readonly ids: readonly number[];
  /** For each token 1 where its word begins with a capital, else 0: the vocabulary is in lower case. */
  readonly capitals: readonly number[];
}

export type ScreenerAnswer = Readonly<Record<(typeof screenerOutputs)[number], Float32Array>>;
