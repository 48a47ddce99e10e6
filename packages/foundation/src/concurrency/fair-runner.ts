import { createFairQueue } from './fair-queue.ts';

export interface FairRunnerLimits {
  /** How many run at once overall. */
  readonly runningMax: number;
  /** How many of them may belong to one tenant. */
  readonly tenantRunningMax: number;
}

/** Runs work of many tenants, a few pieces at a time, round-robin over the tenants. */
export interface FairRunner {
  run<Result>(tenantId: string, work: () => Promise<Result>): Promise<Result>;
  /** How many have not begun. */
  readonly waiting: number;
  /** Begins nothing more, and resolves when what runs has ended. What still waits never settles. */
  stop(): Promise<void>;
}

interface Task {
  readonly tenantId: string;
  start(): Promise<void>;
}

export function createFairRunner({ runningMax, tenantRunningMax }: FairRunnerLimits): FairRunner {
  const queue = createFairQueue<Task>();
  const running = new Map<string, number>();
  let total = 0;
  let stopped: PromiseWithResolvers<void> | null = null;

  function startNext(): void {
    while (stopped === null && total < runningMax) {
      const task = queue.take((_task, tenantId) => (running.get(tenantId) ?? 0) < tenantRunningMax);
      if (task === undefined) return;
      total += 1;
      running.set(task.tenantId, (running.get(task.tenantId) ?? 0) + 1);
      void task.start().then(() => end(task.tenantId));
    }
  }

  function end(tenantId: string): void {
    total -= 1;
    const left = (running.get(tenantId) ?? 1) - 1;
    if (left === 0) running.delete(tenantId);
    else running.set(tenantId, left);
    if (total === 0) stopped?.resolve();
    startNext();
  }

  return {
    run: (tenantId, work) => {
      const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof work>>>();
      queue.add(tenantId, { tenantId, start: () => Promise.try(work).then(resolve, reject) });
      startNext();
      return promise;
    },
    get waiting() {
      return queue.size;
    },
    stop: () => {
      stopped ??= Promise.withResolvers<void>();
      if (total === 0) stopped.resolve();
      return stopped.promise;
    },
  };
}
