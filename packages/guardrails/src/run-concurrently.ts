import { yieldToEventLoop } from '@avow/foundation/concurrency';
import type { GuardrailRun } from './run-guardrail.ts';

export interface Ran<Checking, Found> {
  readonly guardrail: Checking;
  readonly run: GuardrailRun<Found>;
}

/** Checks do not keep the event loop to themselves for longer than this, unless a single one takes longer. */
const sliceMsMax = 10;

/**
 * Starts all checks without waiting for their verdicts. Most take less than a millisecond; if they take long together, it
 * yields to the event loop in between.
 */
export async function runConcurrently<Checking, Found>(
  guardrails: readonly Checking[],
  start: (guardrail: Checking) => GuardrailRun<Found> | Promise<GuardrailRun<Found>>,
): Promise<Ran<Checking, Found>[]> {
  const runs: Promise<Ran<Checking, Found>>[] = [];
  let sliceBeganAt = performance.now();
  for (const guardrail of guardrails) {
    if (performance.now() - sliceBeganAt > sliceMsMax) {
      await yieldToEventLoop();
      sliceBeganAt = performance.now();
    }
    const run = start(guardrail);
    runs.push(Promise.resolve(run).then((ended) => ({ guardrail, run: ended })));
  }
  return await Promise.all(runs);
}
