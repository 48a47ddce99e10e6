import type { EvaluationResult } from '@avow/contract/evaluation';
import { forEachConcurrently } from '@avow/foundation/concurrency';
import type { GoldenQuestion } from '../golden/golden-store.ts';
import { evaluateReply, isRight, type QuestionReply } from './evaluate-reply.ts';
import type { PreparedSubject } from './evaluation-subject.ts';

interface AskOptions {
  readonly questions: readonly GoldenQuestion[];
  /** Results of a previous run, by id. */
  readonly known: ReadonlyMap<string, EvaluationResult>;
  readonly concurrency: number;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: { readonly done: number; readonly rightCount: number }) => void;
}

/**
 * If a component was temporarily unavailable, as on a busy machine, the question is asked once more, because the pack is
 * evaluated and not the machine. A question that had a cost is not asked twice.
 */
async function askTwice(
  asked: PreparedSubject,
  golden: GoldenQuestion,
  signal: AbortSignal,
): Promise<QuestionReply> {
  const reply = await asked.ask(golden);
  return isImpaired(reply) && reply.cost === null && !signal.aborted ? await asked.ask(golden) : reply;
}

function isImpaired(reply: QuestionReply): boolean {
  if (reply.kind === 'failed') return true;
  const { processing, agent_context: context } = reply.response;
  return processing.degraded_mode || context.blocked_reason === 'guardrail_unavailable';
}

/**
 * Asks the remaining questions concurrently until the signal aborts. Returns the results in the order of the questions,
 * without those that were not reached.
 */
export async function askQuestions(asked: PreparedSubject, options: AskOptions): Promise<EvaluationResult[]> {
  const { questions, known, signal, onProgress } = options;
  const results = new Map(known);
  const waiting = questions.filter(({ goldenId }) => !known.has(goldenId));
  const reportProgress = () =>
    onProgress({ done: results.size, rightCount: [...results.values()].filter(isRight).length });
  reportProgress();
  await forEachConcurrently(waiting, options.concurrency, async (next) => {
    if (signal.aborted) return;
    const reply = await askTwice(asked, next, signal);
    // An aborted question has no result.
    if (signal.aborted && reply.kind === 'failed') return;
    results.set(next.goldenId, await evaluateReply(next, reply, asked.isStoredFor(next)));
    reportProgress();
  });
  return questions.flatMap(({ goldenId }) => results.get(goldenId) ?? []);
}
