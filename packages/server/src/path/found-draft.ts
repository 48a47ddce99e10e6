import type { Draft, Evidence, FailedTier, ModelsUsed, Nearest, Question } from '@avow/answering';
import type { RoutingSource } from '@avow/contract';
import type { PackVersion } from '@avow/foundation';
import type { FilterOutcome } from '@avow/guardrails';
import type { PassageHit } from '@avow/search';
import { noModels } from './recording/outcome.ts';

/** What was found for a question, before its quotes are read back. */
export interface FoundDraft {
  readonly draft: Draft | null;
  /** As it was looked up: translated, if the content is in another language. */
  readonly question: Question;
  /** The language model that translated the question; null: it was not translated. */
  readonly translator: string | null;
  readonly packs: readonly PackVersion[];
  readonly isDegraded: boolean;
  /** What was found has been replaced since. */
  readonly isStale: boolean;
  readonly models: ModelsUsed;
  /** The guardrails' outcome on the retrieved passages. */
  readonly filtered: FilterOutcome;
  readonly tier: number;
  readonly routing: RoutingSource;
  /** The tiers that failed, in that order. */
  readonly failedTiers: readonly FailedTier[];
  /** A language model said what the sources do not, and nothing answers in its place. */
  readonly isUngrounded: boolean;
  readonly isOutOfModels: boolean;
  /** What the question may be about, if nothing certain was found; fewer than two: nothing to choose from. */
  readonly choices: readonly string[];
  /** The share of the passages searched that are embedded; null: not searched, or not by semantic search. */
  readonly embeddedShare: number | null;
  readonly nearest: readonly Nearest[];
  /** The passages of documents that were found and that no guardrail left out, best first. */
  readonly passages: readonly PassageHit[];
  /** The evidence for a cached answer from when it was found; null: this one was found just now. */
  readonly evidence: Evidence | null;
}

/** As it is if no passage was looked up. */
export const unasked = {
  translator: null,
  isDegraded: false,
  isStale: false,
  models: noModels,
  tier: 0,
  failedTiers: [],
  isUngrounded: false,
  isOutOfModels: false,
  choices: [],
  embeddedShare: null,
  nearest: [],
  passages: [],
  evidence: null,
} as const;
