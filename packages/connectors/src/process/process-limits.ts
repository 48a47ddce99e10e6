import type { FrameLimits } from '@avow/confinement';

const mebibyte = 1024 * 1024;
const minuteMs = 60_000;

/** What reading one source may cost. */
export interface ProcessLimits {
  /** Of the process, beyond what the runtime needs. */
  readonly memoryMebibytes: number;
  /** For how long it may do nothing but compute. */
  readonly busyMs: number;
  readonly readingMs: number;
}

/** A website is read for at most 12 hours, as its settings say. */
export const processLimits: ProcessLimits = {
  memoryMebibytes: 640,
  busyMs: 2 * minuteMs,
  readingMs: 13 * 60 * minuteMs,
};

/** Of what crosses between the processes. The serving process refuses what is larger. */
export const crossingLimits = {
  keyUnitsMax: 4_096,
  pathUnitsMax: 2_048,
  versionUnitsMax: 2_048,
  notesUnitsMax: 64 * 1024,
  titleUnitsMax: 8_192,
  urlUnitsMax: 8_192,
  reasonUnitsMax: 2_000,
  levelsMax: 256,
  principalsMax: 5_000,
  principalUnitsMax: 320,
  /** As JSON. */
  cursorUnitsMax: 16 * mebibyte,
  /** The bytes of a file cross in parts, each when it is asked for. */
  partBytesMax: mebibyte,
  knownAtOnce: 500,
  aliveMs: 1_000,
} as const;

/** Of one message on its way, before anything looks into it. A unit of a cursor takes at most three bytes. */
export const messageLimits: FrameLimits = {
  jsonBytesMax: 3 * crossingLimits.cursorUnitsMax + mebibyte,
  valuesMax: 4 * crossingLimits.principalsMax,
  rawBytesMax: crossingLimits.partBytesMax,
};
