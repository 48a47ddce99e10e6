import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import {
  type FrameLimits,
  mayConfine,
  notConfinedCode,
  type ProcessChannel,
  startConfinedProcess,
} from '@avow/confinement';
import { listDependencyFolders } from '@avow/foundation/files';
import { checkParserMessage } from './check-parsed.ts';
import type { ArchiveMember, TextPassage } from './parsed-file.ts';
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
  ...['@avow/confinement', '@avow/contract', '@avow/foundation', '@avow/text'].map(
    (name) => new URL('../', import.meta.resolve(name)).href,
  ),
];

type Turn =
  | {
      readonly kind: 'said';
      readonly message: FinalMessage;
      readonly passages: readonly TextPassage[];
      readonly members: readonly ArchiveMember[];
    }
  | { readonly kind: 'ended' }
  /** The process said what it may not say. */
  | { readonly kind: 'broken' }
  | { readonly kind: 'late' };
type FinalMessage = Exclude<ParserMessage, { kind: 'passages' | 'member' }>;

/** The parsing process, which serves one request at a time. */
export interface ParserProcess {
  readonly ask: (request: ParserRequest, timeMs: number) => Promise<Turn>;
  /** Memory that one file used must not count against the next. */
  readonly isWorn: () => Promise<boolean>;
  readonly ranOutOfMemory: () => boolean;
  readonly end: () => Promise<void>;
}

interface ParserProcessOptions {
  readonly processUrl: URL;
  /** A module that loads all code that it may need. */
  readonly codeUrl?: URL;
  readonly limits: ParsingLimits;
  readonly confinementRequired?: boolean;
}

/** Starts it, or returns why it does not start. */
export async function startParserProcess({
  processUrl,
  codeUrl,
  limits,
  confinementRequired = false,
}: ParserProcessOptions): Promise<ParserProcess | string> {
  const folders = [
    ...readableFolders.map((folder) => fileURLToPath(new URL(folder, import.meta.url))),
    ...listDependencyFolders(import.meta.url),
  ];
  const residentBytesMax = (limits.memoryMebibytes + runtimeMebibytes) * mebibyte;
  const wornBytesMin = (limits.memoryMebibytes / 2 + runtimeMebibytes) * mebibyte;
  if (confinementRequired && !mayConfine()) return unconfinedReason;
  const { child, channel } = startConfinedProcess({
    scriptUrl: processUrl,
    ...(codeUrl === undefined ? {} : { codeUrl }),
    readableFolders: folders,
    network: false,
    memoryMebibytes: limits.memoryMebibytes,
    required: confinementRequired,
    messageLimits: messageLimitsOf(limits),
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
  const bytesMax = turnBytesMax(limits);
  const first = await nextTurn(channel, ending, { timeMs: startMs, bytesMax });
  if (first.kind !== 'said') {
    await end();
    return child.exitCode === notConfinedCode ? unconfinedReason : notStartedReason;
  }
  return {
    ask: async (request, timeMs) => {
      const turn = nextTurn(channel, ending, { timeMs, bytesMax });
      // The end of the process is noticed separately.
      channel.send(request);
      const stopWatching = watchMemory(processId, residentBytesMax, () => child.kill('SIGKILL'));
      return await turn.finally(stopWatching);
    },
    isWorn: async () => ((await residentBytesOf(processId)) ?? 0) > wornBytesMin,
    // Only the watch over its memory sends this signal before a turn ends, and the system when memory is short.
    ranOutOfMemory: () =>
      channel.fault === null &&
      (child.signalCode === 'SIGKILL' || /out of memory|allocation failed/i.test(complaint)),
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

/** A text of one byte may take six as JSON, and each cell of a table two more; hardly any takes half of that. */
function messageLimitsOf({ textBytesMax, inflatedBytesMax }: ParsingLimits): FrameLimits {
  return { jsonBytesMax: 4 * textBytesMax + mebibyte, valuesMax: 4_000_000, rawBytesMax: inflatedBytesMax };
}

/** Of all messages of one turn. Passages repeat the headings above them. */
function turnBytesMax({ textBytesMax, inflatedBytesMax }: ParsingLimits): number {
  return 8 * textBytesMax + inflatedBytesMax + mebibyte;
}

/**
 * The next message of the process, with the passages or members that came before it, unless the process or the time ends. A message
 * that it may not send ends the turn too: what was read may have taken it over.
 */
async function nextTurn(
  channel: ProcessChannel,
  ending: Ending,
  { timeMs, bytesMax }: { readonly timeMs: number; readonly bytesMax: number },
): Promise<Turn> {
  return await new Promise<Turn>((resolve) => {
    const passages: TextPassage[] = [];
    const members: ArchiveMember[] = [];
    let received = 0;
    const finish = (turn: Turn) => {
      clearTimeout(timer);
      channel.listen(null);
      ending.ignore(end);
      resolve(turn);
    };
    const end = () => finish({ kind: 'ended' });
    const timer = setTimeout(() => finish({ kind: 'late' }), timeMs);
    channel.listen((said, bytes) => {
      received += bytes;
      const message = received > bytesMax ? null : checkParserMessage(said);
      if (message === null) finish({ kind: 'broken' });
      else if (message.kind === 'member') members.push(message.member);
      else if (message.kind !== 'passages') finish({ kind: 'said', message, passages, members });
      else for (const passage of message.passages) passages.push(passage);
    });
    ending.listen(end);
  });
}
