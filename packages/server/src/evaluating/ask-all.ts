import type { EvaluationResult } from '@avow/contract';
import type { GoldenQuestion } from '../interfaces/golden-store.ts';
import type { AskedSubject } from './asked-subject.ts';
import { isRight, type Reply, resultOf } from './result-of.ts';

interface AskAllWish {
  readonly questions: readonly GoldenQuestion[];
  /** By id: what a run before this one has asked already. */
  readonly known: ReadonlyMap<string, EvaluationResult>;
  readonly atOnce: number;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: { readonly done: number; readonly rightCount: number }) => void;
}

/**
 * Where something that should have taken part could not, as on a machine that is busy for a moment, the question is asked
 * once more: it is the pack that is judged. What was paid for is not paid for twice.
 */
async function askTwice(asked: AskedSubject, golden: GoldenQuestion, signal: AbortSignal): Promise<Reply> {
  const reply = await asked.ask(golden);
  return isImpaired(reply) && reply.cost === null && !signal.aborted ? await asked.ask(golden) : reply;
}

function isImpaired(reply: Reply): boolean {
  if (reply.kind === 'failed') return true;
  const { processing, agent_context: context } = reply.response;
  return processing.degraded_mode || context.blocked_reason === 'guardrail_unavailable';
}

/**
 * Asks what has not been asked, so many at once, until the signal says not to. In the order of the questions; those that
 * were not reached are left out.
 */
export async function askAll(asked: AskedSubject, wish: AskAllWish): Promise<EvaluationResult[]> {
  const { questions, known, signal, onProgress } = wish;
  const results = new Map(known);
  const waiting = questions.filter(({ goldenId }) => !known.has(goldenId));
  const tell = () =>
    onProgress({ done: results.size, rightCount: [...results.values()].filter(isRight).length });
  tell();
  const askOn = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined && !signal.aborted; next = waiting.shift()) {
      const reply = await askTwice(asked, next, signal);
      // What was cut short says nothing of the question.
      if (signal.aborted && reply.kind === 'failed') return;
      results.set(next.goldenId, await resultOf(next, reply, asked.isStoredFor(next)));
      tell();
    }
  };
  await Promise.all(Array.from({ length: wish.atOnce }, askOn));
  return questions.flatMap(({ goldenId }) => results.get(goldenId) ?? []);
}
