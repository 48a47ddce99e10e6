import type { InferenceQueue, InferenceTask } from './create-inference-queue.ts';

/** One window on a text, as a process is asked to run it. */
export interface WindowRequest {
  readonly ids: readonly number[];
}

/**
 * Runs the windows of all these texts on the processes of the queue and returns their answers per text. Null as soon as
 * one fails, or when the signal is aborted: what has not started by then is not run. `busy` as soon as one may not wait, since
 * too many do. Owners are served in turn, and of one owner calls with a lower rank first.
 */
export async function runSequences<Request extends WindowRequest, Answer>(
  lane: InferenceQueue<Request, unknown>,
  asked: {
    /** The windows of each text. */
    readonly requests: readonly (readonly Request[])[];
    /** Parses the answer to a request; null: it is invalid. */
    readonly check: (request: Request, answer: unknown) => Answer | null;
    readonly signal: AbortSignal;
    readonly rank: number;
    readonly owner: string;
    readonly isBackground?: boolean | undefined;
    readonly onAnswer: (part: { readonly tokens: number; readonly durationMs: number }) => void;
    readonly onNonsense: () => void;
  },
): Promise<readonly (readonly Answer[])[] | 'busy' | null> {
  const tasks: InferenceTask<unknown>[] = [];
  const { promise: givenUp, resolve: giveUp } = Promise.withResolvers<'busy' | null>();
  const stop = () => giveUp(null);
  asked.signal.addEventListener('abort', stop, { once: true });

  const run = async (request: Request): Promise<Answer> => {
    const { rank, owner, isBackground } = asked;
    const task = lane.submit(request, { rank, owner, isBackground, call: asked });
    tasks.push(task);
    const outcome = await task.outcome;
    if (outcome.kind === 'answered')
      asked.onAnswer({ tokens: request.ids.length, durationMs: outcome.durationMs });
    const answer = outcome.kind === 'answered' ? asked.check(request, outcome.answer) : null;
    if (answer !== null) return answer;
    if (outcome.kind === 'answered') asked.onNonsense();
    giveUp(outcome.kind === 'failed' && outcome.isBusy === true ? 'busy' : null);
    // Nobody waits for it any more.
    return await new Promise(() => undefined);
  };
  const all = asked.requests.map((windows) => Promise.all(windows.map(run)));
  const answers = await Promise.race([Promise.all(all), givenUp]);
  asked.signal.removeEventListener('abort', stop);
  if (answers === null || answers === 'busy') for (const task of tasks) task.cancel();
  return answers;
}
