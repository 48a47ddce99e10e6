import type { ModelCost } from '@avow/inference';
import type { TimeLeft } from '../../found.ts';
import type { SecondVerdict } from '../../verify/grounder.ts';
import type { QuotableSource } from '../../verify/quotable-source.ts';

/** A sentence that the embedded judge is not sure of. */
export interface SentenceToJudge {
  readonly text: string;
  /** What the answer says before it. */
  readonly before: string;
  /** The sources that speak of it. */
  readonly sources: readonly QuotableSource[];
}

interface SecondJudgement {
  /** By the position of the sentence; one that nothing can be said of has none. Null: the model gave no reply that can be read. */
  readonly verdicts: ReadonlyMap<number, SecondVerdict> | null;
  readonly cost: ModelCost;
}

/** A language model that is asked once about all undecided sentences of an answer. Nothing that it says is believed. */
export interface SecondJudge {
  readonly name: string;
  /** Null: it was not asked, since nothing fits into its limits. Never rejects because of the model. */
  judge(
    asked: { readonly question: string; readonly sentences: readonly SentenceToJudge[] },
    call: { readonly signal: AbortSignal; readonly limits: TimeLeft },
  ): Promise<SecondJudgement | null>;
}
