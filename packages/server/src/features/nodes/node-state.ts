/** A process that serves, as others see it. */
export interface LivingNode {
  readonly nodeId: string;
  /** The name of its machine. */
  readonly host: string;
}

/** What a process knows of the database and the nodes that it shares it with, as of a moment ago. */
export interface NodeState {
  readonly isDatabaseThere: boolean;
  readonly alive: readonly LivingNode[];
  /** How far the clock of this machine is ahead of the database's; negative: behind. */
  readonly clockApartMs: number;
  /** Writes of this process that were not answered yet, and how long the oldest waits. */
  readonly writes: { readonly count: number; readonly oldestMs: number };
}

/** Something that operators should hear of. */
export type NodeEvent =
  | { readonly kind: 'database_away'; readonly error: unknown }
  | { readonly kind: 'database_back'; readonly awayMs: number }
  | { readonly kind: 'node_joined'; readonly node: LivingNode }
  /** It left, or was not heard of for too long. */
  | { readonly kind: 'node_left' | 'node_lost'; readonly node: LivingNode }
  | { readonly kind: 'clock_apart'; readonly apartMs: number }
  | { readonly kind: 'clock_in_step' }
  /** A newer release has migrated the tables: this process must not write any more, and should end. */
  | { readonly kind: 'superseded'; readonly found: number; readonly known: number };

/** Beyond this, a node is refused at its start, and reported later. */
export const clockApartMsMax = 5000;
