import type { Screener, ScreenerCall, Screening } from '../screener.ts';

/**
 * A screener that coalesces concurrent calls: a text that several checks of an owner submit at the same time is screened
 * once. Owners share nothing, or one would wait for the turn of another. Nothing is cached after a run: response times would
 * let one tenant find out what another has asked.
 */
export function coalesceScreenings(screener: Screener): Screener {
  const underWay = new Map<string, Promise<Screening | null>>();
  // A question must not wait for what is screened in the background.
  const keyOf = ({ owner, isBackground = false }: ScreenerCall, text: string) =>
    `${isBackground ? 'background' : 'question'} ${owner}\0${text}`;

  /** Starts screening these texts in one call, which later callers can share while it runs. */
  const begin = (texts: readonly string[], asked: ScreenerCall): void => {
    if (texts.length === 0) return;
    const call = screener.screen(texts, asked);
    for (const [at, text] of texts.entries()) {
      const key = keyOf(asked, text);
      const share = call
        .then((screenings) => screenings?.[at] ?? null)
        .finally(() => {
          // Another call for the text may have begun since.
          if (underWay.get(key) === share) underWay.delete(key);
        });
      underWay.set(key, share);
    }
  };

  /** False: a text failed that this call did not merely share. */
  const find = async (
    texts: readonly string[],
    asked: {
      readonly found: Map<string, Screening>;
      readonly call: ScreenerCall;
      readonly mayShare: boolean;
    },
  ): Promise<boolean> => {
    if (texts.length === 0) return true;
    const isShared = texts.map((text) => asked.mayShare && underWay.has(keyOf(asked.call, text)));
    begin(
      texts.filter((_, at) => isShared[at] === false),
      asked.call,
    );
    const shares = texts.map((text) => underWay.get(keyOf(asked.call, text)) ?? null);
    const screenings = await untilAborted(Promise.all(shares), asked.call.signal);
    for (const [at, text] of texts.entries()) {
      const screening = screenings?.[at] ?? null;
      if (screening !== null) asked.found.set(text, screening);
      else if (screenings === null || isShared[at] === false) return false;
    }
    return true;
  };

  return {
    name: screener.name,
    screen: async (texts, call) => {
      const found = new Map<string, Screening>();
      const missing = () => [...new Set(texts.filter((text) => !found.has(text)))];
      // The caller that started a shared call may have had less time than this one, or submitted more texts.
      for (const mayShare of [true, false])
        if (!(await find(missing(), { found, call, mayShare }))) return null;
      return texts.flatMap((text) => found.get(text) ?? []);
    },
    close: () => screener.close(),
  };
}

/** Null: the signal was aborted first. */
async function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value | null> {
  const { promise: aborted, resolve } = Promise.withResolvers<null>();
  const stop = () => resolve(null);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
