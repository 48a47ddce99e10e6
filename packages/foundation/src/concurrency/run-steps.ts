import { yieldToEventLoop } from './yield-to-event-loop.ts';

/** Work that yields after each small step, so that it can be interrupted there. Different callers may ask for the steps. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Work does not keep the event loop to itself for longer than this, unless a single step takes longer. */
const sliceMsMax = 5;
/** Several pieces of work may begin in one iteration of the event loop, before any of them has yielded. */
const firstSliceMsMax = 1;

/** Runs all steps without interruption, for callers that cannot wait. */
export function runStepsSync<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/**
 * Returns the result directly if the work fits into its first slice, as most does. Longer work yields to the event loop between
 * its slices, and rejects once the signal is aborted.
 */
export function runSteps<Result>(steps: Steps<Result>, signal?: AbortSignal): Result | Promise<Result> {
  const step = runSlice(steps, firstSliceMsMax);
  return step.done === true ? step.value : runMoreSlices(steps, signal);
}

async function runMoreSlices<Result>(steps: Steps<Result>, signal?: AbortSignal): Promise<Result> {
  for (;;) {
    await yieldToEventLoop();
    signal?.throwIfAborted();
    const step = runSlice(steps, sliceMsMax);
    if (step.done === true) return step.value;
  }
}

function runSlice<Result>(steps: Steps<Result>, msMax: number): IteratorResult<undefined, Result> {
  const endsAt = performance.now() + msMax;
  let step = steps.next();
  while (step.done !== true && performance.now() < endsAt) step = steps.next();
  return step;
}
