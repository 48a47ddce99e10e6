import type { MessageId } from '@avow/foundation';
import type { IncomingQuery, ReplayedQuery } from '../admission/admission.ts';
import { answerQuery } from '../answer-query.ts';
import type { Answer } from '../deliver-answer.ts';
import type { PathDependencies } from '../path-dependencies.ts';
import { createStreaming } from '../streaming/create-streaming.ts';
import type { Streaming } from '../streaming/streaming.ts';
import { createBackgroundAnswers } from './answer-later.ts';
import type { Running } from './create-running.ts';

/** How a client wants to wait. */
interface Waiting {
  readonly respondAsync: boolean;
  readonly waitMs: number | null;
}

export interface Queries extends Streaming {
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

export function createQueries(path: PathDependencies): Queries {
  const background = createBackgroundAnswers(path);
  return {
    ...createStreaming(path),
    ask: (query, { respondAsync, waitMs }) =>
      respondAsync ? background.accept(query, { waitMs }) : answerQuery(path, query, { waitMs }),
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
