const firstMs = 3_000;
const longestMs = 60_000;
/** After this long the next visit finds out. */
const giveUpAfterMs = 24 * 3_600_000;

interface ReadAgain {
  /** True: it is known, and nothing is read any more. What it throws counts as false. */
  readonly read: () => Promise<boolean>;
  readonly signal: AbortSignal;
}

/** Reads until something is known, and says whether it is: soon at first, later once a minute, and only while the page can be seen. */
export async function readAgain({ read, signal }: ReadAgain): Promise<boolean> {
  const untilMs = Date.now() + giveUpAfterMs;
  for (let delayMs = firstMs; Date.now() < untilMs; delayMs = Math.min(delayMs * 1.5, longestMs)) {
    await wait(delayMs, signal);
    await untilSeen(signal);
    if (signal.aborted) return false;
    if (await read().catch(() => false)) return true;
  }
  return false;
}

function wait(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, delayMs);
    signal.addEventListener('abort', () => resolve(clearTimeout(timer)), { once: true });
  });
}

function untilSeen(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.hidden && !signal.aborted) return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look, { signal });
    signal.addEventListener('abort', look, { once: true });
    look();
  });
}
