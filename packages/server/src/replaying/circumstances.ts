import type { ReviewEntry } from '@avow/contract';
import type { Compared } from './compare-answers.ts';
import type { Difference } from './difference.ts';

/** A source that the answer on record cites, and that is kept to groups. */
export interface RestrictedSource {
  readonly title: string;
  readonly groups: readonly string[];
}

/** What can answer in this installation at the moment. */
interface InstalledModels {
  /** Of language models, best first. */
  readonly tiers: ReadonlyArray<{ readonly tier: number; readonly name: string }>;
  readonly refinement: string | null;
  /** Null: answers are chosen by their words. */
  readonly reader: string | null;
  /** What the tenant may spend on language models has been spent: none was asked. */
  readonly isBudgetSpent: boolean;
}

/** All that is known of a replay: causes are told from this, and from nothing else. */
export interface Circumstances extends Compared {
  readonly differences: readonly Difference[];
  /** What a person decided on the answer on record; null: it did not wait for one. */
  readonly review: ReviewEntry | null;
  /** The question is replayed as it is stored, and something was taken out of it before. */
  readonly isQuestionRedacted: boolean;
  /** How many messages of the thread, asked before this one, are known to be gone. */
  readonly goneBefore: number;
  /** Of the sources cited on record, those that these groups may not see. */
  readonly restricted: readonly RestrictedSource[];
  readonly groups: readonly string[];
  /** The tier that the replay was told to begin with; null: as the policy says. */
  readonly tierAsked: number | null;
  readonly installed: InstalledModels;
}
