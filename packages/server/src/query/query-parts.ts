import type { Clock } from '../clock/clock.ts';
import type { AnsweringSteps } from '../interfaces/answering.ts';
import type { Scorer } from '../interfaces/confidence.ts';
import type { Guard, Guards } from '../interfaces/guard.ts';
import type { RecordStore } from '../interfaces/record-store.ts';
import type { Scoring } from '../interfaces/scoring.ts';
import type { Telemetry } from '../interfaces/telemetry.ts';
import type { AnswerCache } from './create-answer-cache.ts';
import type { HashPrompt } from './guard-input.ts';

export interface QueryParts {
  readonly records: RecordStore;
  readonly guards: Guards;
  readonly steps: AnsweringSteps;
  readonly scoring: Scoring;
  readonly cache: AnswerCache;
  readonly telemetry: Telemetry;
  readonly clock: Clock;
  readonly hashPrompt: HashPrompt;
  /** So many answers of a tenant wait for a person at most. */
  readonly reviewsMax: number;
}

/** With the policy that this query is answered under, and what scores its answer. */
export type GuardedParts = QueryParts & { readonly guard: Guard; readonly scorer: Scorer };
