import { AsyncLocalStorage } from 'node:async_hooks';

/** The machine's time that the embedded models have taken for one question. */
interface QuestionWork {
  ms: number;
}

/** Measures how much of the machine's time a question takes. */
export interface WorkMeter {
  /** What the models do within `run` counts for this question, until it is closed. */
  open(): { run<Result>(work: () => Result): Result; close(): void };
  /** A call of an embedded model, waiting for its turn included. */
  call<Result>(work: () => Promise<Result>): Promise<Result>;
  /** What a question takes if it has the machine to itself. Null: too few have been answered to know. */
  msPerQuestion(): number | null;
}

/** The last so many questions count. */
const keptMax = 64;
const keptMin = 8;
/** The share of the longest that do not count: cold starts, and pauses of the machine. */
const trimmedShare = 0.1;

/**
 * Calls that are in progress at the same time share the machine, so each is charged its part of the time that passes. What a
 * language model elsewhere takes is not charged: waiting for it takes nothing.
 */
export function createWorkMeter(now = () => performance.now()): WorkMeter {
  const current = new AsyncLocalStorage<QuestionWork>();
  const kept: number[] = [];
  let calls = 0;
  /** What a call has been charged that was in progress all the time. */
  let chargedMs = 0;
  let countedAtMs = now();
  let typicalMs: number | null = null;

  function count(change: 1 | -1): number {
    const nowMs = now();
    if (calls > 0) chargedMs += (nowMs - countedAtMs) / calls;
    countedAtMs = nowMs;
    calls += change;
    return chargedMs;
  }

  return {
    open: () => {
      const work: QuestionWork = { ms: 0 };
      let isClosed = false;
      return {
        run: (run) => current.run(work, run),
        close: () => {
          // A question that no model was needed for says nothing of those that need one.
          if (isClosed || work.ms === 0) return;
          isClosed = true;
          kept.push(work.ms);
          if (kept.length > keptMax) kept.shift();
          if (kept.length >= keptMin) typicalMs = typicalOf(kept);
        },
      };
    },
    call: async (run) => {
      const work = current.getStore();
      if (work === undefined) return await run();
      const beganAt = count(1);
      try {
        return await run();
      } finally {
        work.ms += count(-1) - beganAt;
      }
    },
    msPerQuestion: () => typicalMs,
  };
}

/**
 * The work at whose middle a question of this size stands: of those in progress most are long ones, however many short ones
 * come and go beside them.
 */
function typicalOf(kept: readonly number[]): number {
  const sorted = kept.toSorted((one, other) => one - other);
  const counted = sorted.slice(0, sorted.length - Math.ceil(sorted.length * trimmedShare));
  const half = counted.reduce((sum, ms) => sum + ms, 0) / 2;
  let sum = 0;
  for (const ms of counted) {
    sum += ms;
    if (sum >= half) return ms;
  }
  return 0;
}
