import { setTimeout as sleep } from 'node:timers/promises';

/** Of one export, retries included: while one is tried, the process does not end. */
export const exportTimeoutMs = 3000;

/** An endpoint that does not respond must not delay the end of the service: what it has not taken by then is dropped. */
const graceMs = 2000;

/** Sends what is left, for a while. */
export async function shutDown(provider: { shutdown(): Promise<void> }): Promise<void> {
  const stopped = new AbortController();
  const late = sleep(graceMs, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined);
  await Promise.race([provider.shutdown().catch(() => undefined), late]);
  stopped.abort();
}
