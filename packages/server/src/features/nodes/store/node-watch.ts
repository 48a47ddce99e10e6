import { clockApartMsMax, type LivingNode, type NodeEvent } from '../node-state.ts';

/** What a beat says. */
interface Heard {
  /** This node included. */
  readonly alive: readonly LivingNode[];
  /** Those that were not heard of for too long, and have not left. */
  readonly lost: ReadonlySet<string>;
  readonly clockApartMs: number;
  readonly schema: { readonly found: number; readonly known: number };
}

/** Turns beats into what operators should hear of, each once. */
export interface NodeWatch {
  /** To be called before each beat; `error` is that of the last one, if it failed. */
  tick(error: unknown): void;
  heard(heard: Heard): void;
  readonly isDatabaseThere: boolean;
  readonly alive: readonly LivingNode[];
}

/** Counted in beats and not by the time: a process that was halted itself has missed none. */
const unansweredMax = 2;

export function createNodeWatch(nodeId: string, tell: (event: NodeEvent) => void): NodeWatch {
  let unanswered = 0;
  let awaySinceMs: number | null = null;
  let heardAtMs = performance.now();
  let known: ReadonlyMap<string, LivingNode> | null = null;
  let isApart = false;
  let isSuperseded = false;

  function compareNodes({ alive, lost }: Heard): void {
    const found = new Map(alive.map((node) => [node.nodeId, node]));
    // Whom this process finds at its start did not join just now.
    for (const node of known === null ? [] : alive)
      if (!known?.has(node.nodeId) && node.nodeId !== nodeId) tell({ kind: 'node_joined', node });
    for (const node of known?.values() ?? [])
      if (!found.has(node.nodeId) && node.nodeId !== nodeId)
        tell({ kind: lost.has(node.nodeId) ? 'node_lost' : 'node_left', node });
    known = found;
  }

  return {
    tick(error) {
      unanswered += 1;
      if (unanswered <= unansweredMax || awaySinceMs !== null) return;
      awaySinceMs = heardAtMs;
      tell({ kind: 'database_away', error });
    },
    heard(heard) {
      unanswered = 0;
      heardAtMs = performance.now();
      if (awaySinceMs !== null) tell({ kind: 'database_back', awayMs: Math.round(heardAtMs - awaySinceMs) });
      awaySinceMs = null;
      compareNodes(heard);
      const wasApart = isApart;
      isApart = Math.abs(heard.clockApartMs) > clockApartMsMax;
      if (isApart && !wasApart) tell({ kind: 'clock_apart', apartMs: Math.round(heard.clockApartMs) });
      if (wasApart && !isApart) tell({ kind: 'clock_in_step' });
      if (heard.schema.found > heard.schema.known && !isSuperseded) {
        isSuperseded = true;
        tell({ kind: 'superseded', ...heard.schema });
      }
    },
    get isDatabaseThere() {
      return awaySinceMs === null;
    },
    get alive() {
      return [...(known?.values() ?? [])];
    },
  };
}
