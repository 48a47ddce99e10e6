import type { Clock } from '@avow/foundation';
import type { SecurityStream, StreamTarget } from '../../config/security-streams.ts';
import type { AccessStore } from '../keys/access-store.ts';
import { countBehind, listFollowed } from './drain-stream.ts';
import { createFormat } from './events/format-event.ts';
import type { Product } from './events/product.ts';
import type { SecurityStreamStore, StreamState } from './security-stream-store.ts';
import { createSender } from './sending/create-sender.ts';
import type { SendOutcome } from './sending/stream-sender.ts';

/** A stream that is configured, and how it is doing. */
export interface ShownStream {
  readonly stream: SecurityStream;
  /** Null: it has never run. */
  readonly state: StreamState | null;
  /** Entries of logs that the collector has not taken, or that say nothing to it. */
  readonly behind: number;
}

export interface SecurityStreams {
  list(): Promise<readonly ShownStream[]>;
}

/** How long a collector may take for a batch. */
export const sendTimeoutMs = 30_000;

export function createSecurityStreams(parts: {
  readonly streams: readonly SecurityStream[];
  readonly store: SecurityStreamStore;
  readonly access: Pick<AccessStore, 'listTenants'>;
}): SecurityStreams {
  const { streams, store } = parts;
  return {
    list: () =>
      Promise.all(
        streams.map(async (stream) => {
          const state = await store.readStream(stream.name);
          const behind = state === null ? 0 : countBehind(await listFollowed(stream, parts));
          return { stream, state, behind };
        }),
      ),
  };
}

/** Where a stream leads, for people. An address may have a query, which may have a secret. */
export function describeTarget(target: StreamTarget): string {
  switch (target.kind) {
    case 'https': {
      const { origin, pathname } = new URL(target.url);
      return `${origin}${pathname}`;
    }
    case 'syslog':
      return `${target.host}:${target.port}`;
    case 'file':
      return target.path;
  }
}

/** Sends one event that says it is a test. */
export async function sendTestEvent(
  { target, format }: Pick<SecurityStream, 'target' | 'format'>,
  { id, product, clock, signal }: TestOptions,
): Promise<SendOutcome> {
  const event = createFormat(format, product)({ type: 'test', id, atMs: clock.nowMs() });
  return await createSender(target, sendTimeoutMs)([event], signal);
}

interface TestOptions {
  readonly id: string;
  readonly product: Product;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}
