import { buildFilter, countInstructions } from './build-filter.ts';
import { type Architecture, knownNumberOf } from './call-numbers.ts';
import { landlockVersion, restrictFiles } from './restrict-files.ts';
import { type Kernel, openKernel } from './system-call.ts';
import { loaderOf, networkFiles, runtimeFiles } from './system-files.ts';

export interface SelfConfinement {
  readonly architecture: Architecture;
  readonly readable: readonly string[];
  readonly network: boolean;
  /** The channel to the parent process, which must survive the start of another program. */
  readonly channelFile: number;
}

/** What is in place: the version of Landlock, 0 for none, and whether a filter is. Faults say what is not, and why. */
export interface AppliedConfinement {
  readonly landlock: number;
  readonly seccomp: boolean;
  readonly faults: readonly string[];
}

const setDeathSignal = 1;
const setNoNewPrivileges = 38;
const killSignal = 9;
const setFilterMode = 1;
const setFileFlags = 2;
const lastFile = 0xffffffff;
const closeAtStart = 4;
const capabilityVersion = 0x20080522;
/** Reading what others own, for a service that runs as root from a folder that is not root's; Landlock limits it all the same. */
const keptCapabilities = (1 << 1) | (1 << 2);

/** Confines this thread, for good, and every thread and program that it becomes. Does as much as the kernel can. */
export function confineSelf({
  architecture,
  readable,
  network,
  channelFile,
}: SelfConfinement): AppliedConfinement {
  const faults: string[] = [];
  const attempt = (what: string, act: () => void): boolean => {
    try {
      act();
      return true;
    } catch (error) {
      faults.push(`${what}: ${error instanceof Error ? error.message : 'failed'}`);
      return false;
    }
  };
  let kernel: Kernel | null = null;
  attempt('system calls', () => {
    kernel = openKernel();
  });
  if (kernel === null) return { landlock: 0, seccomp: false, faults };
  const open: Kernel = kernel;
  attempt('channel', () => open.call(knownNumberOf('fcntl', architecture), channelFile, setFileFlags, 0));
  // Whatever else of the parent process is open here must not be handed on.
  const closeRange = knownNumberOf('close_range', architecture);
  attempt('open files', () => open.call(closeRange, channelFile + 1, lastFile, closeAtStart));
  const prctl = knownNumberOf('prctl', architecture);
  attempt('no new privileges', () => open.call(prctl, setNoNewPrivileges, 1, 0, 0, 0));
  attempt('end with the parent process', () => open.call(prctl, setDeathSignal, killSignal));
  attempt('capabilities', () => dropCapabilities(open, architecture));
  const executable = [process.execPath, loaderOf(process.execPath)].filter((path) => path !== null);
  const restriction = { readable: listFiles(readable, network), executable, network };
  const restricted = attempt('Landlock', () => restrictFiles(open, architecture, restriction));
  // Last, because it refuses much of the above.
  const filtered = attempt('seccomp', () => setFilter(open, architecture, network));
  return { landlock: restricted ? landlockVersion(open, architecture) : 0, seccomp: filtered, faults };
}

function listFiles(readable: readonly string[], network: boolean): string[] {
  return [...runtimeFiles, ...(network ? networkFiles : []), ...readable];
}

/** A service that runs as root must not hand on what makes root powerful. */
function dropCapabilities(kernel: Kernel, architecture: Architecture): void {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(capabilityVersion, 0);
  const held = Buffer.alloc(24);
  kernel.call(knownNumberOf('capget', architecture), head, held);
  const effective = held.readUInt32LE(0) & keptCapabilities;
  const permitted = held.readUInt32LE(4) & keptCapabilities;
  // Most services have none, and may not even be allowed to ask for less.
  if (permitted === held.readUInt32LE(4) && held.readUInt32LE(16) === 0) return;
  const wanted = Buffer.alloc(24);
  wanted.writeUInt32LE(effective, 0);
  wanted.writeUInt32LE(permitted, 4);
  kernel.call(knownNumberOf('capset', architecture), head, wanted);
}

function setFilter(kernel: Kernel, architecture: Architecture, network: boolean): void {
  const filter = buildFilter({ architecture, network, processId: process.pid });
  const program = Buffer.alloc(16);
  program.writeUInt16LE(countInstructions(filter), 0);
  program.writeBigUInt64LE(kernel.addressOf(filter), 8);
  kernel.call(knownNumberOf('seccomp', architecture), setFilterMode, 0, program);
}
