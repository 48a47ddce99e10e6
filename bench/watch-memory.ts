import { readdirSync, readFileSync } from 'node:fs';

const everyMs = 250;

export interface MemoryWatch {
  /** The most that the process and all below it held together; null if the system does not report it. */
  stop(): number | null;
}

/** Samples the memory of a process and its children; shared memory counts once. */
export function watchMemory(processId: number): MemoryWatch {
  let peakBytes: number | null = null;
  const look = () => {
    const held = heldBytes(processId);
    if (held !== null) peakBytes = Math.max(peakBytes ?? 0, held);
  };
  const timer = setInterval(look, everyMs);
  look();
  return {
    stop() {
      clearInterval(timer);
      return peakBytes;
    },
  };
}

/** The processes below this one, itself included; null if the system does not list them. */
export function listProcesses(root: number): number[] | null {
  const parents = new Map<number, number>();
  try {
    for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
      const parent = /\) \S (\d+)/.exec(read(`/proc/${name}/stat`))?.[1];
      if (parent !== undefined) parents.set(Number(name), Number(parent));
    }
  } catch {
    return null;
  }
  return [...parents.keys()].filter((id) => {
    let above: number | undefined = id;
    while (above !== undefined && above !== root) above = parents.get(above);
    return above === root;
  });
}

/** What a process and all below it hold together; null if the system does not report it. */
export function heldBytes(root: number): number | null {
  const ids = listProcesses(root);
  if (ids === null) return null;
  const pss = (id: number) =>
    Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${id}/smaps_rollup`))?.[1] ?? 0) * 1024;
  return ids.reduce((bytes, id) => bytes + pss(id), 0);
}

/** Processes may end while they are being read. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
