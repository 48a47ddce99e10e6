import { checkReaderAnswer } from './check-reader-answer.ts';
import type { LaneTask, ModelLane } from './create-model-lane.ts';
import type { TextSequence } from './create-sequences.ts';
import type { ReaderAnswer, ReaderRequest, ReaderTask } from './reader-request.ts';

type ReadingLane = ModelLane<ReaderRequest, unknown>;

/**
 * Runs the windows of all these texts, shared out to the lane's processes, and gives their answers text by text. Null as
 * soon as one cannot be had, or at the deadline: what was not begun by then is not run. Calls whose deadline is nearer go
 * first, so what has much time gives way to what has little.
 */
export async function runSequences<Task extends ReaderTask>(
  lane: ReadingLane,
  asked: {
    readonly task: Task;
    readonly sequences: readonly TextSequence[];
    /** On the clock of `performance.now`. */
    readonly deadlineMs: number;
    readonly onAnswer: (part: { readonly tokens: number; readonly durationMs: number }) => void;
    readonly onNonsense: () => void;
  },
): Promise<readonly (readonly ReaderAnswer<Task>[])[] | null> {
  const tasks: LaneTask<unknown>[] = [];
  const { promise: givenUp, resolve: giveUp } = Promise.withResolvers<null>();
  const timer = setTimeout(() => giveUp(null), asked.deadlineMs - performance.now());

  const run = async (request: ReaderRequest & { readonly task: Task }): Promise<ReaderAnswer<Task>> => {
    const task = lane.submit(request, asked.deadlineMs);
    tasks.push(task);
    const outcome = await task.outcome;
    if (outcome.kind === 'answered')
      asked.onAnswer({ tokens: request.ids.length, durationMs: outcome.durationMs });
    const answer = outcome.kind === 'answered' ? checkReaderAnswer(request, outcome.answer) : null;
    if (answer !== null) return answer;
    if (outcome.kind === 'answered') asked.onNonsense();
    giveUp(null);
    // Nobody waits for it any more.
    return await new Promise(() => undefined);
  };
  const all = asked.sequences.map(({ windows }) =>
    Promise.all(windows.map(({ ids, secondSegmentAt }) => run({ task: asked.task, ids, secondSegmentAt }))),
  );
  const answers = await Promise.race([Promise.all(all), givenUp]);
  clearTimeout(timer);
  if (answers === null) for (const task of tasks) task.cancel();
  return answers;
}
