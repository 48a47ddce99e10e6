import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longer than this no count keeps the processor to itself. */
const turnMsMax = 8;

/** To be awaited between small steps of long work: now and then whatever else the service has to do comes first. */
export type GiveWay = () => Promise<void>;

export function createTurns(): GiveWay {
  let endsAt = performance.now() + turnMsMax;
  return async () => {
    if (performance.now() < endsAt) return;
    await nextTurn();
    endsAt = performance.now() + turnMsMax;
  };
}
