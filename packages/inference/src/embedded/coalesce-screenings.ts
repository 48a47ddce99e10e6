import type { Screener, Screening } from '../screener.ts';

/**
 * A screener that coalesces concurrent calls: a text that several checks submit at the same time is screened once.
 * Nothing is cached after a run: response times would let one tenant find out what another has asked.
 */
export function coalesceScreenings(screener: Screener): Screener {
  const underWay = new Map<string, Promise<Screening | null>>();

  /** Starts screening these texts in one call, which later callers can share while it runs. */
  const begin = (texts: readonly string[], timeoutMs: number): void => {
    if (texts.length === 0) return;
    const call = screener.screen(texts, { timeoutMs });
    for (const [at, text] of texts.entries()) {
      const share = call
        .then((screenings) => screenings?.[at] ?? null)
        .finally(() => {
          // Another call for the text may have begun since.
          if (underWay.get(text) === share) underWay.delete(text);
        });
      underWay.set(text, share);
    }
  };

  /** False: a text failed that this call did not merely share. */
  const find = async (
    texts: readonly string[],
    asked: {
      readonly found: Map<string, Screening>;
      readonly deadlineMs: number;
      readonly mayShare: boolean;
    },
  ): Promise<boolean> => {
    if (texts.length === 0) return true;
    const isShared = texts.map((text) => asked.mayShare && underWay.has(text));
    begin(
      texts.filter((_, at) => isShared[at] === false),
      Math.max(0, asked.deadlineMs - performance.now()),
    );
    const shares = texts.map((text) => underWay.get(text) ?? null);
    const screenings = await untilDeadline(Promise.all(shares), asked.deadlineMs);
    for (const [at, text] of texts.entries()) {
      const screening = screenings?.[at] ?? null;
      if (screening !== null) asked.found.set(text, screening);
      else if (screenings === null || isShared[at] === false) return false;
    }
    return true;
  };

  return {
    name: screener.name,
    screen: async (texts, { timeoutMs }) => {
      const deadlineMs = performance.now() + timeoutMs;
      const found = new Map<string, Screening>();
      const missing = () => [...new Set(texts.filter((text) => !found.has(text)))];
      // The caller that started a shared call may have had less time than this one, or submitted more texts.
      for (const mayShare of [true, false])
        if (!(await find(missing(), { found, deadlineMs, mayShare }))) return null;
      return texts.flatMap((text) => found.get(text) ?? []);
    },
    close: () => screener.close(),
  };
}

/** Null: the deadline passed first. */
async function untilDeadline<Value>(promise: Promise<Value>, deadlineMs: number): Promise<Value | null> {
  const { promise: over, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), Math.max(0, deadlineMs - performance.now()));
  try {
    return await Promise.race([promise, over]);
  } finally {
    clearTimeout(timer);
  }
}
