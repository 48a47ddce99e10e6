import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@avow/foundation';
import type { Log } from '@avow/foundation/log';
import type { DataFolder } from '../../../app/open-data-folder.ts';
import { version } from '../../../app/version.ts';
import type { SecurityStream } from '../../../config/security-streams.ts';
import type { Metrics } from '../../../telemetry/metrics.ts';
import { isOnlyAway } from '../../nodes/compose/watch-nodes.ts';
import { createStreamer, type Streamer } from '../create-streamer.ts';
import type { Drained } from '../drain-stream.ts';
import { createFormat } from '../events/format-event.ts';
import type { Product } from '../events/product.ts';
import { createSecurityStreams, type SecurityStreams, sendTimeoutMs } from '../security-streams.ts';
import { createSender } from '../sending/create-sender.ts';

/** Who reports, in every event. */
export const product: Product = { name: 'Avow', version };

interface StreamSetup {
  readonly streams: readonly SecurityStream[];
  readonly data: Pick<DataFolder, 'store' | 'nodes'>;
  readonly clock: Clock;
  readonly log: Log;
}

type StreamCounts = Pick<
  Metrics,
  'countStreamed' | 'countStreamFailure' | 'noteStreamBehind' | 'noteStreamCaughtUp'
>;

/** The sending of security events in the background, each stream by itself. */
export interface ComposedSecurityStreams {
  readonly securityStreams: SecurityStreams;
  start(): void;
  close(): Promise<void>;
}

/** How long a stop waits for a collector. */
const graceMs = 3000;

export function openSecurityStreams(
  streams: readonly SecurityStream[],
  { store }: Pick<DataFolder, 'store'>,
): SecurityStreams {
  return createSecurityStreams({ streams, store: store.securityStreams, access: store.access });
}

export function composeSecurityStreams(setup: StreamSetup, metrics: StreamCounts): ComposedSecurityStreams {
  const streamers = setup.streams.map((stream) => composeStreamer(stream, setup, metrics));
  return {
    securityStreams: openSecurityStreams(setup.streams, setup.data),
    start: () => {
      for (const streamer of streamers) streamer.start();
    },
    close: async () => {
      const closed = Promise.all(streamers.map((streamer) => streamer.close()));
      await Promise.race([closed, sleep(graceMs, undefined, { ref: false })]);
    },
  };
}

function composeStreamer(
  stream: SecurityStream,
  { data, clock, log }: StreamSetup,
  metrics: StreamCounts,
): Streamer {
  const { store, nodes } = data;
  const { name } = stream;
  const note = createNotes(name, log, { metrics, clock });
  return createStreamer({
    ...{ stream, clock, store: store.securityStreams, log: store.log, access: store.access },
    format: createFormat(stream.format, product),
    send: createSender(stream.target, sendTimeoutMs),
    random: Math.random,
    isElected: async () => {
      const isElected = await nodes.isElected(`security stream ${name}`);
      if (isElected) note.elected();
      return isElected;
    },
    onDrained: note.drained,
    onFailure: (error) => {
      if (!isOnlyAway(nodes, error))
        log.error({ stream: name, err: error }, 'what is to be streamed could not be read');
    },
  });
}

/** What is measured and logged of a stream: of failures in a row, only those that have another cause. */
function createNotes(
  stream: string,
  log: Log,
  { metrics, clock }: { readonly metrics: StreamCounts; readonly clock: Clock },
) {
  let fault: string | null = null;
  let isFirst = true;
  return {
    elected: () => {
      // Otherwise nobody would notice a stream that has never worked.
      if (isFirst) metrics.noteStreamCaughtUp(stream, clock.nowMs());
      isFirst = false;
    },
    drained: ({ sent, behind, failed }: Drained) => {
      if (sent > 0) metrics.countStreamed(stream, sent);
      metrics.noteStreamBehind(stream, behind);
      if (failed === null) {
        if (behind === 0) metrics.noteStreamCaughtUp(stream, clock.nowMs());
        if (fault !== null) log.info({ stream }, 'the collector of security events takes them again');
        fault = null;
        return;
      }
      metrics.countStreamFailure({ stream, reason: failed.reason });
      if (fault !== failed.fault)
        log.warn({ stream, reason: failed.reason, fault: failed.fault }, 'security events were not taken');
      fault = failed.fault;
    },
  };
}
