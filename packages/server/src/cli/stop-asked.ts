const parentWatchMs = 500;

/** A signal, possibly several; or, under npm, the end of the shell, which dies of the signal instead of forwarding it. */
export function stopAsked(isNpmScript: boolean): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(signal));
    const parent = process.ppid;
    if (!isNpmScript) return;
    setInterval(() => {
      if (process.ppid !== parent) resolve('the end of npm');
    }, parentWatchMs).unref();
  });
}
