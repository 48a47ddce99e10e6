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

function heldBytes(root: number): number | null {
  const parents = new Map<number, number>();
  try {
    for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
      const parent = /\) \S (\d+)/.exec(read(`/proc/${name}/stat`))?.[1];
      if (parent !== undefined) parents.set(Number(name), Number(parent));
    }
  } catch {
    return null;
  }
  let bytes = 0;
  for (const id of parents.keys()) {
    let above: number | undefined = id;
    while (above !== undefined && above !== root) above = parents.get(above);
    if (above !== root) continue;
    bytes += Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${id}/smaps_rollup`))?.[1] ?? 0) * 1024;
  }
  return bytes;
}

/** Processes may end while they are being read. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
