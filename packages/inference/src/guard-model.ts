/** A rule that a language model applies to a text. */
export interface RuleToApply {
  readonly rule: string;
  readonly examples: ReadonlyArray<{ readonly text: string; readonly breaksRule: boolean }>;
  readonly text: string;
}

/**
 * A language model that the operator has configured to judge texts. It rejects if it cannot: the caller decides what
 * that means.
 */
export interface GuardModel {
  readonly name: string;
  /** How likely the text breaks the rule, 0 to 1. */
  applyRule(asked: RuleToApply, signal: AbortSignal): Promise<number>;
}
