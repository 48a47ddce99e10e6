import { setTimeout as sleep } from 'node:timers/promises';
import type { Locked, PackId } from '@avow/foundation';

/**
 * Does the work while holding the lock of a pack, across processes. `busy` if another holder has it. The signal aborts if the
 * lock was lost meanwhile: what the work writes from then on is refused.
 */
export type TryPackLock = <Result>(
  packId: PackId,
  work: (lost: AbortSignal) => Promise<Result>,
) => Promise<Locked<Result>>;

/** The same, but waits for the lock until the signal aborts. */
export type WithPackLock = <Result>(
  packId: PackId,
  signal: AbortSignal,
  work: (lost: AbortSignal) => Promise<Result>,
) => Promise<Result>;

const retryMs = 200;

export function waitForPackLock(tryPackLock: TryPackLock): WithPackLock {
  return async (packId, signal, work) => {
    for (;;) {
      signal.throwIfAborted();
      const attempt = await tryPackLock(packId, work);
      if (attempt.kind === 'done') return attempt.value;
      await sleep(retryMs, undefined, { signal }).catch(() => undefined);
    }
  };
}
