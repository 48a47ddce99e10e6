/** One kind of refusal or failure: what it means, and what the caller should do about it. */
export interface ProblemKind {
  readonly status: number;
  readonly title: string;
  /** Whether the same request, sent again later, may succeed. */
  readonly retryable: boolean;
  readonly meaning: string;
  readonly remedy: string;
}
