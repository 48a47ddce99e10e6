import type { InferenceQueue } from './create-inference-queue.ts';
import type { Workload } from './create-workload.ts';
import { runSequences, type WindowRequest } from './run-sequences.ts';

/** What one call may bring. With more, it gives null. */
export interface CallLimits {
  readonly textsMax: number;
  /** Of all windows. */
  readonly callTokensMax: number;
}

/** What texts are run by. */
export interface TextRunDependencies<Request> {
  readonly lane: InferenceQueue<Request, unknown>;
  /** Null: nothing is turned away because it could not be done in time. */
  readonly workload: Workload | null;
  readonly limits: CallLimits;
  /** Called when a process returned an invalid answer. */
  readonly onNonsense: () => void;
}

interface BuiltText<Sequence, Request> {
  readonly sequence: Sequence;
  readonly requests: readonly Request[];
}

/**
 * Runs all windows of the texts of one call, and gives each text with its answers. Null where the texts are too many or too
 * long, the time is too short or over, or the model cannot run; `busy` where too many texts wait already.
 */
export async function runTexts<Text, Sequence, Request extends WindowRequest, Answer>(
  { lane, workload, limits, onNonsense }: TextRunDependencies<Request>,
  texts: readonly Text[],
  asked: {
    readonly signal: AbortSignal;
    /** When the signal will be aborted, on the clock of `performance.now`; null: that is not known. */
    readonly deadlineMs: number | null;
    readonly owner: string;
    readonly isBackground?: boolean | undefined;
    /** Null where the text cannot be taken. */
    readonly toSequence: (text: Text) => Sequence | null;
    /** One for each window. */
    readonly toRequests: (sequence: Sequence) => readonly Request[];
    readonly check: (request: Request, answer: unknown) => Answer | null;
  },
): Promise<readonly { readonly sequence: Sequence; readonly answers: readonly Answer[] }[] | 'busy' | null> {
  const { signal, deadlineMs, owner, isBackground, check } = asked;
  const built = buildAll(texts, asked, limits);
  if (built === null || signal.aborted || (deadlineMs !== null && performance.now() >= deadlineMs))
    return null;
  const requests = built.map((one) => one.requests);
  const tokens = tokensOf(requests.flat());
  const call =
    workload === null || deadlineMs === null ? unlimited : workload.enter({ tokens, deadlineMs, owner });
  if (call === null) return null;
  const rank = deadlineMs ?? 0;
  const toRun = { requests, check, signal, rank, owner, isBackground, onAnswer: call.finish, onNonsense };
  const found = await runSequences(lane, toRun);
  call.leave();
  if (found === null || found === 'busy') return found;
  return built.map(({ sequence }, at) => ({ sequence, answers: found[at] ?? [] }));
}

const unlimited = { finish: () => undefined, leave: () => undefined };

/** The texts of one call in tokens; null where one cannot be taken, or all together are too much. */
function buildAll<Text, Sequence, Request extends WindowRequest>(
  texts: readonly Text[],
  by: {
    readonly toSequence: (text: Text) => Sequence | null;
    readonly toRequests: (sequence: Sequence) => readonly Request[];
  },
  limits: CallLimits,
): readonly BuiltText<Sequence, Request>[] | null {
  if (texts.length > limits.textsMax) return null;
  const built: BuiltText<Sequence, Request>[] = [];
  let tokens = 0;
  for (const text of texts) {
    const sequence = by.toSequence(text);
    if (sequence === null) return null;
    const requests = by.toRequests(sequence);
    built.push({ sequence, requests });
    tokens += tokensOf(requests);
    if (tokens > limits.callTokensMax) return null;
  }
  return built;
}

function tokensOf(requests: readonly WindowRequest[]): number {
  return requests.reduce((tokens, { ids }) => tokens + ids.length, 0);
}
