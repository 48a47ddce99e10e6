import type { LanguageModel, ModelCost, ModelFaultCode, WritingTask } from '@avow/inference';
import { ModelFault } from '@avow/inference';
import type { TimeLeft } from '../found.ts';

/** What came next of something that a model writes. */
export type NextPiece =
  | { readonly kind: 'piece'; readonly piece: string }
  | { readonly kind: 'ended' }
  | { readonly kind: 'broke'; readonly code: ModelFaultCode };

/** Something that a model is writing, within the time that is left. */
export interface OpenWriting {
  /** To be asked again only once it has answered. */
  next(): Promise<NextPiece>;
  /** Ends the call if it has not ended, and reports its cost and the model's log probability. */
  close(): Promise<{ readonly cost: ModelCost; readonly logProbability: number | null }>;
}

/** Made once: making an error costs more than closing a call. */
const enough = new ModelFault('cut', 'No more is wanted');

/** The time that is left may be cut short meanwhile. */
const lookAgainMs = 250;

export function openWriting(
  model: LanguageModel,
  task: WritingTask,
  { signal, limits }: { readonly signal: AbortSignal; readonly limits: TimeLeft },
): OpenWriting {
  const stop = new AbortController();
  const writing = model.write(task, AbortSignal.any([signal, stop.signal]));
  const pieces = writing.pieces[Symbol.asyncIterator]();
  // The request leaves now, and not once somebody wants to read.
  let first: ReturnType<typeof pieces.next> | null = pieces.next();
  first.catch(() => {});
  let timer = setTimeout(lookAtTime, Math.min(lookAgainMs, limits.leftMs()));

  function lookAtTime(): void {
    const leftMs = limits.leftMs();
    if (leftMs <= 0) stop.abort(new ModelFault('timeout', 'The time of the query is up'));
    else timer = setTimeout(lookAtTime, Math.min(lookAgainMs, leftMs));
  }

  return {
    next: async () => {
      try {
        const asked = first ?? pieces.next();
        first = null;
        const { done, value } = await asked;
        return done === true ? { kind: 'ended' } : { kind: 'piece', piece: value };
      } catch (error) {
        if (error instanceof ModelFault) return { kind: 'broke', code: error.code };
        if (signal.aborted) return { kind: 'broke', code: isTimeout(signal.reason) ? 'timeout' : 'cut' };
        throw error;
      }
    },
    close: async () => {
      clearTimeout(timer);
      stop.abort(enough);
      // A piece may still be asked for: it has nobody to go to.
      pieces.return?.().catch(() => {});
      return { cost: await writing.cost, logProbability: await writing.logProbability };
    },
  };
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof Error && reason.name === 'TimeoutError';
}
