/**
 * Runs a round every `everyMs`; a tick during a round is skipped, so rounds neither overlap nor pile up. `round` must not
 * reject. The function returned stops the ticks and resolves when the round under way has ended.
 */
export function repeat(everyMs: number, round: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= round().finally(() => {
      running = null;
    });
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
