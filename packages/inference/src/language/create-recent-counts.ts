import type { Clock } from '@avow/foundation';

/** Counts of recent events by kind. */
export interface RecentCounts<Kind extends string> {
  note(kind: Kind): void;
  read(): Readonly<Record<Kind, number>>;
  clear(): void;
}

const slices = 30;

/**
 * Counted by slices of time, so that it never takes more room than that; something is forgotten at most one slice early,
 * and never late. A clock that goes back forgets nothing and opens no new slice.
 */
export function createRecentCounts<Kind extends string>({
  clock,
  windowMs,
  kinds,
}: {
  readonly clock: Clock;
  readonly windowMs: number;
  readonly kinds: readonly Kind[];
}): RecentCounts<Kind> {
  const sliceMs = windowMs / slices;
  const empty = () => Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<Kind, number>;
  let kept: Array<{ readonly slice: number; readonly counts: Record<Kind, number> }> = [];
  const forget = (): number => {
    const slice = Math.max(Math.floor(clock.nowMs() / sliceMs), kept.at(-1)?.slice ?? 0);
    kept = kept.filter(({ slice: old }) => old > slice - slices);
    return slice;
  };
  return {
    note: (kind) => {
      const slice = forget();
      const last = kept.at(-1);
      const counts = last?.slice === slice ? last.counts : empty();
      if (last?.slice !== slice) kept.push({ slice, counts });
      counts[kind] += 1;
    },
    read: () => {
      forget();
      const sum = empty();
      for (const { counts } of kept) for (const kind of kinds) sum[kind] += counts[kind];
      return sum;
    },
    clear: () => {
      kept = [];
    },
  };
}
