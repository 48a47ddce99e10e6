import { AppError } from '@avow/foundation';
import type { Log } from '@avow/foundation/log';
import type { NodeEvent } from '../node-state.ts';
import type { Nodes } from '../nodes.ts';

export interface WatchNodesOptions {
  readonly nodes: Pick<Nodes, 'onEvent'>;
  readonly log: Log;
  /** A newer release has migrated the database. */
  readonly onSuperseded: () => void;
}

/** Logs what operators should know of the database and of other nodes, once. To be called before this node joins them. */
export function watchNodes({ nodes, log, onSuperseded }: WatchNodesOptions): void {
  nodes.onEvent((event) => {
    report(log, event);
    if (event.kind === 'superseded') onSuperseded();
  });
}

function report(log: Log, event: NodeEvent): void {
  const { level, fields, text } = describe(event);
  log[level](fields, text);
}

interface Line {
  readonly level: 'info' | 'warn' | 'error' | 'fatal';
  readonly fields: Readonly<Record<string, unknown>>;
  readonly text: string;
}

function describe(event: NodeEvent): Line {
  switch (event.kind) {
    case 'database_away': {
      const text = 'the database does not answer: nothing can be recorded';
      return { level: 'error', fields: { err: event.error }, text };
    }
    case 'database_back':
      return { level: 'info', fields: { away_ms: event.awayMs }, text: 'the database answers again' };
    case 'node_joined':
      return { level: 'info', fields: about(event), text: 'a node has joined' };
    case 'node_left':
      return { level: 'info', fields: about(event), text: 'a node has left' };
    case 'node_lost':
      return { level: 'warn', fields: about(event), text: 'a node does not answer: its work is taken over' };
    case 'clock_apart': {
      const text = 'the clock of this machine differs from that of the database server: synchronize them';
      return { level: 'error', fields: { ahead_ms: event.apartMs }, text };
    }
    case 'clock_in_step': {
      const text = 'the clock of this machine agrees with that of the database server again';
      return { level: 'info', fields: {}, text };
    }
    case 'superseded': {
      const text = 'a newer release has migrated the database: this node writes nothing more and ends';
      return { level: 'fatal', fields: { schema: event.found, known_schema: event.known }, text };
    }
  }
}

const about = ({ node }: Extract<NodeEvent, { readonly node: unknown }>) => ({
  node_id: node.nodeId,
  host: node.host,
});

/**
 * Whether work was only looked for and the records could not be reached: nothing has failed then, and that the database is away
 * is reported once for all.
 */
export function isOnlyAway({ state }: Pick<Nodes, 'state'>, error: unknown): boolean {
  return state() !== null && error instanceof AppError && error.code === 'audit_unavailable';
}
