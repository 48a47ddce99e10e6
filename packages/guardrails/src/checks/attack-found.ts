import type { AttackKind } from '../prompt-attack/attack-kinds.ts';

/** How likely a text gives instructions. */
export interface AttackFound {
  /** 0 to 1: how likely the text tries to give instructions. */
  readonly score: number;
  /** The kind of attack if a rule matched; null if only the classifier or a model found it. */
  readonly kind: AttackKind | null;
  /** The models that judged it, beside the rules. */
  readonly models: readonly string[];
}
