import type { VectorRows } from './vector-rows.ts';

export interface BuildInput {
  /** Empty, and the engine's alone. */
  readonly folder: string;
  /** One line each; a passage's number is its place here. */
  readonly passages: readonly string[];
  readonly vectors: VectorRows;
}

export interface Asked {
  readonly text: string;
  readonly vector: Float32Array;
  readonly limit: number;
}

/** Each gives the numbers of the passages found, best first, and has read their words. Null: the engine cannot. */
export interface OpenEngine {
  readonly byWords: (asked: Asked) => Promise<number[]>;
  readonly byMeaning: ((asked: Asked) => Promise<number[]>) | null;
  readonly byBoth: ((asked: Asked) => Promise<number[]>) | null;
  close(): Promise<void>;
}

/** Something that finds passages. What keeps its index on disk is opened again by another process than built it. */
export interface SearchEngine {
  /** What was chosen where it leaves a choice. */
  readonly settings: string;
  readonly build: (input: BuildInput) => Promise<OpenEngine>;
  /** Null: it lives in memory, and is built anew with each start. */
  readonly open: ((folder: string) => Promise<OpenEngine>) | null;
  /** Of an engine that keeps its index elsewhere than in its folder. */
  readonly diskBytes?: () => Promise<number>;
}
