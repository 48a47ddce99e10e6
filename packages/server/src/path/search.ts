import type {
  AnsweringSteps,
  FailedTier,
  Question,
  Scorer,
  Scoring,
  WritingOptions,
  WrittenDraft,
} from '@avow/answering';
import type { Guard } from '@avow/guardrails';
import type { ModelCost } from '@avow/inference';
import type { ReliedOn } from '../features/records/audience.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { TimeLimit } from './admission/deadlines.ts';
import type { StartTier } from './answering/choose-tier.ts';
import type { AnswerCache } from './memory/create-answer-cache.ts';
import type { ProgressReporter } from './streaming/report-progress.ts';

export interface FindingParts {
  readonly steps: AnsweringSteps;
  readonly telemetry: Telemetry;
  readonly guard: Guard;
  readonly scoring: Scoring;
  readonly scorer: Scorer;
  readonly cache: AnswerCache;
}

/** The search for an answer: to which question, by which models, in what form and time. */
export interface Search {
  readonly question: Question;
  /** What is found for it, whether or not it is used. */
  readonly reliedOn: ReliedOn;
  readonly start: StartTier;
  /** The tiers whose answer was not used: the others are asked. */
  readonly failedTiers: readonly FailedTier[];
  readonly writing: Omit<WritingOptions, 'signal'>;
  /** The draft of which a part has been streamed and cannot be taken back; null: nothing has been. */
  readonly streamedDraft: () => WrittenDraft | null;
  readonly timeLimit: TimeLimit;
  readonly report: ProgressReporter;
  /** False: the budget for language models is spent. */
  readonly mayAskModels: boolean;
  /** Called when a language model is asked, with what that will have cost. */
  readonly onCost: (cost: Promise<ModelCost>) => void;
}

/** Only a language model can fill in a schema that the client has given. */
export function needsModel({ writing }: Pick<Search, 'writing'>): boolean {
  return writing.schema !== null;
}
