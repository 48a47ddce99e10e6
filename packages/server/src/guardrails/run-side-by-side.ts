import type { CheckRun } from './run-guardrail.ts';
import { waitInLine } from './take-turns.ts';

interface Ran<Checking, Found> {
  readonly guardrail: Checking;
  readonly run: CheckRun<Found>;
}

/** Longer than this no checks keep the processor to themselves, one alone excepted. */
const turnMsMax = 10;

/**
 * Starts checks one after the other, without waiting for their verdicts. Most take less than a millisecond; where they
 * take long together, whatever else the service has to do comes in between.
 */
export async function runSideBySide<Checking, Found>(
  guardrails: readonly Checking[],
  start: (guardrail: Checking) => CheckRun<Found> | Promise<CheckRun<Found>>,
): Promise<Ran<Checking, Found>[]> {
  const runs: Promise<Ran<Checking, Found>>[] = [];
  let turnBeganAt = performance.now();
  for (const guardrail of guardrails) {
    if (performance.now() - turnBeganAt > turnMsMax) {
      await waitInLine();
      turnBeganAt = performance.now();
    }
    const run = start(guardrail);
    runs.push(Promise.resolve(run).then((ended) => ({ guardrail, run: ended })));
  }
  return await Promise.all(runs);
}
