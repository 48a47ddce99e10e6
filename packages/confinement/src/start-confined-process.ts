import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type LaunchPlan, planVariable } from './launch-plan.ts';
import { architectureOf } from './linux/call-numbers.ts';

export interface ConfinedProcessOptions {
  /** The module that the process runs. */
  readonly scriptUrl: URL;
  readonly args?: readonly string[];
  /** All that its environment holds, besides its channel to this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Its code and its dependencies. Nothing else can be read, but what the runtime and the network need. */
  readonly readableFolders: readonly string[];
  /** Whether it may connect to others. It can never be connected to. */
  readonly network: boolean;
  /** Of the runtime's heap. Buffers are outside it. */
  readonly memoryMebibytes: number;
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

/**
 * Starts a module in a process of its own that reads only its code, writes nothing, starts no process and no thread of
 * JavaScript, and has no network unless it is given one: by Landlock and seccomp where Linux has them, and by Node's
 * permissions. It ends with this process. Its channel takes what structured cloning takes.
 */
export function startConfinedProcess(options: ConfinedProcessOptions): ChildProcess {
  const { scriptUrl, args = [], env = {}, readableFolders, required = false, reports = false } = options;
  const script = fileURLToPath(scriptUrl);
  const execArgv = [
    `--max-old-space-size=${options.memoryMebibytes}`,
    '--permission',
    ...readableFolders.map((folder) => `--allow-fs-read=${folder}`),
    ...(options.execArgv ?? []),
  ];
  const stdio: ('ignore' | 'ipc' | 'pipe')[] = ['ignore', 'ignore', 'pipe', 'ipc'];
  if (!mayConfine()) {
    if (required) throw new Error('this system cannot confine a process');
    return fork(script, [...args], { env, serialization: 'advanced', stdio, execArgv });
  }
  const plan: LaunchPlan = {
    script,
    args,
    execArgv,
    env,
    readable: readableFolders,
    network: options.network,
    required,
    reports,
    parentId: process.pid,
  };
  const launcher = fileURLToPath(new URL('./launch-confined.ts', import.meta.url));
  return fork(script, [], {
    env: { [planVariable]: JSON.stringify(plan) },
    serialization: 'advanced',
    stdio,
    execArgv: ['--require', launcher],
  });
}
