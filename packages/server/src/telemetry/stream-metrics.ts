import { Counter, Gauge, type Registry } from 'prom-client';

export interface StreamMetrics {
  /** A collector of security events has taken some. */
  countStreamed(stream: string, events: number): void;
  countStreamFailure(failure: { readonly stream: string; readonly reason: string }): void;
  /** Entries of logs that a stream has not dealt with. */
  noteStreamBehind(stream: string, entries: number): void;
  /** At this time, a stream had dealt with all of them. */
  noteStreamCaughtUp(stream: string, atMs: number): void;
}

/** Streams of security events, by the names that the operator gave them. */
export function createStreamMetrics(registers: Registry[]): StreamMetrics {
  const labelNames = ['stream'] as const;
  const events = new Counter({
    name: 'avow_stream_events_total',
    help: 'Security events that a collector has taken, by stream.',
    ...{ labelNames, registers },
  });
  const failures = new Counter({
    name: 'avow_stream_failures_total',
    help: 'Attempts to send security events that failed, by stream and reason.',
    labelNames: ['stream', 'reason'],
    registers,
  });
  const behind = new Gauge({
    name: 'avow_stream_behind_entries',
    help: 'Entries of the logs of all tenants that a stream of security events has not dealt with.',
    ...{ labelNames, registers },
  });
  const caughtUp = new Gauge({
    name: 'avow_stream_caught_up_timestamp_seconds',
    help: 'Time at which a stream of security events last had dealt with all entries, or at which this process began to send it.',
    ...{ labelNames, registers },
  });
  return {
    countStreamed: (stream, count) => events.inc({ stream }, count),
    countStreamFailure: (failure) => failures.inc({ ...failure }),
    noteStreamBehind: (stream, entries) => behind.set({ stream }, entries),
    noteStreamCaughtUp: (stream, atMs) => caughtUp.set({ stream }, atMs / 1000),
  };
}
