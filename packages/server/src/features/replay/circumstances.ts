import type { ReplayCause } from '@avow/contract/auditing';
import type { ReviewEntry } from '@avow/contract/review';
import type { AnswerPair, ReplayDifference } from './compare-answers.ts';
import type { InstallationChange } from './compare-installation.ts';

/** A source that the recorded answer cites and that is restricted to groups. */
export interface RestrictedSource {
  readonly title: string;
  readonly groups: readonly string[];
}

/** What can currently answer in this installation. */
interface InstalledModels {
  /** Tiers of language models, best first. */
  readonly tiers: ReadonlyArray<{ readonly tier: number; readonly name: string }>;
  readonly refinement: string | null;
  /** Null: answers are chosen by keywords. */
  readonly reader: string | null;
  /** The tenant's budget for language models is exhausted: none was called. */
  readonly isBudgetSpent: boolean;
}

/** Everything known about a replay: causes are derived from this and nothing else. */
export interface Circumstances extends AnswerPair {
  readonly differences: readonly ReplayDifference[];
  /** The reviewer's decision on the recorded answer; null: there was no review. */
  readonly review: ReviewEntry | null;
  /** The question is replayed as stored, and something was redacted from it. */
  readonly isQuestionRedacted: boolean;
  /** How many messages of the thread, asked before this one, are known to be gone. */
  readonly goneBefore: number;
  /** Of the sources cited on record, those that these groups may not see. */
  readonly restricted: readonly RestrictedSource[];
  readonly groups: readonly string[];
  /** The tier that the replay began with; null: as the policy says. */
  readonly tierAsked: number | null;
  readonly installed: InstalledModels;
  /** What the log says that it was answered by, and this installation has another of. */
  readonly changes: readonly InstallationChange[];
}

/** Why something differs, as far as is known. */
export interface Cause {
  readonly kind: ReplayCause;
  /** One plain sentence or two. */
  readonly words: string;
}

/** Null: no cause of this kind is known for the difference. */
export type Explain = (difference: ReplayDifference, circumstances: Circumstances) => Cause | null;
