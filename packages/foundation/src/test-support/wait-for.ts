/** Far beyond what a quarter of a core needs, and below the limit of a test: what did not come is said. */
export const waitMsMax = 300_000;
const atOnceMs = 5;
/** Taken before a test can replace it. */
const { setTimeout: later, setImmediate: nextTurn } = globalThis;
const now = performance.now.bind(performance);

/** Waits until `look` neither throws nor returns false, however slow the machine is. */
export async function waitFor<Found>(
  look: () => Found | Promise<Found>,
  { waitMs = waitMsMax } = {},
): Promise<Exclude<Found, false>> {
  const startedMs = now();
  for (;;) {
    let fault: unknown;
    try {
      const found = await look();
      if (found !== false) return found as Exclude<Found, false>;
    } catch (error) {
      fault = error;
    }
    if (now() - startedMs >= waitMs) {
      const said = fault instanceof Error ? fault.message : 'it is still false';
      throw new Error(`Waited ${Math.round(waitMs / 1000)} s for ${String(look)}: ${said}`, { cause: fault });
    }
    // What is about to happen is seen at once, and what takes longer is not asked for all the time.
    await new Promise<void>((resolve) =>
      now() - startedMs < atOnceMs ? nextTurn(resolve) : later(resolve, 10),
    );
  }
}
