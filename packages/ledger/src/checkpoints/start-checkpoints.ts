import { UserError } from '@avow/foundation';
import { repeat } from '@avow/foundation/concurrency';
import type { Checkpointer } from './create-checkpointer.ts';
import { describeForks } from './fork.ts';

/**
 * Verifies that every log extends its checkpoints, and refuses to start if one is forked; then signs grown logs at
 * intervals. The returned function stops it after a last round.
 */
export async function startCheckpoints(parts: {
  readonly checkpointer: Pick<Checkpointer, 'checkAll' | 'signGrown'>;
  readonly everyMs: number;
  /** Whether this process is the one that signs; omitted: no other shares the logs. */
  readonly isElected?: () => Promise<boolean>;
  /** Called after a round that left no log unsigned. */
  readonly onSigned: () => void;
  readonly onFailure: (error: unknown) => void;
}): Promise<() => Promise<void>> {
  const { checkpointer } = parts;
  const forks = await checkpointer.checkAll();
  if (forks.length > 0) throw new UserError(describeForks(forks));
  const sign = async () => {
    try {
      if (parts.isElected !== undefined && !(await parts.isElected())) return;
      if (await checkpointer.signGrown()) parts.onSigned();
    } catch (error) {
      parts.onFailure(error);
    }
  };
  const first = sign();
  const stop = repeat(parts.everyMs, async () => {
    await first;
    await sign();
  });
  return async () => {
    await Promise.all([first, stop()]);
    await sign();
  };
}
