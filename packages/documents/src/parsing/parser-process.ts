import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { mayConfine, notConfinedCode, startConfinedProcess } from '@avow/confinement';
import { listDependencyFolders } from '@avow/foundation';
import type { TextPassage } from './parsed-file.ts';
import type { ParsingLimits } from './parsing-limits.ts';
import { residentBytesOf, watchMemory } from './resident-memory.ts';
import type { ParserMessage, ParserRequest } from './serve-parsing.ts';

/** The memory of the runtime and the parsers' code before any file is read. */
const runtimeMebibytes = 192;
const mebibyte = 1024 * 1024;
const startMs = 30_000;
const notStartedReason = 'cannot be read: the parsing process does not start';
const unconfinedReason = 'cannot be read: the system cannot confine the parsing process, which is required';
const stderrUnitsMax = 16 * 1024;
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

/** The parsing process, which serves one request at a time. */
export interface ParserProcess {
  readonly ask: (request: ParserRequest, timeMs: number) => Promise<Turn>;
  /** Memory that one file used must not count against the next. */
  readonly isWorn: () => Promise<boolean>;
  readonly ranOutOfMemory: () => boolean;
  readonly end: () => Promise<void>;
}

/** Starts it, or returns why it does not start. */
export async function startParserProcess(
  processUrl: URL,
  limits: ParsingLimits,
  confinementRequired: boolean,
): Promise<ParserProcess | string> {
  const folders = [
    ...readableFolders.map((folder) => fileURLToPath(new URL(folder, import.meta.url))),
    ...listDependencyFolders(import.meta.url),
  ];
  const residentBytesMax = (limits.memoryMebibytes + runtimeMebibytes) * mebibyte;
  const wornBytesMin = (limits.memoryMebibytes / 2 + runtimeMebibytes) * mebibyte;
  if (confinementRequired && !mayConfine()) return unconfinedReason;
  const child = startConfinedProcess({
    scriptUrl: processUrl,
    readableFolders: folders,
    network: false,
    memoryMebibytes: limits.memoryMebibytes,
    required: confinementRequired,
  });
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
    return child.exitCode === notConfinedCode ? unconfinedReason : notStartedReason;
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
