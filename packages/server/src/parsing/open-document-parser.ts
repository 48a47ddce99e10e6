import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ParsedFile, ParsedTable } from './parsed-file.ts';
import { memoryReason } from './parsing-fault.ts';
import { type ParsingLimits, parsingLimits } from './parsing-limits.ts';
import type { ParserMessage, ParserRequest } from './serve-parsing.ts';

interface ParsableFile {
  readonly bytes: Uint8Array;
  readonly fileName: string;
  /** Where less than usual is left, such as for an archive within an archive. */
  readonly limits?: Partial<ParsingLimits>;
}

export interface DocumentParser {
  /** Reads a file by the kind that its name says. Calls wait for each other. */
  readonly parseDocument: (file: ParsableFile) => Promise<ParsedFile>;
  /** Reads the rows of a CSV, TSV or XLSX file, cell by cell. */
  readonly parseTable: (file: ParsableFile) => Promise<ParsedTable>;
  readonly close: () => Promise<void>;
}

export interface DocumentParserOptions {
  readonly limits?: Partial<ParsingLimits>;
  /** The module that the process runs; one of its own in tests. */
  readonly processUrl?: URL;
}

/** What the runtime and the readers' code take before any file is read. */
const runtimeMebibytes = 192;
const mebibyte = 1024 * 1024;
const startMs = 30_000;
const stderrUnitsMax = 16 * 1024;
const brokenReason = 'broke the process that reads it';
/** Where the process may read: its own code, and its dependencies'. */
const readableFolders = ['../', '../../../../node_modules/', '../../node_modules/'];

type Turn = { readonly kind: 'said'; readonly message: ParserMessage } | { readonly kind: 'ended' | 'late' };

/**
 * Reads files in a process of its own, that is lost, and started again, where a file breaks it, holds it up or fills its
 * memory. The process has no environment, writes no files and reads only its own code.
 */
export function openDocumentParser(options: DocumentParserOptions = {}): DocumentParser {
  const limits: ParsingLimits = { ...parsingLimits, ...options.limits };
  const processUrl = options.processUrl ?? new URL('./parser-process.ts', import.meta.url);
  let running: ParserProcess | null = null;
  let lastTurn: Promise<unknown> = Promise.resolve();

  const parse = async (request: ParserRequest): Promise<ParsedFile | ParsedTable> => {
    running ??= await startProcess(processUrl, limits);
    if (running === null)
      return { kind: 'fault', reason: 'cannot be read: the reading process does not start' };
    const current = running;
    const turn = await current.ask(request, request.limits.timeMs);
    const worn = turn.kind === 'said' && turn.message.kind === 'parsed' && isWorn(turn.message, limits);
    if (turn.kind !== 'said' || worn) {
      running = null;
      await current.end();
    }
    if (turn.kind === 'late')
      return { kind: 'fault', reason: `took longer than ${request.limits.timeMs / 1000} s to read` };
    if (turn.kind === 'said' && turn.message.kind === 'parsed') return turn.message.parsed;
    return {
      kind: 'fault',
      reason: current.ranOutOfMemory() ? memoryReason : brokenReason,
    };
  };
  const inTurn = (wanted: ParserRequest['wanted'], { bytes, fileName, limits: own }: ParsableFile) => {
    const turn = lastTurn.then(() => parse({ wanted, bytes, fileName, limits: { ...limits, ...own } }));
    lastTurn = turn.catch(() => undefined);
    return turn;
  };

  return {
    parseDocument: async (file) => {
      const parsed = await inTurn('document', file);
      return parsed.kind === 'table' ? { kind: 'fault', reason: brokenReason } : parsed;
    },
    parseTable: async (file) => {
      const parsed = await inTurn('table', file);
      if (parsed.kind === 'table' || parsed.kind === 'fault') return parsed;
      return { kind: 'fault', reason: brokenReason };
    },
    close: async () => {
      await lastTurn;
      await running?.end();
      running = null;
    },
  };
}

/** What a file leaves behind must not be counted against the next one. */
function isWorn(message: { readonly residentBytes: number }, limits: ParsingLimits): boolean {
  return message.residentBytes > (runtimeMebibytes + limits.memoryMebibytes / 2) * mebibyte;
}

interface ParserProcess {
  readonly ask: (request: ParserRequest, timeMs: number) => Promise<Turn>;
  readonly ranOutOfMemory: () => boolean;
  readonly end: () => Promise<void>;
}

async function startProcess(processUrl: URL, limits: ParsingLimits): Promise<ParserProcess | null> {
  const folders = readableFolders.map((folder) => fileURLToPath(new URL(folder, import.meta.url)));
  const residentBytesMax = (limits.memoryMebibytes + runtimeMebibytes) * mebibyte;
  const child = fork(fileURLToPath(processUrl), [String(residentBytesMax)], {
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [
      `--max-old-space-size=${limits.memoryMebibytes}`,
      '--permission',
      '--allow-worker',
      ...folders.map((folder) => `--allow-fs-read=${folder}`),
    ],
  });
  let complaint = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-stderrUnitsMax);
  });
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });
  const end = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  const first = await nextTurn(child, ended, startMs);
  if (first.kind !== 'said') {
    await end();
    return null;
  }
  return {
    ask: async (request, timeMs) => {
      const turn = nextTurn(child, ended, timeMs);
      // A process that is gone is noticed by its end.
      child.send(request, () => undefined);
      return await turn;
    },
    // Nobody else sends this signal: the watch within the process does, and the system when memory is short.
    ranOutOfMemory: () =>
      child.signalCode === 'SIGKILL' || /out of memory|allocation failed/i.test(complaint),
    end,
  };
}

/** The next thing that the process says, unless it ends or the time does. */
async function nextTurn(child: ChildProcess, ended: Promise<void>, timeMs: number): Promise<Turn> {
  return await new Promise<Turn>((resolve) => {
    const finish = (turn: Turn) => {
      clearTimeout(timer);
      child.off('message', listen);
      resolve(turn);
    };
    const listen = (message: unknown) => finish({ kind: 'said', message: message as ParserMessage });
    const timer = setTimeout(() => finish({ kind: 'late' }), timeMs);
    child.on('message', listen);
    void ended.then(() => finish({ kind: 'ended' }));
  });
}
