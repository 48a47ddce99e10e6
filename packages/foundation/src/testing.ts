/** What tests of all packages share: draws, waiting, samples. */

// Draws and waiting.

export { type DrawRandom, drawFrom } from './test-support/draw-random.ts';
export { waitFor, waitMsMax } from './test-support/wait-for.ts';

// Samples, ids and threads.

export { keepIdleThreads } from './concurrency/idle-threads.ts';
export { timeOfSuffix } from './ids/test-support/time-of-suffix.ts';
export { bigSample, outcomes } from './statistics/test-support/outcomes.ts';
