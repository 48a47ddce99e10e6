import { setImmediate as nextTick } from 'node:timers/promises';

/** Work does not keep the event loop to itself for longer than this. */
const sliceMsMax = 8;

/** To be awaited between small steps of long work: now and then it lets everything else that is due run first. */
export type GiveWay = () => Promise<void>;

export function createYielder(): GiveWay {
  let endsAt = performance.now() + sliceMsMax;
  return async () => {
    if (performance.now() < endsAt) return;
    await nextTick();
    endsAt = performance.now() + sliceMsMax;
  };
}
