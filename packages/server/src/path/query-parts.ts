import type { AnsweringSteps, Scorer, Scoring } from '@avow/answering';
import type { Clock } from '@avow/foundation';
import type { Guard, Guards } from '@avow/guardrails';
import type { RecordStore } from '../features/records/record-store.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { HashPrompt } from './guard-prompt.ts';
import type { AnswerCache } from './memory/create-answer-cache.ts';
import type { TextMemory } from './memory/create-text-memory.ts';

export interface QueryParts {
  readonly records: RecordStore;
  readonly guards: Guards;
  readonly steps: AnsweringSteps;
  readonly scoring: Scoring;
  readonly cache: AnswerCache;
  readonly memory: TextMemory;
  readonly telemetry: Telemetry;
  readonly clock: Clock;
  readonly hashPrompt: HashPrompt;
  /** The number of answers of one tenant that may be pending review at a time. */
  readonly reviewsMax: number;
}

/** With the policy that this query is answered under, and the scorer of its answer. */
export type GuardedParts = QueryParts & { readonly guard: Guard; readonly scorer: Scorer };
