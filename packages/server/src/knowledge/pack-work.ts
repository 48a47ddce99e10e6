import { setTimeout as sleep } from 'node:timers/promises';
import type { PackId } from '../interfaces/identity.ts';
import type { Locked } from '../locks/file-lock.ts';

/** Does the work while nobody else, in any process, works on this pack. `busy` where somebody does. */
export type TryAlone = <Result>(packId: PackId, work: () => Promise<Result>) => Promise<Locked<Result>>;

/** The same, but waits for its turn, until the signal says not to. */
export type PackWork = <Result>(
  packId: PackId,
  signal: AbortSignal,
  work: () => Promise<Result>,
) => Promise<Result>;

const againMs = 200;

export function waitForTurn(tryAlone: TryAlone): PackWork {
  return async (packId, signal, work) => {
    for (;;) {
      signal.throwIfAborted();
      const turn = await tryAlone(packId, work);
      if (turn.kind === 'done') return turn.value;
      await sleep(againMs, undefined, { signal }).catch(() => undefined);
    }
  };
}
