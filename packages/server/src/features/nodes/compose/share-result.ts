import type { Clock } from '@avow/foundation';
import { isFresh } from '@avow/foundation';

const checkKeptMs = 1000;

/** Anyone may ask whether the service is ready, and checks write to the disk, so that a result is shared for a second. */
export function shareResult<Result>(check: () => Promise<Result>, clock: Clock): () => Promise<Result> {
  let last: { readonly result: Promise<Result>; readonly readAtMs: number } | null = null;
  return () => {
    const nowMs = clock.nowMs();
    if (last === null || !isFresh({ ...last, keptMs: checkKeptMs }, nowMs))
      last = { result: check(), readAtMs: nowMs };
    return last.result;
  };
}
