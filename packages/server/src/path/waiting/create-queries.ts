import type { MessageId } from '@avow/foundation';
import { createKnowledge } from '../../features/mcp/create-knowledge.ts';
import type { Knowledge } from '../../features/mcp/knowledge.ts';
import { createReviews, type ReviewQueue } from '../../features/review/create-reviews.ts';
import type { IncomingQuery, ReplayedQuery } from '../admission/admission.ts';
import { createDeadlines } from '../admission/deadlines.ts';
import { answerQuery } from '../answer-query.ts';
import type { Answer } from '../deliver-answer.ts';
import type { PathDependencies } from '../path-dependencies.ts';
import { createJournals } from '../streaming/create-journals.ts';
import { createStreaming } from '../streaming/create-streaming.ts';
import type { Streaming } from '../streaming/streaming.ts';
import { createBackgroundAnswers } from './answer-later.ts';
import { createRunning, type Running } from './create-running.ts';

/** How a client wants to wait. */
interface Waiting {
  readonly respondAsync: boolean;
  readonly waitMs: number | null;
}

export interface Queries extends Streaming {
  readonly reviews: ReviewQueue;
  readonly knowledge: Knowledge;
  ask(query: IncomingQuery, waiting: Waiting): Promise<Answer | ReplayedQuery>;
  /** Messages of such an owner that this process is answering. Some may not be on record yet. */
  listRunningOf: Running['listOf'];
  /** Cancels a message if this process is answering it. */
  cancelHere(messageId: MessageId): void;
  /** Resumes after a restart: what was queued is answered, what had been started has failed. */
  resume(): Promise<void>;
  /** Waits this long for what is in progress, then cuts it short. Nothing new is admitted. */
  drain(graceMs: number): Promise<void>;
}

/** What the path is composed of outside of it. */
export type QueriesDependencies = Omit<PathDependencies, 'deadlines' | 'journals' | 'running'>;

export function createQueries(dependencies: QueriesDependencies): Queries {
  const path: PathDependencies = {
    ...dependencies,
    deadlines: createDeadlines(),
    journals: createJournals(dependencies),
    running: createRunning(),
  };
  const background = createBackgroundAnswers(path);
  return {
    ...createStreaming(path),
    ask: (query, { respondAsync, waitMs }) =>
      respondAsync ? background.accept(query, { waitMs }) : answerQuery(path, query, { waitMs }),
    reviews: createReviews(path),
    knowledge: createKnowledge(path),
    listRunningOf: path.running.listOf,
    cancelHere: (messageId) => void path.running.cancel(messageId),
    resume: background.resume,
    drain: async (graceMs) => {
      const graceEnded = new Promise<void>((resolve) => {
        setTimeout(resolve, graceMs).unref();
      });
      const timer = setTimeout(() => path.deadlines.cutAll(), graceMs);
      // Background answers are not cut short but left: the next start resumes them.
      await Promise.all([path.inFlight.drain(), Promise.race([background.drain(), graceEnded])]);
      clearTimeout(timer);
    },
  };
}
