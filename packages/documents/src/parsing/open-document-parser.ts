import { AppError } from '@avow/foundation';
import { createFairRunner, QueueFullError } from '@avow/foundation/concurrency';
import type { ArchiveMember, ParsedFile, ParsedTable, SplitText, TextToSplit } from './parsed-file.ts';
import { type ParserProcess, startParserProcess } from './parser-process.ts';
import { memoryReason } from './parsing-fault.ts';
import { type ParsingLimits, parsingLimits } from './parsing-limits.ts';
import type { ParserRequest } from './serve-parsing.ts';

/** How long reading may still take in all, counted down by each file that is read under it. */
export interface TimeBudget {
  msLeft: number;
}

interface ParsableFile {
  readonly bytes: Uint8Array;
  readonly fileName: string;
  /** Lower than usual for an archive inside an archive, for example. */
  readonly limits?: Partial<ParsingLimits>;
  /** Shared with the other files of an archive. Waiting for others does not count. */
  readonly timeBudget?: TimeBudget;
}

export interface DocumentParser {
  /**
   * The same parser, for the files of one owner. Its calls run one after another, two owners are served at a time, and
   * owners are served in turn, a file each: a file waits for few of others, however many they bring. Rejects with `overloaded` if too many wait already.
   */
  readonly forOwner: (owner: string) => DocumentParser;
  /** Reads a file of the kind that its name says. */
  readonly parseDocument: (file: ParsableFile) => Promise<ParsedFile>;
  /** Reads the rows of a CSV, TSV or XLSX file, cell by cell. */
  readonly parseTable: (file: ParsableFile) => Promise<ParsedTable>;
  /** Splits the text of a document into passages. */
  readonly splitDocument: SplitDocument;
  readonly close: () => Promise<void>;
}

interface Asking {
  readonly request: ParserRequest;
  readonly timeMsMax: number;
  readonly budget: TimeBudget | undefined;
}

type SplitDocument = (text: TextToSplit) => Promise<SplitText>;

export interface DocumentParserOptions {
  readonly limits?: Partial<ParsingLimits>;
  /** The module that the process runs. */
  readonly processUrl: URL;
  /** A module that loads all code that it may need. */
  readonly codeUrl?: URL;
  /** Reads nothing where the system cannot confine the process. */
  readonly confinementRequired?: boolean;
}

/** Files and texts that may wait, of all owners and of one. A job has one at a time, so only a fault exceeds these. */
const waitingLimits = { waitingMax: 1_024, tenantWaitingMax: 64 };
/** One for one owner at a time, so that a file that takes all its time does not hold up those of the others. */
const processesMax = 2;
const retryAfterSeconds = 10;
const brokenReason = 'broke the process that reads it';

/**
 * Reads files and splits texts in processes of one owner each, which are killed if a file crashes them, blocks them or fills
 * their memory. A process has no environment and no network, starts no process and no thread, writes no files and reads
 * only its own code.
 */
export function openDocumentParser({
  limits: given,
  ...processOptions
}: DocumentParserOptions): DocumentParser {
  const limits: ParsingLimits = { ...parsingLimits, ...given };
  /** Those that wait for the next file of their owner. */
  const idle = new Map<string, ParserProcess>();
  const runner = createFairRunner({ runningMax: processesMax, tenantRunningMax: 1, ...waitingLimits });
  let working = 0;

  /** Of this owner alone: a process that was taken over by a file of one must not see what another brings. */
  const take = async (owner: string): Promise<ParserProcess | string> => {
    const own = idle.get(owner);
    idle.delete(owner);
    if (own !== undefined) return own;
    const [other] = idle;
    if (other !== undefined && working + idle.size > processesMax) {
      idle.delete(other[0]);
      await other[1].end();
    }
    return await startParserProcess({ ...processOptions, limits });
  };

  const ask = async (owner: string, { request, timeMsMax, budget }: Asking) => {
    const started = await take(owner);
    if (typeof started === 'string') return fault(started);
    const timeMs = Math.min(timeMsMax, Math.max(1, budget?.msLeft ?? timeMsMax));
    const startMs = performance.now();
    const turn = await started.ask(request, timeMs);
    if (budget !== undefined) budget.msLeft -= performance.now() - startMs;
    if (turn.kind !== 'said' || (await started.isWorn())) await started.end();
    else idle.set(owner, started);
    if (turn.kind === 'late') return fault(`took longer than ${Math.ceil(timeMs / 100) / 10} s to read`);
    if (turn.kind === 'broken') return fault(brokenReason);
    if (turn.kind === 'ended') return fault(started.ranOutOfMemory() ? memoryReason : brokenReason);
    if (turn.message.kind === 'parsed') return withMembers(turn.message.parsed, turn.members);
    return { kind: 'passages' as const, passages: turn.passages };
  };
  const work = async (owner: string, asking: Asking) => {
    working += 1;
    try {
      return await ask(owner, asking);
    } finally {
      working -= 1;
    }
  };
  const close = async () => {
    await runner.idle();
    await Promise.all([...idle.values()].map((process) => process.end()));
    idle.clear();
  };
  const forOwner = (owner: string): DocumentParser => {
    const askInTurn = (request: ParserRequest, timeMsMax: number, budget?: TimeBudget) =>
      runner.run(owner, () => work(owner, { request, timeMsMax, budget })).catch(refuseIfFull);
    const parse = (wanted: 'document' | 'table', file: ParsableFile) => {
      const { bytes, fileName, timeBudget } = file;
      const fileLimits = { ...limits, ...file.limits };
      return askInTurn({ wanted, bytes, fileName, limits: fileLimits }, fileLimits.timeMs, timeBudget);
    };
    return {
      forOwner,
      parseDocument: async (file) => {
        const parsed = await parse('document', file);
        return parsed.kind === 'table' || parsed.kind === 'passages' ? fault(brokenReason) : parsed;
      },
      parseTable: async (file) => {
        const parsed = await parse('table', file);
        return parsed.kind === 'table' || parsed.kind === 'fault' ? parsed : fault(brokenReason);
      },
      splitDocument: async ({ format, text }) => {
        const split = await askInTurn({ wanted: 'passages', format, text }, limits.splitTimeMs);
        return split.kind === 'passages' || split.kind === 'fault' ? split : fault(brokenReason);
      },
      close,
    };
  };
  return forOwner('');
}

function withMembers(parsed: ParsedFile | ParsedTable, members: readonly ArchiveMember[]) {
  return parsed.kind === 'archive' ? { ...parsed, members } : parsed;
}

function refuseIfFull(error: unknown): never {
  if (!(error instanceof QueueFullError)) throw error;
  throw new AppError('overloaded', {
    ...{ detail: 'Too many files wait to be read.', retryAfterSeconds, cause: error },
  });
}

function fault(reason: string) {
  return { kind: 'fault' as const, reason };
}
