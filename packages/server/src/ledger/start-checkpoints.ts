import { UserError } from '../errors/user-error.ts';
import type { Checkpointer } from './create-checkpointer.ts';
import { describeForks } from './fork.ts';

/**
 * Holds every log against what was signed of it, and refuses to start over one that is forked; then signs what grows, again and
 * again. The function returned ends it, once what is left is signed.
 */
export async function startCheckpoints(parts: {
  readonly checkpointer: Pick<Checkpointer, 'checkAll' | 'signGrown'>;
  readonly everyMs: number;
  /** After a round that left no log unsigned. */
  readonly onSigned: () => void;
  readonly onFailure: (error: unknown) => void;
}): Promise<() => Promise<void>> {
  const { checkpointer } = parts;
  const forks = await checkpointer.checkAll();
  if (forks.length > 0) throw new UserError(describeForks(forks));
  let isRunning = false;
  const sign = async () => {
    isRunning = true;
    try {
      if (await checkpointer.signGrown()) parts.onSigned();
    } catch (error) {
      parts.onFailure(error);
    }
    isRunning = false;
  };
  let last = sign();
  const timer = setInterval(() => {
    // A round that takes long is not overtaken by the next.
    if (!isRunning) last = sign();
  }, parts.everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await last;
    await sign();
  };
}
