import type { InferenceQueue, InferenceTask } from './create-inference-queue.ts';

/** One window on a text, as a process is asked to run it. */
export interface WindowRequest {
  readonly ids: readonly number[];
}

/**
 * Runs the windows of all these texts on the processes of the queue and returns their answers per text. Null as soon as
 * one fails, or at the deadline: what has not started by then is not run. Owners are served in turn, a call each, and of one
 * owner calls with an earlier deadline first.
 */
export async function runSequences<Request extends WindowRequest, Answer>(
  lane: InferenceQueue<Request, unknown>,
  asked: {
    /** The windows of each text. */
    readonly requests: readonly (readonly Request[])[];
    /** Parses the answer to a request; null: it is invalid. */
    readonly check: (request: Request, answer: unknown) => Answer | null;
    /** On the clock of `performance.now`. */
    readonly deadlineMs: number;
    readonly owner: string;
    readonly onAnswer: (part: { readonly tokens: number; readonly durationMs: number }) => void;
    readonly onNonsense: () => void;
  },
): Promise<readonly (readonly Answer[])[] | null> {
  const tasks: InferenceTask<unknown>[] = [];
  const { promise: givenUp, resolve: giveUp } = Promise.withResolvers<null>();
  const timer = setTimeout(() => giveUp(null), asked.deadlineMs - performance.now());

  const run = async (request: Request): Promise<Answer> => {
    const task = lane.submit(request, { rank: asked.deadlineMs, owner: asked.owner, call: asked });
    tasks.push(task);
    const outcome = await task.outcome;
    if (outcome.kind === 'answered')
      asked.onAnswer({ tokens: request.ids.length, durationMs: outcome.durationMs });
    const answer = outcome.kind === 'answered' ? asked.check(request, outcome.answer) : null;
    if (answer !== null) return answer;
    if (outcome.kind === 'answered') asked.onNonsense();
    giveUp(null);
    // Nobody waits for it any more.
    return await new Promise(() => undefined);
  };
  const all = asked.requests.map((windows) => Promise.all(windows.map(run)));
  const answers = await Promise.race([Promise.all(all), givenUp]);
  clearTimeout(timer);
  if (answers === null) for (const task of tasks) task.cancel();
  return answers;
}
