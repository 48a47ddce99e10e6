import type { AnsweringSteps } from '@avow/answering';
import type { Scoring } from '@avow/answering/score';
import type { Clock, MessageId } from '@avow/foundation';
import type { Guards } from '@avow/guardrails';
import type { ContentStore } from '../features/content/content-store.ts';
import type { RecordStore, RecordUpkeep } from '../features/records/record-store.ts';
import type { ReviewNotifier } from '../features/review/review-notifier.ts';
import type { Rules } from '../features/rules/rules.ts';
import type { InFlight } from '../limits/in-flight.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { Budgets } from './admission/create-budgets.ts';
import type { Deadlines } from './admission/deadlines.ts';
import type { HashPrompt } from './admission/hash-prompt.ts';
import type { AnswerCache } from './memory/create-answer-cache.ts';
import type { TextMemory } from './memory/create-text-memory.ts';
import type { SourceNames } from './recording/create-source-names.ts';
import type { Journals } from './streaming/create-journals.ts';
import type { Running } from './waiting/create-running.ts';

/** What the steps of the path work with. Composed once; every step takes all of it or names what it needs. */
export interface PathDependencies {
  readonly records: RecordStore;
  readonly upkeep: RecordUpkeep;
  readonly content: ContentStore;
  readonly guards: Guards;
  readonly steps: AnsweringSteps;
  readonly scoring: Scoring;
  readonly rules: Rules;
  readonly sources: SourceNames;
  readonly cache: AnswerCache;
  readonly memory: TextMemory;
  readonly telemetry: Telemetry;
  readonly clock: Clock;
  readonly hashPrompt: HashPrompt;
  readonly inFlight: InFlight;
  readonly budgets: Budgets;
  /** Of the queries that somebody waits for. */
  readonly deadlines: Deadlines;
  readonly journals: Journals;
  readonly running: Running;
  /** What is wrong with the schema that a client has given for its answer; null: nothing. */
  readonly faultOfSchema: (schema: Readonly<Record<string, unknown>>) => string | null;
  readonly limits: {
    readonly deadlineMs: number;
    readonly idempotencyKeepMs: number;
    readonly queuedMax: number;
    /** The number of answers of one tenant that may be pending review at a time. */
    readonly reviewsMax: number;
    /** How long after its query an answer may be pending review. */
    readonly reviewWaitMs: number;
  };
  /** Omitted: nobody is written to that an answer is pending review. */
  readonly reviewNotifier?: ReviewNotifier;
  /** Cancels a message on another node that is answering it. Omitted: there is no other. */
  readonly cancelElsewhere?: (messageId: MessageId) => Promise<void>;
  /** Called when a message answered in the background fails, since no client waits for it. */
  readonly onBackgroundFailure: (error: unknown, messageId: string) => void;
}
