import type { AnswerFormat } from '@avow/contract';
import type { AnsweringSteps, Question } from '../interfaces/answering.ts';
import type { Guard } from '../interfaces/guard.ts';
import type { ModelCost } from '../interfaces/language-model.ts';
import type { Telemetry } from '../interfaces/telemetry.ts';
import type { StartTier } from './choose-tier.ts';
import type { AnswerCache } from './create-answer-cache.ts';
import type { TimeLimit } from './deadlines.ts';
import type { Tell } from './tell-progress.ts';
import type { WritingRequest } from './writing-request.ts';

export interface FindingParts {
  readonly steps: AnsweringSteps;
  readonly telemetry: Telemetry;
  readonly guard: Guard;
  readonly cache: AnswerCache;
}

/** What is looked for, and how. */
export interface Search {
  readonly question: Question;
  readonly start: StartTier;
  readonly format: AnswerFormat;
  readonly request: WritingRequest;
  readonly timeLimit: TimeLimit;
  readonly tell: Tell;
  /** False: what may be spent on language models has been. */
  readonly mayAskModels: boolean;
  /** Called before the question leaves for a provider. */
  readonly beforeSending: () => Promise<void>;
  /** Called when a language model is asked, with what that will have cost. */
  readonly onCost: (cost: Promise<ModelCost>) => void;
}
