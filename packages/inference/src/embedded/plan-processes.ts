import { availableParallelism, totalmem } from 'node:os';

/** How many processes run each of the embedded models. */
interface ProcessPlan {
  readonly reader: PlannedProcesses;
  readonly screener: PlannedProcesses;
  readonly encoder: { readonly passageProcesses: number };
}

interface PlannedProcesses {
  readonly processes: number;
  /** Those that are always there. The others are started when there is work for them, and stopped when there is none. */
  readonly processesKept: number;
}

interface Machine {
  readonly cores: number;
  readonly memoryBytes: number;
}

const gibibyte = 1024 ** 3;
/** What the service takes with the processes that are always there. */
const usualBytes = 1.5 * gibibyte;
/** What each further process takes, besides what all of them share. */
const furtherBytes = gibibyte / 8;
/** The rest is for the database, the search and everybody else. */
const memoryShare = 0.5;
const keptReaders = 2;

/** What this process may use: the machine's, or what its container was given. */
export function readMachine(): Machine {
  const limit = process.constrainedMemory();
  const memoryBytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return { cores: availableParallelism(), memoryBytes };
}

/**
 * A process for each core reads, and half as many screen or encode passages, as far as memory allows. A process has one thread:
 * several processes make better use of the cores than several threads, and the scores of a text do not hang on what else runs.
 */
export function planProcesses({ cores, memoryBytes }: Machine, processesMax: number): ProcessPlan {
  const atMost = (count: number) => Math.max(1, Math.min(Math.floor(count), processesMax));
  const [readers, screeners, passages] = [atMost(cores), atMost(cores / 2), atMost(cores / 2)];
  const forModels = memoryBytes * memoryShare;
  const kept = forModels < usualBytes / 2 ? 1 : Math.min(keptReaders, readers);
  const further = readers - kept + (screeners - 1) + (passages - 1);
  const possible = Math.max(0, Math.floor((forModels - usualBytes) / furtherBytes));
  const share = further <= possible ? 1 : possible / further;
  const limited = (wanted: number, least: number) => least + Math.floor((wanted - least) * share);
  return {
    reader: { processes: limited(readers, kept), processesKept: kept },
    screener: { processes: limited(screeners, 1), processesKept: 1 },
    encoder: { passageProcesses: limited(passages, 1) },
  };
}
