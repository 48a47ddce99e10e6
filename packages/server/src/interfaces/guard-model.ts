/** What a language model is asked of a text: whether it breaks a rule. */
export interface RuleToApply {
  readonly rule: string;
  readonly examples: ReadonlyArray<{ readonly text: string; readonly breaksRule: boolean }>;
  readonly text: string;
}

/**
 * A language model that the operator has set up to judge texts. It rejects where it cannot: whoever asks decides what
 * that means.
 */
export interface GuardModel {
  readonly name: string;
  /** How likely the text breaks the rule, 0 to 1. */
  applyRule(asked: RuleToApply, signal: AbortSignal): Promise<number>;
}
