import { type ChildProcess, spawn } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { setPriority } from 'node:os';
import { dirname } from 'node:path';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { channelFile } from './channel/channel-file.ts';
import type { FrameLimits } from './channel/frames.ts';
import { openChannel, type ProcessChannel } from './channel/open-channel.ts';
import { keepCompiled } from './compiled-code.ts';
import { type LaunchPlan, planVariable } from './launch-plan.ts';
import { architectureOf } from './linux/call-numbers.ts';

export interface ConfinedProcessOptions {
  /** The module that the process runs. */
  readonly scriptUrl: URL;
  /**
   * A module that loads all code that the process may need, and ends with its channel. What Node compiles of that code is then
   * kept for the processes that follow.
   */
  readonly codeUrl?: URL;
  readonly args?: readonly string[];
  /** All that its environment holds, besides its channel to this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Its code and its dependencies. Nothing else can be read, but what the runtime and the network need. */
  readonly readableFolders: readonly string[];
  /** Whether it may connect to others. It can never be connected to. */
  readonly network: boolean;
  /** Of the runtime's heap. Buffers are outside it. */
  readonly memoryMebibytes: number;
  /** What one message of the process may take. It is killed if it sends a larger one, or anything but messages. */
  readonly messageLimits?: FrameLimits;
  /** Further flags for Node. */
  readonly execArgv?: readonly string[];
  /** Ends the process where the system cannot confine it. Otherwise it runs with Node's own permissions alone. */
  readonly required?: boolean;
  /** For a script that checks what confines it. */
  readonly reports?: boolean;
}

/** Whether this system may have what confines a process. Only trying shows whether it has. */
export function mayConfine(): boolean {
  return (
    process.platform === 'linux' && architectureOf(process.arch) !== null && process.execve !== undefined
  );
}

export interface ConfinedProcess {
  readonly child: ChildProcess;
  readonly channel: ProcessChannel;
}

const mebibyte = 1024 * 1024;
const smallMessages: FrameLimits = { jsonBytesMax: mebibyte, valuesMax: 10_000, rawBytesMax: 0 };
/** What serves people goes before what was loaded, on a machine that has too little for both; a third of its share is left. */
const niceness = 5;

/**
 * Starts a module in a process of its own that reads only its code, writes nothing, starts no process and no thread of
 * JavaScript, and has no network unless it is given one: by Landlock and seccomp where Linux has them, and by Node's
 * permissions. It ends with this process. Its channel takes JSON and byte arrays; the module opens it by `openParentChannel`.
 */
export function startConfinedProcess(options: ConfinedProcessOptions): ConfinedProcess {
  const child = spawnProcess(options);
  try {
    if (child.pid !== undefined) setPriority(child.pid, niceness);
  } catch {
    // It may have ended, and not every system lets a process do this.
  }
  child.on('error', () => undefined);
  const stream = child.stdio[channelFile] as Duplex;
  const channel = openChannel(stream, options.messageLimits ?? smallMessages, (fault) => {
    if (fault !== null) child.kill('SIGKILL');
  });
  return { child, channel };
}

function spawnProcess(options: ConfinedProcessOptions): ChildProcess {
  const { scriptUrl, args = [], env = {}, readableFolders, required = false, reports = false } = options;
  const script = fileURLToPath(scriptUrl);
  const execArgv = [
    `--max-old-space-size=${options.memoryMebibytes}`,
    '--permission',
    ...readableFolders.map((folder) => `--allow-fs-read=${folder}`),
    ...(options.execArgv ?? []),
  ];
  const start = (flags: readonly string[], environment: Readonly<Record<string, string>>) =>
    // The last is the channel. Node's own would do with messages of its own what it likes, and end this process for a broken one.
    spawn(process.execPath, [...flags, script, ...args], {
      ...{ env: environment, stdio: ['ignore', 'ignore', 'pipe', 'pipe'] },
    });
  if (!mayConfine()) {
    if (required) throw new Error('this system cannot confine a process');
    return start(execArgv, env);
  }
  const { network } = options;
  const plan: LaunchPlan = {
    ...{ script, args, execArgv, env, readable: readableFolders, network, required, reports },
    compiledFolder: options.codeUrl === undefined ? null : keepCompiled(fileURLToPath(options.codeUrl)),
    parentId: process.pid,
  };
  const launcher = fileURLToPath(new URL('./launch-confined.ts', import.meta.url));
  const kept = getCompileCacheDir();
  return start(['--require', launcher], {
    [planVariable]: JSON.stringify(plan),
    // The launcher reads nothing that is hostile: what this process keeps compiled serves it too.
    ...(kept === undefined ? {} : { NODE_COMPILE_CACHE: dirname(kept) }),
  });
}
