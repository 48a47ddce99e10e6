/** Queues, limits and locks within a process: the only ones. */

// Queues and limits, fair between tenants.

export { createFairQueue, type FairQueue } from './concurrency/fair-queue.ts';
export { createFairRunner } from './concurrency/fair-runner.ts';
export { createLimiter, type Limiter, QueueFullError } from './concurrency/limiter.ts';
export { createTenantLimiter, type TenantLimits } from './concurrency/tenant-limiter.ts';

// Locks and news.

export { createKeyedMutex, createMutex, type KeyedMutex } from './concurrency/mutex.ts';
export { createNotifier, type Notifier } from './concurrency/notifier.ts';

// Long work, one step or page at a time.

export { forEachConcurrently } from './concurrency/for-each-concurrently.ts';
export { readAllPages, readPages } from './concurrency/read-pages.ts';
export { repeat } from './concurrency/repeat.ts';
export { runSteps, runStepsSync, type Steps } from './concurrency/run-steps.ts';
export { yieldToEventLoop } from './concurrency/yield-to-event-loop.ts';
export { createYielder, type GiveWay } from './concurrency/yielder.ts';

// Threads that are kept, and results.

export { releaseThread, takeThread } from './concurrency/idle-threads.ts';
export { RecentMap } from './concurrency/recent-map.ts';
