import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work that stops after each small step, so that it can be interrupted there. Whoever asks for the next may change. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Longer than this no work keeps the processor to itself, but for one step that takes longer. */
const turnMsMax = 10;

/** All steps at once, for those who cannot wait. */
export function finishSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/**
 * What takes one turn is done at once, as most is. Whatever else the service has to do comes between the turns of what
 * takes longer; once the signal says so, it gives up.
 */
export function takeTurns<Result>(steps: Steps<Result>, signal?: AbortSignal): Result | Promise<Result> {
  const step = takeTurn(steps);
  return step.done === true ? step.value : takeMoreTurns(steps, signal);
}

async function takeMoreTurns<Result>(steps: Steps<Result>, signal?: AbortSignal): Promise<Result> {
  for (;;) {
    await waitInLine();
    signal?.throwIfAborted();
    const step = takeTurn(steps);
    if (step.done === true) return step.value;
  }
}

function takeTurn<Result>(steps: Steps<Result>): IteratorResult<undefined, Result> {
  const endsAt = performance.now() + turnMsMax;
  let step = steps.next();
  while (step.done !== true && performance.now() < endsAt) step = steps.next();
  return step;
}

/** All who wait stand in one line: the turns of two would otherwise follow each other without a break. */
let line: Promise<unknown> = Promise.resolve();

/** Whatever else the service has to do comes first. */
export function waitInLine(): Promise<unknown> {
  line = line.then(() => nextTurn());
  return line;
}
