/**
 * What every other package may build on: the clock, ids, errors, concurrency, files, statistics, and the log of the process
 * (`@avow/foundation/log`). Threads import `@avow/foundation/threads`, which is less.
 */

// Time.

export { type Clock, systemClock } from './clock/clock.ts';
export { isFresh } from './clock/is-fresh.ts';

// Ids and names.

export { endUserAuthor, isEndUser } from './ids/author-names.ts';
export type {
  CallerId,
  CuratedId,
  DocumentId,
  EndpointId,
  EventId,
  ExportId,
  HoldId,
  JobId,
  KeyId,
  MessageId,
  PackId,
  PackVersion,
  PasskeyId,
  SessionId,
  SourceId,
  TenantId,
  ThreadId,
  UserId,
} from './ids/identity.ts';
export { messageIdFrom } from './ids/message-id-from.ts';
export { newId, newSuffix, suffixFrom, suffixOf } from './ids/typeid.ts';
export { type KeyUnwrapping, parseKeyUnwrapping } from './keys/key-unwrapping.ts';

// Errors.

export { AppError, type AppErrorOptions, type InputFault } from './errors/app-error.ts';
export { diskFull, isDiskFull } from './errors/disk-full.ts';
export { UserError } from './errors/user-error.ts';

// Events for subscribers.

export { makeEvent } from './events/make-event.ts';
export type { OutboxEvent } from './events/outbox-event.ts';

// Concurrency: one module of queues, limits and locks.

export { createFairQueue, type FairQueue } from './concurrency/fair-queue.ts';
export { createFairRunner } from './concurrency/fair-runner.ts';
export { forEachConcurrently } from './concurrency/for-each-concurrently.ts';
export { releaseThread, takeThread } from './concurrency/idle-threads.ts';
export { createLimiter, type Limiter, QueueFullError } from './concurrency/limiter.ts';
export { createKeyedMutex, createMutex, type KeyedMutex } from './concurrency/mutex.ts';
export { createNotifier, type Notifier } from './concurrency/notifier.ts';
export { readAllPages, readPages } from './concurrency/read-pages.ts';
export { RecentMap } from './concurrency/recent-map.ts';
export { repeat } from './concurrency/repeat.ts';
export { runSteps, runStepsSync, type Steps } from './concurrency/run-steps.ts';
export { createTenantLimiter, type TenantLimits } from './concurrency/tenant-limiter.ts';
export { yieldToEventLoop } from './concurrency/yield-to-event-loop.ts';
export { createYielder, type GiveWay } from './concurrency/yielder.ts';

// Files.

export { createPrivateFile } from './files/create-private-file.ts';
export { type FileLock, type Locked, tryFileLock, withFileLock } from './files/file-lock.ts';
export { listDependencyFolders } from './files/list-dependency-folders.ts';
export { makePrivateFolder } from './files/make-private-folder.ts';
export { syncToDisk } from './files/sync-to-disk.ts';

// Statistics.

export { bootstrapInterval } from './statistics/bootstrap-interval.ts';
export { brierScore } from './statistics/brier-score.ts';
export { type CalibrationBin, calibrationError } from './statistics/calibration-error.ts';
export { largest, smallest } from './statistics/extremes.ts';
export { quantile } from './statistics/quantile.ts';
export { coverageAt, type RiskCoveragePoint, riskCoverage } from './statistics/risk-coverage.ts';
export type { ScoredOutcome } from './statistics/scored-outcome.ts';
export { type ShareInterval, wilsonInterval } from './statistics/wilson-interval.ts';
export { writePercent } from './statistics/write-percent.ts';
