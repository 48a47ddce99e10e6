import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CheckRun } from './run-guardrail.ts';

/** Longer than this no checks keep the processor to themselves, one alone excepted. */
const turnMsMax = 10;

/**
 * Starts checks one after the other, without waiting for their verdicts. Most take less than a millisecond; where they
 * take long together, whatever else the service has to do comes in between.
 */
export async function runSideBySide<Found>(
  starts: ReadonlyArray<() => CheckRun<Found> | Promise<CheckRun<Found>>>,
): Promise<CheckRun<Found>[]> {
  const runs: Array<CheckRun<Found> | Promise<CheckRun<Found>>> = [];
  let turnBeganAt = performance.now();
  for (const start of starts) {
    if (performance.now() - turnBeganAt > turnMsMax) {
      await nextTurn();
      turnBeganAt = performance.now();
    }
    runs.push(start());
  }
  return await Promise.all(runs);
}
