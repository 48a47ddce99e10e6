import { createHash } from 'node:crypto';
import type { Screener, Screening } from '../../interfaces/screener.ts';

/** A screening with more names is not kept: what is kept is counted in entries, so each must be small. */
const keptNamesMax = 256;

/** All that is kept of a text is its digest, which tells nothing of its words. */
interface HashedText {
  readonly text: string;
  readonly digest: string;
}

/**
 * A screener that remembers: the same text is screened once, also where several ask for it at the same time. What was not
 * asked for the longest is forgotten first, and that a text could not be screened is not remembered at all.
 */
export function keepScreenings(
  screener: Screener,
  { entriesMax }: { readonly entriesMax: number },
): Screener {
  const kept = createKept(entriesMax);
  const underWay = new Map<string, Promise<Screening | null>>();

  /** Begins to screen these texts in one call, and lets whoever asks for one meanwhile have a share in it. */
  const begin = (texts: readonly HashedText[], timeoutMs: number): void => {
    if (texts.length === 0) return;
    const call = screener.screen(
      texts.map(({ text }) => text),
      { timeoutMs },
    );
    for (const [at, { digest }] of texts.entries()) {
      const share = call
        .then((screenings) => {
          const screening = screenings?.[at] ?? null;
          if (screening !== null) kept.add(digest, screening);
          return screening;
        })
        .finally(() => {
          // Another call for the text may have begun since.
          if (underWay.get(digest) === share) underWay.delete(digest);
        });
      underWay.set(digest, share);
    }
  };

  /** False where a text cannot be had that was not asked for by others alone. */
  const find = async (
    texts: readonly HashedText[],
    asked: {
      readonly found: Map<string, Screening>;
      readonly deadlineMs: number;
      readonly mayShare: boolean;
    },
  ): Promise<boolean> => {
    if (texts.length === 0) return true;
    const isShared = texts.map(({ digest }) => asked.mayShare && underWay.has(digest));
    begin(
      texts.filter((_, at) => isShared[at] === false),
      Math.max(0, asked.deadlineMs - performance.now()),
    );
    const shares = texts.map(({ digest }) => underWay.get(digest) ?? null);
    const screenings = await untilDeadline(Promise.all(shares), asked.deadlineMs);
    for (const [at, { digest }] of texts.entries()) {
      const screening = screenings?.[at] ?? null;
      if (screening !== null) asked.found.set(digest, screening);
      else if (screenings === null || isShared[at] === false) return false;
    }
    return true;
  };

  return {
    name: screener.name,
    screen: async (texts, { timeoutMs }) => {
      const deadlineMs = performance.now() + timeoutMs;
      const hashed = texts.map((text): HashedText => ({ text, digest: digestOf(text) }));
      const found = new Map<string, Screening>();
      for (const { digest } of hashed) {
        const screening = kept.recall(digest);
        if (screening !== undefined) found.set(digest, screening);
      }
      const missing = () => [
        ...new Map(
          hashed.filter(({ digest }) => !found.has(digest)).map((one) => [one.digest, one]),
        ).values(),
      ];
      // Whoever began a shared call may have had less time than there is here, or have asked for more in it.
      for (const mayShare of [true, false])
        if (!(await find(missing(), { found, deadlineMs, mayShare }))) return null;
      return hashed.flatMap(({ digest }) => found.get(digest) ?? []);
    },
    close: async () => {
      kept.clear();
      await screener.close();
    },
  };
}

/** Screenings by digest. The one whose last use is longest ago makes room for a new one. */
function createKept(entriesMax: number) {
  /** In the order of their last use. */
  const entries = new Map<string, Screening>();
  const add = (digest: string, screening: Screening): void => {
    if (screening.names.length > keptNamesMax) return;
    entries.delete(digest);
    entries.set(digest, screening);
    const [oldest] = entries.keys();
    if (entries.size > entriesMax && oldest !== undefined) entries.delete(oldest);
  };
  return {
    add,
    recall: (digest: string): Screening | undefined => {
      const screening = entries.get(digest);
      if (screening !== undefined) add(digest, screening);
      return screening;
    },
    clear: () => entries.clear(),
  };
}

function digestOf(text: string): string {
  // By its units: two texts with different lone surrogates are two texts.
  return createHash('sha256').update(Buffer.from(text, 'utf16le')).digest('base64');
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
