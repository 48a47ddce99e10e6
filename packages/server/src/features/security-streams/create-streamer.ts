import type { Clock } from '@avow/foundation';
import { repeat } from '@avow/foundation/concurrency';
import { batchEventsMax, type Drained, type DrainParts, drainStream } from './drain-stream.ts';
import type { SendFailure } from './sending/stream-sender.ts';

interface StreamerParts extends DrainParts {
  readonly clock: Clock;
  readonly random: () => number;
  /** Whether this process is the one that sends. */
  readonly isElected: () => Promise<boolean>;
  readonly onDrained: (drained: Drained) => void;
  /** Something else than the collector failed. */
  readonly onFailure: (error: unknown) => void;
}

export interface Streamer {
  /** Sends what there is, unless it is too early after a failure. */
  sendDue(): Promise<void>;
  start(): void;
  /** Sends nothing more. What was not taken is sent after the next start. */
  close(): Promise<void>;
}

const pollMs = 2000;
const firstDelayMs = 1000;
const delayMsMax = 5 * 60_000;
/** A collector may ask to be left alone, but not for longer than this. */
const retryAfterMsMax = 10 * 60_000;
const jitterShare = 0.2;

/** After so many failures in a row: twice as long each time, a little shorter or longer. */
export function retryDelayMs(
  failures: number,
  { retryAfterMs }: Pick<SendFailure, 'retryAfterMs'>,
  random: () => number,
): number {
  const delayMs = Math.min(firstDelayMs * 2 ** Math.min(failures - 1, 20), delayMsMax);
  const askedMs = Math.min(retryAfterMs ?? 0, retryAfterMsMax);
  return Math.max(Math.round(delayMs * (1 + jitterShare * (2 * random() - 1))), askedMs);
}

/** Keeps a collector up to date, in the background. One batch is under way at a time, and nothing waits for it. */
export function createStreamer(parts: StreamerParts): Streamer {
  const { stream, store, clock } = parts;
  const closing = new AbortController();
  let failures = 0;
  let dueAtMs = 0;
  /** Smaller after the collector has refused more. */
  let batchMax = batchEventsMax;

  async function noteOutcome({ sent, failed }: Drained): Promise<void> {
    const nowMs = clock.nowMs();
    if (failed === null) {
      if (sent > 0 || failures > 0) await store.noteSent(stream.name, nowMs);
      failures = 0;
      return;
    }
    failures += 1;
    if (failed.isTooLarge === true) batchMax = Math.max(1, Math.floor(batchMax / 2));
    dueAtMs = nowMs + retryDelayMs(failures, failed, parts.random);
    await store.noteFailed(stream.name, { atMs: nowMs, fault: failed.fault });
  }

  async function sendDue(): Promise<void> {
    if (clock.nowMs() < dueAtMs || !(await parts.isElected())) return;
    await begin(parts);
    for (;;) {
      if (closing.signal.aborted) return;
      const drained = await drainStream(parts, { batchMax, signal: closing.signal });
      parts.onDrained(drained);
      await noteOutcome(drained);
      // What comes meanwhile is for the next round, which asks again who sends.
      if (drained.failed !== null || drained.behind === 0 || !(await parts.isElected())) return;
    }
  }

  let stop: () => Promise<void> = async () => undefined;
  return {
    sendDue,
    start: () => {
      stop = repeat(pollMs, () =>
        sendDue().catch((error: unknown) => {
          if (!closing.signal.aborted) parts.onFailure(error);
        }),
      );
    },
    close: async () => {
      closing.abort();
      await stop();
    },
  };
}

/** A stream that has never run begins where its operator wants it to. */
async function begin({ stream, store, clock }: StreamerParts): Promise<void> {
  if ((await store.readStream(stream.name)) !== null) return;
  if (stream.from === 'now')
    for (const { tenantId, size } of await store.listBehind(stream.name))
      await store.placeStream(tenantId, stream.name, size);
  await store.beginStream(stream.name, clock.nowMs());
}
