import type { Clock } from '@avow/foundation';
import type { LimitsShared, LimitsUsed } from '../../limits/share-limits.ts';
import type { NodeEvent, NodeState } from './node-state.ts';

/** What a node does about an announcement; what it returns goes back to a node that waits for it. */
type AnnouncementHandler = (body: string) => Promise<string>;

/** The processes that serve one installation. */
export interface Nodes {
  /** Of this process. */
  readonly nodeId: string;
  /**
   * From now on this process counts as alive and hears announcements, until it leaves or is not heard of for a while. Throws
   * an error for the operator if a log is forked, or if this process is unfit to serve beside the others.
   */
  join(): Promise<void>;
  /** What this process has left is taken over by others. */
  leave(): Promise<void>;
  /**
   * A log is forked: every node writes nothing more, and none starts as long as one that knows of it is alive. `onForked` is
   * called on each of the others.
   */
  noteFork(): Promise<void>;
  onForked(handler: () => void): void;
  /** Those that are alive, this one included if it has joined. */
  listAlive(): Promise<readonly string[]>;
  /**
   * Whether nodes that are not heard of are dead. Not for a while after this process could not be heard itself: then others
   * may have been cut off with it.
   */
  mayJudge(): boolean;
  /** The clock that all nodes have in common; null: that of this process. */
  readonly clock: Clock | null;
  /** Null: the records are shared with no other process. */
  state(): NodeState | null;
  /** Called for what operators should hear of. To be set before this process joins. */
  onEvent(handler: (event: NodeEvent) => void): void;
  /** Whether this process is the one that does a task that one at a time must do. It becomes that one if nobody is. */
  isElected(task: string): Promise<boolean>;
  /** Called for announcements of other nodes under this name. To be set before this process joins. */
  on(name: string, handler: AnnouncementHandler): void;
  /** Called before anything else is heard, if this process may have missed announcements. To be set before it joins. */
  onMissed(handler: () => Promise<void>): void;
  /** Every other node that is alive hears of it, usually at once. */
  announce(name: string, body: string): Promise<void>;
  /**
   * Another one after each change of a key, a tenant, a policy or a calibration, on any node; as it was a moment ago. Null: this
   * is not known.
   */
  settingsVersion(): Promise<string | null>;
  /** Exchanges what this node has used of shared limits. */
  exchangeLimits(used: LimitsUsed): Promise<LimitsShared>;
  /** The answers of all other nodes that are alive; null: one did not answer in time. */
  consult(name: string, body: string): Promise<readonly string[] | null>;
  /** The same by node, without those that did not answer within the time. */
  survey(name: string, body: string, waitMs: number): Promise<ReadonlyMap<string, string>>;
}

/** Of a process that shares its records with no other. */
export const onlyNode: Nodes = {
  nodeId: 'only',
  join: async () => undefined,
  leave: async () => undefined,
  noteFork: async () => undefined,
  onForked: () => undefined,
  listAlive: async () => ['only'],
  mayJudge: () => true,
  clock: null,
  state: () => null,
  onEvent: () => undefined,
  isElected: async () => true,
  on: () => undefined,
  onMissed: () => undefined,
  announce: async () => undefined,
  consult: async () => [],
  survey: async () => new Map(),
  settingsVersion: async () => null,
  exchangeLimits: async () => ({ aheadMs: new Map(), inFlight: new Map() }),
};
