import type { ObservedTime, OutageStore } from './outage-store.ts';

/**
 * A time in which the service or a part of it was away. `lost`: no process served, after one had ended without being asked to;
 * `stopped`: after one had been stopped; `node_lost`: a process ended so while others served.
 */
export type OutageKind = 'lost' | 'stopped' | 'node_lost' | 'model' | 'records' | 'overload';

export interface Outage {
  readonly kind: OutageKind;
  readonly fromMs: number;
  /** Null: it goes on. */
  readonly untilMs: number | null;
  /** The machine of the process that noted it, or that ended. */
  readonly host: string;
  /** The language model; empty otherwise. */
  readonly subject: string;
  readonly cause: string;
  /** Queries that were refused for load meanwhile. */
  readonly refused: number;
}

/** A process that has noted nothing for longer than this is not there any more. */
const aliveMs = 60_000;

/** What was away, by what processes observed, newest first. */
export function findOutages(times: readonly ObservedTime[], nowMs: number): Outage[] {
  const goesOn = ({ state, untilMs }: ObservedTime) => state === 'on' && nowMs - untilMs <= aliveMs;
  const parts = times
    .filter(({ kind }) => kind !== 'serving')
    .map((time) =>
      outageOf(time, { kind: time.kind as OutageKind, untilMs: goesOn(time) ? null : time.untilMs }),
    );
  const serving = times.filter(({ kind }) => kind === 'serving');
  const all = [...parts, ...findGaps(serving, { nowMs, goesOn })];
  return all.sort((one, other) => other.fromMs - one.fromMs);
}

function outageOf(
  { host, subject, cause, refused, fromMs }: ObservedTime,
  changes: Pick<Outage, 'kind' | 'untilMs'> & Partial<Outage>,
): Outage {
  return { host, subject, cause, refused, fromMs, ...changes };
}

/** Times in which no process served, and processes that were lost while others served. */
function findGaps(
  serving: readonly ObservedTime[],
  { nowMs, goesOn }: { readonly nowMs: number; readonly goesOn: (time: ObservedTime) => boolean },
): Outage[] {
  const endOf = (time: ObservedTime) => (goesOn(time) ? Math.max(nowMs, time.untilMs) : time.untilMs);
  const inOrder = serving.toSorted((one, other) => one.fromMs - other.fromMs);
  const gaps: Outage[] = [];
  /** The one that ends last of those before. */
  let last: ObservedTime | null = null;
  const close = (untilMs: number | null) => {
    if (last === null || (untilMs !== null && untilMs <= endOf(last)) || goesOn(last)) return;
    gaps.push(
      outageOf(last, { kind: last.state === 'over' ? 'stopped' : 'lost', fromMs: last.untilMs, untilMs }),
    );
  };
  for (const time of inOrder) {
    close(time.fromMs);
    if (last === null || endOf(time) >= endOf(last)) last = time;
  }
  close(null);
  const lost = inOrder.filter((time) => time.state !== 'over' && !goesOn(time));
  const servedBesides = lost.filter(({ untilMs }) => !gaps.some(({ fromMs }) => fromMs === untilMs));
  return [
    ...gaps,
    ...servedBesides.map((time) =>
      outageOf(time, { kind: 'node_lost', fromMs: time.untilMs, untilMs: time.untilMs }),
    ),
  ];
}

interface Period {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Those of which at least a moment was in the period. */
export function outagesIn(outages: readonly Outage[], period: Period): readonly Outage[] {
  return outages.filter(
    ({ fromMs, untilMs }) => fromMs < period.untilMs && (untilMs === null || untilMs >= period.fromMs),
  );
}

/** How long at least one of them lasted within a period. */
export function outageTime(
  outages: readonly Pick<Outage, 'fromMs' | 'untilMs'>[],
  { fromMs, untilMs }: Period,
): number {
  let sumMs = 0;
  let reachedMs = fromMs;
  for (const one of outages.toSorted((first, second) => first.fromMs - second.fromMs)) {
    const endMs = Math.min(one.untilMs ?? untilMs, untilMs);
    sumMs += Math.max(0, endMs - Math.max(one.fromMs, reachedMs));
    reachedMs = Math.max(reachedMs, endMs);
  }
  return sumMs;
}

/** Of what processes observe, so many are kept: a process that restarts without end must not fill the disk. */
export const timesMax = 20_000;

export interface FoundOutages {
  /** Newest first. */
  readonly outages: readonly Outage[];
  /** Since when anything is known; null: nothing is. */
  readonly knownSinceMs: number | null;
}

/** Everything that is known. */
export async function readOutages(
  store: Pick<OutageStore, 'listTimes'>,
  nowMs: number,
): Promise<FoundOutages> {
  const times = await store.listTimes(timesMax);
  return { outages: findOutages(times, nowMs), knownSinceMs: times.at(-1)?.fromMs ?? null };
}
