/**
 * What a process saw of itself, from its start on: that it served, that a language model was suspended, that records could not be
 * written, and that queries were refused for load.
 */
export type ObservedKind = 'serving' | 'model' | 'records' | 'overload';

/** Something that a process observed, from when until when. It belongs to no tenant. */
export interface ObservedTime {
  /** The process that observed it: another one after each start. */
  readonly process: string;
  /** The first that a process notes, its own serving, has 0. */
  readonly position: number;
  /** The name of its machine. */
  readonly host: string;
  readonly kind: ObservedKind;
  /** The model; empty otherwise. */
  readonly subject: string;
  /** Why, in words that quote nobody; empty if that is not known. */
  readonly cause: string;
  readonly fromMs: number;
  /** When it was last observed. */
  readonly untilMs: number;
  /** `cut`: it went on when the process ended or was halted. */
  readonly state: 'on' | 'over' | 'cut';
  /** Queries that were refused meanwhile. */
  readonly refused: number;
}

/** Times in which the service or a part of it was away are derived from what processes note while they run. */
export interface OutageStore {
  /** Notes each of them, or what changed of it. */
  noteTimes(times: readonly ObservedTime[]): Promise<void>;
  /** All other processes have ended: what went on in them is cut. */
  cutOthers(process: string): Promise<void>;
  /** By when they began, newest first. */
  listTimes(limit: number): Promise<ObservedTime[]>;
  /** Forgets those that were last observed before that time (null: none), and the oldest beyond `timesMax`. */
  dropTimes(options: { readonly beforeMs: number | null; readonly timesMax: number }): Promise<void>;
}
