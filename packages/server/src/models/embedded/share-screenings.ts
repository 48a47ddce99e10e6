import type { Screener, Screening } from '../../interfaces/screener.ts';

/**
 * A screener whose runs are shared: a text that several checks ask for at the same time is screened once. Nothing is kept
 * once a run has ended: by the time that an answer takes one tenant could tell what another has asked.
 */
export function shareScreenings(screener: Screener): Screener {
  const underWay = new Map<string, Promise<Screening | null>>();

  /** Begins to screen these texts in one call, and lets whoever asks for one meanwhile have a share in it. */
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

  /** False where a text cannot be had that was not asked for by others alone. */
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
      // Whoever began a shared call may have had less time than there is here, or have asked for more in it.
      for (const mayShare of [true, false])
        if (!(await find(missing(), { found, deadlineMs, mayShare }))) return null;
      return texts.flatMap((text) => found.get(text) ?? []);
    },
    close: () => screener.close(),
  };
}

/** Null where the time is over before. */
async function untilDeadline<Value>(promise: Promise<Value>, deadlineMs: number): Promise<Value | null> {
  const { promise: over, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), Math.max(0, deadlineMs - performance.now()));
  try {
    return await Promise.race([promise, over]);
  } finally {
    clearTimeout(timer);
  }
}
