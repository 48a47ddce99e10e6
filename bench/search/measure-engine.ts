import type { Asked, OpenEngine } from './search-engine.ts';

export interface Latency {
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of a query in all threads: hardly changes with what else the machine does. */
  readonly processorMs: number;
  readonly count: number;
}

export interface EngineFigures {
  readonly words: Latency;
  readonly meaning: Latency | null;
  readonly both: Latency | null;
  /** Of hybrid search if the engine has it, else of keyword search. */
  readonly perSecondAtOnce: number;
  readonly recallAt10: number | null;
  /** Found by keyword search, on average: engines that find little have little to rank. */
  readonly foundByWords: number;
}

export const atOnce = 8;
const candidates = 50;
const recallDepth = 10;
const warmUps = 100;
const budgetMs = 4000;
const throughputMs = 3000;

type Find = (asked: Asked) => Promise<number[]>;
export type Question = Pick<Asked, 'text' | 'vector'>;

/** `exact` are the true neighbours of the first questions. */
export async function measureEngine(
  engine: OpenEngine,
  questions: readonly Question[],
  exact: ReadonlyArray<readonly number[]>,
): Promise<EngineFigures> {
  const words = await latencyOf(engine.byWords, questions);
  const meaning = engine.byMeaning && (await latencyOf(engine.byMeaning, questions));
  const both = engine.byBoth && (await latencyOf(engine.byBoth, questions));
  return {
    words,
    meaning,
    both,
    perSecondAtOnce: await throughputOf(engine.byBoth ?? engine.byWords, questions),
    recallAt10: engine.byMeaning && (await recallOf(engine.byMeaning, questions, exact)),
    foundByWords: await foundOf(engine.byWords, questions.slice(0, warmUps)),
  };
}

/** Sequentially, each question at most once after the warm-up, until the time is up. */
async function latencyOf(find: Find, questions: readonly Question[]): Promise<Latency> {
  const end = performance.now() + budgetMs;
  for (const question of questions.slice(-warmUps)) {
    await find({ ...question, limit: candidates });
    if (performance.now() > end - budgetMs / 2) break;
  }
  const tookMs: number[] = [];
  const before = process.cpuUsage();
  for (const question of questions) {
    const start = performance.now();
    await find({ ...question, limit: candidates });
    const now = performance.now();
    tookMs.push(now - start);
    if (now > end) break;
  }
  const { user, system } = process.cpuUsage(before);
  const sorted = tookMs.sort((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  const processorMs = (user + system) / 1000 / Math.max(1, sorted.length);
  return { p50Ms: at(0.5), p99Ms: at(0.99), processorMs, count: sorted.length };
}

async function throughputOf(find: Find, questions: readonly Question[]): Promise<number> {
  const start = performance.now();
  let done = 0;
  const askInTurn = async (first: number) => {
    for (let at = first; performance.now() - start < throughputMs; at += atOnce) {
      const question = questions[at % questions.length];
      if (question !== undefined) await find({ ...question, limit: candidates });
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, (_, first) => askInTurn(first)));
  return (done / (performance.now() - start)) * 1000;
}

async function recallOf(
  find: Find,
  questions: readonly Question[],
  exact: ReadonlyArray<readonly number[]>,
): Promise<number> {
  let found = 0;
  let wanted = 0;
  for (const [at, neighbours] of exact.entries()) {
    const question = questions[at];
    if (question === undefined) break;
    const rows = new Set((await find({ ...question, limit: candidates })).slice(0, recallDepth));
    const nearest = neighbours.slice(0, recallDepth);
    found += nearest.filter((row) => rows.has(row)).length;
    wanted += nearest.length;
  }
  return wanted === 0 ? 0 : found / wanted;
}

async function foundOf(find: Find, questions: readonly Question[]): Promise<number> {
  let found = 0;
  for (const question of questions) found += (await find({ ...question, limit: candidates })).length;
  return found / questions.length;
}
