import { fileURLToPath } from 'node:url';
import type { AppliedConfinement } from './linux/confine-self.ts';
import type { ProbeMessage } from './probe-process.ts';
import { mayConfine, startConfinedProcess } from './start-confined-process.ts';

export interface ConfinementReport {
  /** Whether the system refused everything that a confined process tried. */
  readonly isWhole: boolean;
  /** What it could still do, in words. */
  readonly open: readonly string[];
  /** The version of Landlock that is in place, 0 for none. */
  readonly landlock: number;
  readonly seccomp: boolean;
  /** Why something is not in place. */
  readonly faults: readonly string[];
}

const probeMs = 30_000;
const heapMebibytes = 64;

/** Starts a process in confinement, without Node's permissions, and lets it try what it must not be able to do. */
export async function checkConfinement(): Promise<ConfinementReport> {
  if (!mayConfine())
    return without(
      `${process.platform} on ${process.arch} has no Landlock and no seccomp that could be used`,
    );
  const said = await probe();
  if (said === null) return without('the process that tries it did not answer');
  const applied: AppliedConfinement = JSON.parse(
    said.applied ?? '{"landlock":0,"seccomp":false,"faults":[]}',
  );
  return { isWhole: said.open.length === 0, open: said.open, ...applied };
}

function without(fault: string): ConfinementReport {
  return { isWhole: false, open: [], landlock: 0, seccomp: false, faults: [fault] };
}

async function probe(): Promise<ProbeMessage | null> {
  const { child, channel } = startConfinedProcess({
    scriptUrl: new URL('./probe-process.ts', import.meta.url),
    readableFolders: [fileURLToPath(new URL('../', import.meta.url))],
    network: false,
    memoryMebibytes: heapMebibytes,
    reports: true,
    execArgv: ['--allow-fs-read=*', '--allow-fs-write=*', '--allow-child-process', '--allow-worker'],
  });
  child.stderr?.resume();
  return await new Promise<ProbeMessage | null>((resolve) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      resolve(null);
    }, probeMs);
    const finish = (message: ProbeMessage | null) => {
      clearTimeout(timer);
      resolve(message);
    };
    channel.listen((message) => finish(message as ProbeMessage));
    child.once('close', () => finish(null));
    child.once('error', () => finish(null));
  });
}
