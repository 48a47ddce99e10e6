import { Worker } from 'node:worker_threads';
import {
  firstFault,
  noLeaves,
  type RangeReport,
  type VerificationDependencies,
} from '@avow/ledger/verification';
import type { ArchiveLocation } from './open-archive.ts';
import type { FromChecker, ToChecker } from './record-check-protocol.ts';

export interface RecordChecks {
  readonly check: VerificationDependencies['inspectRecords'];
  close(): Promise<void>;
}

/** Leaves that a thread is given at once: enough to be worth it, and few enough that all threads end at about the same time. */
const rangeLength = 8192;

interface Checker {
  readonly worker: Worker;
  /** Why it ended, once it has: a thread may fail while nobody asks it anything. */
  readonly ended: Promise<Error>;
}

/** Threads that check records side by side, each over a connection of its own. */
export function openRecordChecks(data: ArchiveLocation, threads: number): RecordChecks {
  const checkers = Array.from({ length: threads }, () => startChecker(data));
  return {
    check: async (tenantId, size, onProgress) => {
      let next = 0;
      let total: RangeReport = { fault: null, counts: noLeaves };
      const work = async (checker: Checker) => {
        // What comes behind something that does not fit is not gone into.
        while (next < size && total.fault?.shownBy !== 'own') {
          const range = { start: next, end: Math.min(size, next + rangeLength) };
          next = range.end;
          const report = await ask(checker, [tenantId, range], onProgress);
          total = add(total, report);
        }
      };
      await Promise.all(checkers.map(work));
      return total;
    },
    close: async () => {
      for (const { worker } of checkers) worker.postMessage('close' satisfies ToChecker);
      await Promise.all(checkers.map(({ ended }) => ended));
    },
  };
}

function startChecker(data: ArchiveLocation): Checker {
  const worker = new Worker(new URL('./record-check-worker.ts', import.meta.url), { workerData: data });
  const ended = Promise.withResolvers<Error>();
  worker
    .once('error', (error) => ended.resolve(error instanceof Error ? error : new Error(String(error))))
    .once('exit', () => ended.resolve(new Error('a thread that checks records ended')));
  return { worker, ended: ended.promise };
}

function add(left: RangeReport, right: RangeReport): RangeReport {
  const { whole, emptied, dropped, event } = left.counts;
  return {
    fault: firstFault(left.fault, right.fault),
    counts: {
      whole: whole + right.counts.whole,
      emptied: emptied + right.counts.emptied,
      dropped: dropped + right.counts.dropped,
      event: event + right.counts.event,
    },
  };
}

async function ask(
  { worker, ended }: Checker,
  call: Exclude<ToChecker, 'close'>,
  onProgress: (leaves: number) => void,
): Promise<RangeReport> {
  const answered = Promise.withResolvers<RangeReport>();
  void ended.then(answered.reject);
  const take = (message: FromChecker) => {
    if (message.kind === 'progress') onProgress(message.leaves);
    else answered.resolve(message.report);
  };
  worker.on('message', take);
  try {
    worker.postMessage(call satisfies ToChecker);
    return await answered.promise;
  } finally {
    worker.off('message', take);
  }
}
