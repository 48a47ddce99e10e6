import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startConfinedProcess } from '@avow/confinement';
import { createMutex, listDependencyFolders } from '@avow/foundation';
import type { ParsedFile, ParsedTable, SplitText, TextPassage, TextToSplit } from './parsed-file.ts';
import { memoryReason } from './parsing-fault.ts';
import { type ParsingLimits, parsingLimits } from './parsing-limits.ts';
import { residentBytesOf, watchMemory } from './resident-memory.ts';
import type { ParserMessage, ParserRequest } from './serve-parsing.ts';

interface ParsableFile {
  readonly bytes: Uint8Array;
  readonly fileName: string;
  /** Lower than usual for an archive inside an archive, for example. */
  readonly limits?: Partial<ParsingLimits>;
}

export interface DocumentParser {
  /** Reads a file of the kind that its name says. Calls run one after another. */
  readonly parseDocument: (file: ParsableFile) => Promise<ParsedFile>;
  /** Reads the rows of a CSV, TSV or XLSX file, cell by cell. */
  readonly parseTable: (file: ParsableFile) => Promise<ParsedTable>;
  /** Splits the text of a document into passages. */
  readonly splitDocument: SplitDocument;
  readonly close: () => Promise<void>;
}

type SplitDocument = (text: TextToSplit) => Promise<SplitText>;

export interface DocumentParserOptions {
  readonly limits?: Partial<ParsingLimits>;
  /** The module that the process runs. */
  readonly processUrl: URL;
  /** Reads nothing where the system cannot confine the process. */
  readonly confinementRequired?: boolean;
}

/** The memory of the runtime and the parsers' code before any file is read. */
const runtimeMebibytes = 192;
const mebibyte = 1024 * 1024;
const startMs = 30_000;
const stderrUnitsMax = 16 * 1024;
const brokenReason = 'broke the process that reads it';
/** The folders that the process may read: its code and its dependencies. */
const readableFolders = [
  '../../',
  ...['@avow/contract', '@avow/foundation', '@avow/text'].map(
    (name) => new URL('../', import.meta.resolve(name)).href,
  ),
];

type Turn =
  | { readonly kind: 'said'; readonly message: FinalMessage; readonly passages: readonly TextPassage[] }
  | { readonly kind: 'ended' }
  | { readonly kind: 'late' };
type FinalMessage = Exclude<ParserMessage, { kind: 'passages' }>;

/**
 * Reads files and splits texts in a separate process, which is killed and restarted if a file crashes it, blocks it or fills
 * its memory. The process has no environment and no network, starts no process and no thread, writes no files and reads
 * only its own code.
 */
export function openDocumentParser({ processUrl, ...options }: DocumentParserOptions): DocumentParser {
  const limits: ParsingLimits = { ...parsingLimits, ...options.limits };
  let running: ParserProcess | null = null;
  const mutex = createMutex();

  const ask = async (request: ParserRequest, timeMs: number) => {
    running ??= await startProcess(processUrl, limits, options.confinementRequired ?? false);
    if (running === null) return fault('cannot be read: the parsing process does not start');
    const current = running;
    const turn = await current.ask(request, timeMs);
    const isWorn = turn.kind === 'said' && (await current.isWorn());
    if (turn.kind !== 'said' || isWorn) {
      running = null;
      await current.end();
    }
    if (turn.kind === 'late') return fault(`took longer than ${timeMs / 1000} s to read`);
    if (turn.kind === 'ended') return fault(current.ranOutOfMemory() ? memoryReason : brokenReason);
    if (turn.message.kind === 'parsed') return turn.message.parsed;
    return { kind: 'passages' as const, passages: turn.passages };
  };
  const askAlone = (request: ParserRequest, timeMs: number) => mutex.run(() => ask(request, timeMs));
  const parse = (wanted: 'document' | 'table', { bytes, fileName, limits: own }: ParsableFile) => {
    const fileLimits = { ...limits, ...own };
    return askAlone({ wanted, bytes, fileName, limits: fileLimits }, fileLimits.timeMs);
  };

  return {
    parseDocument: async (file) => {
      const parsed = await parse('document', file);
      return parsed.kind === 'table' || parsed.kind === 'passages' ? fault(brokenReason) : parsed;
    },
    parseTable: async (file) => {
      const parsed = await parse('table', file);
      return parsed.kind === 'table' || parsed.kind === 'fault' ? parsed : fault(brokenReason);
    },
    splitDocument: async ({ format, text }) => {
      const split = await askAlone({ wanted: 'passages', format, text }, limits.splitTimeMs);
      return split.kind === 'passages' || split.kind === 'fault' ? split : fault(brokenReason);
    },
    close: async () => {
      await mutex.idle();
      await running?.end();
      running = null;
    },
  };
}

function fault(reason: string) {
  return { kind: 'fault' as const, reason };
}

interface ParserProcess {
  readonly ask: (request: ParserRequest, timeMs: number) => Promise<Turn>;
  /** Memory that one file used must not count against the next. */
  readonly isWorn: () => Promise<boolean>;
  readonly ranOutOfMemory: () => boolean;
  readonly end: () => Promise<void>;
}

async function startProcess(
  processUrl: URL,
  limits: ParsingLimits,
  confinementRequired: boolean,
): Promise<ParserProcess | null> {
  const folders = [
    ...readableFolders.map((folder) => fileURLToPath(new URL(folder, import.meta.url))),
    ...listDependencyFolders(import.meta.url),
  ];
  const residentBytesMax = (limits.memoryMebibytes + runtimeMebibytes) * mebibyte;
  const wornBytesMin = (limits.memoryMebibytes / 2 + runtimeMebibytes) * mebibyte;
  let child: ChildProcess;
  try {
    child = startConfinedProcess({
      scriptUrl: processUrl,
      readableFolders: folders,
      network: false,
      memoryMebibytes: limits.memoryMebibytes,
      required: confinementRequired,
    });
  } catch {
    return null;
  }
  const processId = child.pid ?? 0;
  let complaint = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-stderrUnitsMax);
  });
  const ending = new Ending(child);
  const end = async () => {
    child.kill('SIGKILL');
    await new Promise<void>((resolve) => ending.listen(resolve));
  };
  const first = await nextTurn(child, ending, startMs);
  if (first.kind !== 'said') {
    await end();
    return null;
  }
  return {
    ask: async (request, timeMs) => {
      const turn = nextTurn(child, ending, timeMs);
      // The end of the process is noticed separately.
      child.send(request, () => undefined);
      const stopWatching = watchMemory(processId, residentBytesMax, () => child.kill('SIGKILL'));
      return await turn.finally(stopWatching);
    },
    isWorn: async () => ((await residentBytesOf(processId)) ?? 0) > wornBytesMin,
    // Only the watch over its memory sends this signal before a turn ends, and the system when memory is short.
    ranOutOfMemory: () =>
      child.signalCode === 'SIGKILL' || /out of memory|allocation failed/i.test(complaint),
    end,
  };
}

/**
 * The end of a process. Not a promise: racing against one would retain every result that was ever read for as long as the
 * process runs.
 */
class Ending {
  #isOver = false;
  readonly #listeners = new Set<() => void>();

  constructor(child: ChildProcess) {
    const finish = () => {
      this.#isOver = true;
      for (const listener of this.#listeners) listener();
      this.#listeners.clear();
    };
    child.on('close', finish);
    child.on('error', finish);
  }

  listen(listener: () => void): void {
    if (this.#isOver) listener();
    else this.#listeners.add(listener);
  }

  ignore(listener: () => void): void {
    this.#listeners.delete(listener);
  }
}

/** The next message of the process, with the passages that came before it, unless the process or the time ends. */
async function nextTurn(child: ChildProcess, ending: Ending, timeMs: number): Promise<Turn> {
  return await new Promise<Turn>((resolve) => {
    const passages: TextPassage[] = [];
    const finish = (turn: Turn) => {
      clearTimeout(timer);
      child.off('message', listen);
      ending.ignore(end);
      resolve(turn);
    };
    const listen = (message: ParserMessage) => {
      if (message.kind !== 'passages') finish({ kind: 'said', message, passages });
      else for (const passage of message.passages) passages.push(passage);
    };
    const end = () => finish({ kind: 'ended' });
    const timer = setTimeout(() => finish({ kind: 'late' }), timeMs);
    child.on('message', listen);
    ending.listen(end);
  });
}
