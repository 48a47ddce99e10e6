import { createFairQueue } from './fair-queue.ts';
import { QueueFullError } from './limiter.ts';

export interface FairRunnerLimits {
  /** How many run at once overall. */
  readonly runningMax: number;
  /** How many of them may belong to one tenant. */
  readonly tenantRunningMax: number;
  /** How many may wait, overall and of one tenant. Left out: the caller limits them. */
  readonly waitingMax?: number;
  readonly tenantWaitingMax?: number;
}

/** Runs work of many tenants, a few pieces at a time, and serves tenants in turn. */
export interface FairRunner {
  /** Rejects with a `QueueFullError` if too many wait already. */
  run<Result>(tenantId: string, work: () => Promise<Result>): Promise<Result>;
  /** How many have not begun. */
  readonly waiting: number;
  /** Resolves as soon as nothing runs or waits. */
  idle(): Promise<void>;
  /** Begins nothing more, and resolves when what runs has ended. What still waits never settles. */
  stop(): Promise<void>;
}

interface Task {
  readonly tenantId: string;
  start(): Promise<void>;
}

export function createFairRunner(limits: FairRunnerLimits): FairRunner {
  const { runningMax, tenantRunningMax, waitingMax, tenantWaitingMax } = limits;
  const queue = createFairQueue<Task>({
    ...(waitingMax === undefined ? {} : { totalMax: waitingMax }),
    ...(tenantWaitingMax === undefined ? {} : { tenantMax: tenantWaitingMax }),
  });
  const running = new Map<string, number>();
  let total = 0;
  let stopped: PromiseWithResolvers<void> | null = null;
  let idle: PromiseWithResolvers<void> | null = null;

  const mayStart = (_task: Task, tenantId: string) => (running.get(tenantId) ?? 0) < tenantRunningMax;

  function startNext(): void {
    while (stopped === null && total < runningMax) {
      const task = queue.take(mayStart);
      if (task === undefined) return;
      start(task);
    }
  }

  function start(task: Task): void {
    total += 1;
    running.set(task.tenantId, (running.get(task.tenantId) ?? 0) + 1);
    void task.start().then(() => end(task.tenantId));
  }

  function end(tenantId: string): void {
    total -= 1;
    const left = (running.get(tenantId) ?? 1) - 1;
    if (left === 0) running.delete(tenantId);
    else running.set(tenantId, left);
    if (total === 0) stopped?.resolve();
    startNext();
    if (total > 0 || queue.size > 0) return;
    idle?.resolve();
    idle = null;
  }

  return {
    run: (tenantId, work) => {
      const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof work>>>();
      const limit = queue.add(tenantId, { tenantId, start: () => Promise.try(work).then(resolve, reject) });
      if (limit !== null) reject(new QueueFullError(`too much waits already (${limit})`));
      startNext();
      return promise;
    },
    get waiting() {
      return queue.size;
    },
    idle: () => {
      if (total === 0 && queue.size === 0) return Promise.resolve();
      idle ??= Promise.withResolvers<void>();
      return idle.promise;
    },
    stop: () => {
      stopped ??= Promise.withResolvers<void>();
      if (total === 0) stopped.resolve();
      return stopped.promise;
    },
  };
}
